import { afterEach, expect, test } from 'vitest';
import { lazyPart } from '../../../src/app/ui/lazy-part';
import { eventually } from '../../helpers/eventually';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());

const text = () => page?.element.textContent;

/** Draws a part whose code comes after `failures` attempts that fail. */
function draw(failures: number): { attempts: () => number } {
  let attempts = 0;
  const Part = lazyPart(async () => {
    attempts++;
    if (attempts <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>here</p>;
  });
  page = mount(
    <>
      <h1>The rest</h1>
      <Part fallback="waiting" />
    </>,
  );
  return { attempts: () => attempts };
}

test('a part whose request was lost is asked for again', async () => {
  const { attempts } = draw(1);
  await eventually(() => expect(text()).toBe('The resthere'));
  expect(attempts()).toBe(2);
});

test('a part that cannot be had says so in its place, and the rest stays', async () => {
  draw(Number.POSITIVE_INFINITY);
  await eventually(() => expect(text()).toContain('This part of the page could not be loaded.'));
  expect(page?.element.querySelector('h1')?.textContent).toBe('The rest');
  expect(page?.element.querySelector('button')?.textContent).toBe('Reload Page');
});
