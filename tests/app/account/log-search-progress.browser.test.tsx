/** How far logs were searched is told below what was found, whatever came of it. */
import { afterEach, expect, test } from 'vitest';
import type { Question } from '../../../src/app/use-question';
import { LogSearchProgress } from '../../../src/app/views/account/LogSearchProgress';
import { failure } from '../../../src/core/values/failure';
import { mount } from '../ui/mount';

type Blocks = { from: number; to: number };

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());

function text(search: Question<Blocks>, count: number): string | null {
  page = mount(<LogSearchProgress search={search} count={count} none="No change in the events" />);
  return page.element.textContent;
}

const found = (value: Blocks): Question<Blocks> => ({ state: 'here', value, last: value, again: () => {} });

test('a search of the whole chain says so', () => {
  expect(text(found({ from: 0, to: 1_234 }), 2)).toBe('2 events found, in all blocks up to 1,234.');
});

test('a search that did not reach the first block says where it ended', () => {
  expect(text(found({ from: 1_000, to: 1_234 }), 0)).toBe(
    'No change in the events, in blocks 1,000 to 1,234. The endpoint gives no logs of older ones.',
  );
});

test('a search that failed says why, beside what an earlier one found, and can be made again', () => {
  let again = 0;
  const refused = failure('rateLimited', 'The endpoint asks to wait.');
  const search: Question<Blocks> = {
    state: 'failed',
    failure: refused,
    last: { from: 0, to: 9 },
    again: () => again++,
  };
  expect(text(search, 1)).toContain('1 event found, in all blocks up to 9.');
  expect(page?.element.textContent).toContain('The endpoint asks to wait.');
  page?.element.querySelector('button')?.click();
  expect(again).toBe(1);
});
