import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Callout } from '../../../src/app/ui/Callout';
import { ChartFrame } from '../../../src/app/ui/ChartFrame';
import { ProgressBar } from '../../../src/app/ui/ProgressBar';
import { eventually } from '../../helpers/eventually';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => {
  page?.unmount();
  document.documentElement.removeAttribute('data-theme');
});
const one = <Kind extends Element>(selector: string) => page?.element.querySelector<Kind>(selector) as Kind;
const all = (selector: string) => [...(page?.element.querySelectorAll<HTMLElement>(selector) ?? [])];

const DAY = 86_400_000;
const POINTS = [3, 5, 2, 8].map((value, day) => ({ time: Date.UTC(2026, 10, 1) + day * DAY, value }));

function Chart({ kind = 'bars' }: { kind?: 'bars' | 'line' }) {
  return (
    <div style={{ width: 400 }}>
      <ChartFrame label="Transactions per day" kind={kind} points={POINTS} openEnded formatValue={String} />
    </div>
  );
}

test('arrow keys read the points of a chart, the newest first, and stay within it', async () => {
  page = mount(<Chart />);
  const chart = one<HTMLElement>('[role=slider]');
  const read = () => chart.getAttribute('aria-valuetext');
  chart.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(read()).toBe('04/11/2026: 8, so far');
  await userEvent.keyboard('{ArrowLeft}');
  expect(read()).toBe('03/11/2026: 2');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(read()).toBe('01/11/2026: 3');
  await userEvent.keyboard('{Escape}');
  expect(read()).toBe('Arrow keys read the values');
});

test('the card follows the pointer and changes sides past the middle', async () => {
  page = mount(<Chart kind="line" />);
  const chart = one<HTMLElement>('[role=slider]');
  const { left, top, width } = chart.getBoundingClientRect();
  const point = (share: number) =>
    chart.dispatchEvent(
      new PointerEvent('pointermove', { clientX: left + width * share, clientY: top + 20, bubbles: true }),
    );
  const card = () => one<HTMLElement>('[data-side]');
  point(0.2);
  await eventually(() => expect(card()?.dataset.side).toBe('right'));
  expect(card().textContent).toContain('3');
  point(0.95);
  await eventually(() => expect(card()?.dataset.side).toBe('left'));
  const bounds = card().getBoundingClientRect();
  expect(bounds.right).toBeLessThanOrEqual(left + width);
  expect(bounds.left).toBeGreaterThanOrEqual(left);
});

test('a chart is a table for those who do not see it, and takes no room for that', () => {
  page = mount(<Chart />);
  expect(all('tbody tr').map(({ textContent }) => textContent)).toEqual([
    '01/11/20263',
    '02/11/20265',
    '03/11/20262',
    '04/11/20268',
  ]);
  expect(one<HTMLElement>('figure').scrollHeight).toBeLessThan(200);
});

test('bars are as tall as their sums, and the last is pale while its day is not over', async () => {
  page = mount(<Chart />);
  await eventually(() => expect(all('rect')).toHaveLength(4));
  const bars = all('rect').map((bar) => ({
    height: Number(bar.getAttribute('height')),
    opacity: bar.getAttribute('opacity'),
  }));
  expect((bars[3]?.height ?? 0) / (bars[2]?.height ?? 1)).toBeCloseTo(4, 5);
  expect(bars.map(({ opacity }) => Number(opacity))).toEqual([0.75, 0.75, 0.75, 0.35]);
});

test('work says how far it is in counts, and can be cancelled', async () => {
  let cancelled = 0;
  page = mount(
    <>
      <ProgressBar label="Indexing" done={41_000} total={100_000} unit="blocks" onCancel={() => (cancelled += 1)} />
      <ProgressBar label="Reading" done={212} unit="slots" />
    </>,
  );
  const bars = all('[role=progressbar]');
  expect(bars[0]?.getAttribute('aria-valuetext')).toBe('41,000 of 100,000 blocks');
  expect(bars[0]?.getAttribute('aria-valuenow')).toBe('41000');
  expect(bars[1]?.hasAttribute('aria-valuenow')).toBe(false);
  expect(page.element.textContent).toContain('212 slots');
  one<HTMLElement>('button').focus();
  await userEvent.keyboard('{Enter}');
  expect(cancelled).toBe(1);
});

test.each(['light', 'dark'])('axe finds nothing wrong with charts and notes in the %s theme', async (theme) => {
  document.documentElement.dataset.theme = theme;
  page = mount(
    <>
      <h1>Pictures</h1>
      <Chart />
      <Chart kind="line" />
      <Callout>Something is missing.</Callout>
      <Callout tone="failure">It failed.</Callout>
      <Callout tone="success">It worked.</Callout>
      <Callout tone="accent">Good to know.</Callout>
      <ProgressBar label="Indexing" done={1} total={3} unit="blocks" />
      <ProgressBar label="Reading" done={1} unit="slots" />
    </>,
  );
  const { violations } = await axe.run(page.element);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
});
