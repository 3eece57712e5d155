/** Every way through a list that is read by cursor, with a list the test answers for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { failure } from '../../src/core/values/failure';
import {
  cursorPagingMachine,
  type PageEvent,
  type PageRequest,
  type PagingPlace,
} from '../../src/machines/cursor-paging.machine';

const FAILED = failure('storage', 'The list could not be read.');

type Reading = { request: PageRequest; say: (event: PageEvent) => void; isStopped: boolean };
let readings: Reading[];
let written: PagingPlace[];

beforeEach(() => {
  readings = [];
  written = [];
});

function start(place: PagingPlace = { trail: [], perPage: 20 }) {
  const machine = cursorPagingMachine.provide({
    actors: {
      readPage: fromCallback<{ type: string }, PageRequest>(({ input, sendBack }) => {
        const reading = { request: input, say: sendBack, isStopped: false };
        readings.push(reading);
        return () => {
          reading.isStopped = true;
        };
      }),
    },
    actions: { writeAddress: (_, place) => void written.push(place) },
  });
  const actor = createActor(machine, { input: place }).start();
  return { actor, state: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
}

const load = (rows: readonly string[], next?: string) => readings.at(-1)?.say({ type: 'page.loaded', rows, next });

test('the first page is read without a cursor, and nothing is written into the address for it', () => {
  const { state, context } = start();
  expect(readings[0]?.request).toEqual({ cursor: undefined, limit: 20 });
  expect(state()).toEqual({ reading: 'loading' });
  load(['a', 'b'], 'after b');
  expect(state()).toEqual({ reading: 'shown' });
  expect(context()).toMatchObject({ rows: ['a', 'b'], next: 'after b', trail: [] });
  expect(written).toEqual([]);
});

test('a page in the address is read at once, and a list that changes is shown anew', () => {
  const { state, context } = start({ trail: ['after b', 'after d'], perPage: 2 });
  expect(readings[0]?.request).toEqual({ cursor: 'after d', limit: 2 });
  load(['e'], undefined);
  load(['e', 'f'], 'after f');
  expect(state()).toEqual({ reading: 'shown' });
  expect(context()).toMatchObject({ rows: ['e', 'f'], next: 'after f' });
  expect(readings).toHaveLength(1);
});

describe('next and previous', () => {
  test('next follows the cursor and previous the trail back, each with its place in the address', () => {
    const { actor, context } = start();
    load(['a', 'b'], 'after b');
    actor.send({ type: 'user.next' });
    load(['c', 'd'], 'after d');
    actor.send({ type: 'user.next' });
    expect(readings.map(({ request }) => request.cursor)).toEqual([undefined, 'after b', 'after d']);
    expect(context().trail).toEqual(['after b', 'after d']);
    load(['e'], undefined);
    actor.send({ type: 'user.previous' });
    actor.send({ type: 'user.previous' });
    expect(context().trail).toEqual([]);
    expect(readings.at(-1)?.request.cursor).toBeUndefined();
    expect(written.map(({ trail }) => trail)).toEqual([['after b'], ['after b', 'after d'], ['after b'], []]);
  });

  test('there is no next page before the page is loaded, nor behind the last, and none before the first', () => {
    const { actor } = start();
    actor.send({ type: 'user.next' });
    actor.send({ type: 'user.previous' });
    load(['a'], undefined);
    actor.send({ type: 'user.next' });
    expect(readings).toHaveLength(1);
    expect(written).toEqual([]);
  });

  test('the rows of the page before stay until the next ones are there', () => {
    const { actor, state, context } = start();
    load(['a'], 'after a');
    actor.send({ type: 'user.next' });
    expect(state()).toEqual({ reading: 'loading' });
    expect(context()).toMatchObject({ rows: ['a'], before: 0, next: undefined });
    load(['b']);
    expect(context()).toMatchObject({ rows: ['b'], before: 20 });
  });

  test('a late answer for a page that is no longer wanted is dropped', () => {
    const { actor, context } = start();
    load(['a'], 'after a');
    actor.send({ type: 'user.next' });
    actor.send({ type: 'user.previous' });
    expect(readings.map(({ isStopped }) => isStopped)).toEqual([true, true, false]);
    readings[1]?.say({ type: 'page.loaded', rows: ['late'], next: undefined });
    expect(context().rows).toEqual(['a']);
    load(['a, newer']);
    expect(context().rows).toEqual(['a, newer']);
  });
});

test('another number of rows begins at the first page', () => {
  const { actor, context } = start({ trail: ['after b'], perPage: 2 });
  load(['c']);
  actor.send({ type: 'user.perPage', perPage: 50 });
  expect(readings.at(-1)?.request).toEqual({ cursor: undefined, limit: 50 });
  expect(context()).toMatchObject({ trail: [], perPage: 50 });
  expect(written).toEqual([{ trail: [], perPage: 50 }]);
});

test('the address is followed when it names another place, and is not written for it', () => {
  const { actor, context } = start();
  load(['a'], 'after a');
  actor.send({ type: 'user.next' });
  actor.send({ type: 'address.changed', trail: ['after a'], perPage: 20 });
  expect(readings).toHaveLength(2);
  actor.send({ type: 'address.changed', trail: [], perPage: 20 });
  expect(readings).toHaveLength(3);
  expect(context().trail).toEqual([]);
  expect(written).toHaveLength(1);
});

describe('a page that cannot be read', () => {
  test('is a failure with the rows of the page before, and is read again', () => {
    const { actor, state, context } = start();
    load(['a'], 'after a');
    actor.send({ type: 'user.next' });
    readings.at(-1)?.say({ type: 'page.failed', failure: FAILED });
    expect(state()).toBe('failed');
    expect(context()).toMatchObject({ rows: ['a'], failure: FAILED });
    actor.send({ type: 'user.retry' });
    expect(readings.at(-1)?.request.cursor).toBe('after a');
    load(['b']);
    expect(context()).toMatchObject({ rows: ['b'], failure: undefined });
  });

  test('does not hold the reader who goes back, or chooses another number of rows', () => {
    const { actor, state } = start({ trail: ['after a'], perPage: 20 });
    readings[0]?.say({ type: 'page.failed', failure: FAILED });
    actor.send({ type: 'user.previous' });
    expect(state()).toEqual({ reading: 'loading' });
    readings.at(-1)?.say({ type: 'page.failed', failure: FAILED });
    actor.send({ type: 'user.perPage', perPage: 10 });
    expect(state()).toEqual({ reading: 'loading' });
    expect(readings.at(-1)?.request).toEqual({ cursor: undefined, limit: 10 });
  });
});

test('after the page is left nothing is read any more', () => {
  const { actor } = start();
  actor.stop();
  expect(readings[0]?.isStopped).toBe(true);
});
