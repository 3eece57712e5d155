import { expect, test } from 'vitest';
import { createStore } from '../../../src/app/ui/store';

test('listeners hear of changes only, and of none after they stop', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set(1);
  store.set(2);
  stop();
  store.set(3);
  expect(heard).toEqual([2]);
  expect(store.get()).toBe(3);
});

test('what a store follows runs while anybody listens', () => {
  const events: string[] = [];
  const store = createStore(0, ({ set }) => {
    events.push('start');
    set(5);
    return () => events.push('end');
  });
  expect(events).toEqual([]);
  const first = store.subscribe(() => {});
  const second = store.subscribe(() => {});
  expect(store.get()).toBe(5);
  first();
  expect(events).toEqual(['start']);
  second();
  second();
  expect(events).toEqual(['start', 'end']);
});
