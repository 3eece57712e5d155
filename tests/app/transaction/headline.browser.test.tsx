/** The first heading of a transaction keeps to two lines, whatever the error says. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Headline } from '../../../src/app/views/transaction/Headline';
import type { Piece } from '../../../src/workers/trace/rows.api';
import { mount } from '../ui/mount';

const SHORT: readonly Piece[] = [{ as: 'words', text: 'Transfer succeeded' }];
const PROPOSAL = '27874013204573902834728340572389045723890457238904572389045723890457238904572';
const LONG: readonly Piece[] = [
  { as: 'name', text: 'Gov.execute' },
  { as: 'words', text: ' reverted: ' },
  {
    as: 'reason',
    text: `GovernorUnexpectedProposalState(proposalId: ${PROPOSAL}, current: Pending, expectedStates: 0x${'30'.repeat(32)}, timepoint: ${PROPOSAL})`,
  },
];

let unmount = () => {};
afterEach(() => unmount());

/** Heights in px: the heading and one line of its sentence; and the distance of their upper edges. */
function measured(pieces: readonly Piece[]) {
  const mounted = mount(<Headline status="failed" pieces={pieces} />);
  unmount = mounted.unmount;
  const heading = mounted.element.querySelector('h1') as HTMLElement;
  const sentence = heading.querySelector('[title]') as HTMLElement;
  const [outer, inner] = [heading.getBoundingClientRect(), sentence.getBoundingClientRect()];
  return {
    height: outer.height,
    line: Number.parseFloat(getComputedStyle(sentence).lineHeight),
    below: inner.top - outer.top,
    wider: document.documentElement.scrollWidth > innerWidth,
    whole: sentence.title,
  };
}

test.each([1440, 1200])('%i px: a long error takes two lines, beside the status', async (width) => {
  await page.viewport(width, 900);
  const { height, line, below, wider, whole } = measured(LONG);
  expect(height).toBeGreaterThan(line * 1.5);
  expect(height).toBeLessThan(line * 2.5);
  expect(below).toBeLessThan(line / 2);
  expect(wider).toBe(false);
  expect(whole).toContain(`timepoint: ${PROPOSAL}`);
});

test('480 px: no wider than the page, and at most four lines below the status', async () => {
  await page.viewport(480, 900);
  const { height, line, wider } = measured(LONG);
  expect(height).toBeLessThan(line * 6);
  expect(wider).toBe(false);
});

test('a short sentence is one line', async () => {
  await page.viewport(1440, 900);
  const { height, line } = measured(SHORT);
  expect(height).toBeLessThan(line * 1.5);
});
