import { expect, test } from 'vitest';
import { fitFlow, linkLines, OTHERS, READABLE } from '../../../src/app/views/assets/fit-flow';
import { placeLabels } from '../../../src/app/views/assets/flow-labels';
import { type FlowTransfer, NODE, pointsOnLine } from '../../../src/app/views/assets/flow-layout';

const ROOM = { width: 900, height: 600 };
const scaleIn = ({ width, height }: { width: number; height: number }) =>
  Math.min(ROOM.width / width, ROOM.height / height);
const chain = (count: number): FlowTransfer[] =>
  Array.from({ length: count }, (_, at) => ({ from: `A${at}`, to: `A${at + 1}`, text: `${at} ETH` }));
const airdrop = (count: number): FlowTransfer[] =>
  Array.from({ length: count }, (_, at) => ({ from: 'Giver', to: `A${at}`, text: '120,000.5 MPL' }));
const tangle = (count: number): FlowTransfer[] =>
  Array.from({ length: count }, (_, at) => ({
    from: `A${(at * 7) % 60}`,
    to: `A${(at * 11 + 5) % 60}`,
    text: `${at} ETH`,
  })).filter(({ from, to }) => from !== to);

test('a chain of ten accounts stands upright, whole and readable', () => {
  const flow = fitFlow(chain(9), ROOM);
  expect(flow).toMatchObject({ upright: true, others: 0, accounts: 10 });
  expect(flow.nodes).toHaveLength(10);
  expect(scaleIn(flow)).toBeGreaterThanOrEqual(READABLE);
});

test('accounts stand side by side as long as that is readable', () => {
  expect(fitFlow(chain(2), ROOM).upright).toBe(false);
  expect(fitFlow(chain(2), { width: 660, height: 600 }).upright).toBe(false);
  expect(fitFlow(chain(2), { width: 440, height: 600 }).upright).toBe(true);
});

test('two hundred transfers fit and are readable, the last accounts as one', () => {
  for (const transfers of [chain(200), airdrop(200), tangle(200)]) {
    const flow = fitFlow(transfers, ROOM);
    expect(scaleIn(flow)).toBeGreaterThanOrEqual(READABLE);
    expect(flow.nodes.length - 1 + flow.others).toBe(flow.accounts);
    expect(flow.nodes.filter(({ id }) => id === OTHERS)).toHaveLength(1);
    // As many as there is room for, not the fewest.
    expect(flow.nodes.length).toBeGreaterThan(7);
  }
});

test('what leads to accounts drawn as one is counted', () => {
  const flow = fitFlow(airdrop(200), ROOM);
  const link = flow.links.find(({ to }) => to.id === OTHERS);
  expect(link && linkLines(link)).toEqual([`${flow.others} transfers`]);
});

test('no text of a link stands over an account or another text', () => {
  const several = ['A>B', 'A>C', 'B>D', 'C>D', 'A>D', 'D>A', 'B>C'].flatMap((pair) =>
    ['5 × Items #1', '6 × Items #2', '7 × Items #3'].map((text) => ({ from: pair[0] ?? '', to: pair[2] ?? '', text })),
  );
  for (const transfers of [chain(9), airdrop(9), several]) {
    const flow = fitFlow(transfers, ROOM);
    const labels = placeLabels(flow, flow.links);
    expect(labels).toHaveLength(flow.links.length);
    const boxes = [
      ...labels.map(({ x, y, width, height }) => ({ x: x - width / 2, y, width, height })),
      ...flow.nodes.map(({ x, y }) => ({ x, y, ...NODE })),
    ];
    boxes.forEach((a, at) => {
      for (const b of boxes.slice(at + 1)) {
        const apart = a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
        expect(apart, JSON.stringify([a, b])).toBe(true);
      }
    });
  }
});

test('texts stand within the drawing, which a narrow page shows to its edges', () => {
  const text = '1,234,567.891 WETH and more';
  const names = ['A', 'B', 'C', 'D', 'E'];
  const flow = fitFlow(
    names.map((to) => ({ from: 'Giver', to, text })),
    { width: 440, height: 600 },
  );
  expect(flow.width).toBeGreaterThan(text.length * 6.3);
  const labels = placeLabels(flow, flow.links);
  expect(labels).toHaveLength(flow.links.length);
  for (const { x, width } of labels) {
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(flow.width);
  }
});

test('a text that is wider than an upright drawing stands within the page that shows it', () => {
  const text = '1,000 smallest units of Unknown ERC-20 token';
  const flow = fitFlow(
    [
      { from: 'A', to: 'B', text },
      { from: 'B', to: 'C', text: '5 Wei' },
    ],
    { width: 440, height: 600 },
  );
  expect([flow.upright, flow.width < text.length * 6.3]).toEqual([true, true]);
  for (const { x, width } of placeLabels(flow, flow.links, 440)) {
    // The drawing stands in its middle.
    const left = x - width / 2 + (440 - flow.width) / 2;
    expect([left >= 0, left + width <= 440]).toEqual([true, true]);
  }
});

test('a long text is wrapped and stands between its accounts, beside its line, side by side and upright', () => {
  const transfers = [
    { from: 'A', to: 'B', text: '1,000,000 Wei' },
    { from: 'A', to: 'B', text: '1,000 smallest units of Unknown ERC-20 token' },
    { from: 'B', to: 'C', text: '5 Wei' },
  ];
  for (const width of [440, 1_000]) {
    const flow = fitFlow(transfers, { width, height: 600 });
    expect(flow.upright).toBe(width === 440);
    const labels = placeLabels(flow, flow.links, width);
    expect(labels.map(({ lines }) => lines)).toEqual([
      ['1,000,000 Wei', '1,000 smallest units of', 'Unknown ERC-20 token'],
      ['5 Wei'],
    ]);
    const [first, second] = flow.nodes.map((node) => (flow.upright ? node.y + NODE.height : node.x + NODE.width));
    const points = flow.links.flatMap((link) => pointsOnLine(link, flow.upright));
    labels.forEach((label, at) => {
      const [left, right] = [label.x - label.width / 2, label.x + label.width / 2];
      const begin = flow.upright ? label.y : left;
      expect(begin).toBeGreaterThanOrEqual(Number([first, second][at]));
      const on = points.filter(({ x, y }) => x > left && x < right && y > label.y && y < label.y + label.height);
      expect(on).toEqual([]);
    });
  }
});

test('the texts of a swap stand on no line', () => {
  const swap = [
    'U>R 1 ETH',
    'R>W 1 ETH',
    'W>P 1 WETH',
    'P>Q 52.1 ALF',
    'Q>U 1,000 BUSD',
    'W>R 0.1 WETH',
    'R>U 0.1 ETH',
  ];
  const flow = fitFlow(
    swap.map((line) => ({ from: line[0] ?? '', to: line[2] ?? '', text: line.slice(4) })),
    { width: 1200, height: 600 },
  );
  const points = flow.links.flatMap((link) => pointsOnLine(link, flow.upright));
  const labels = placeLabels(flow, flow.links);
  expect(labels).toHaveLength(flow.links.length);
  const crossed = labels.filter(({ x, y, width, height }) =>
    points.some((point) => Math.abs(point.x - x) < width / 2 && point.y > y && point.y < y + height),
  );
  expect(crossed.map(({ lines }) => lines)).toEqual([]);
});
