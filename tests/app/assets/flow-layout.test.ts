import { expect, test } from 'vitest';
import { type FlowTransfer, layOutFlow, linePath, NODE, pointsOnLine } from '../../../src/app/views/assets/flow-layout';

/** `A>B 1`, one a line. */
const transfersOf = (lines: readonly string[]) =>
  lines.map((line): FlowTransfer => {
    const [, from = '', to = '', text = ''] = /^(\w+)>(\w+) (.+)$/.exec(line) ?? [];
    return { from, to, text };
  });
const flow = (...lines: string[]) => layOutFlow(transfersOf(lines));
const columns = (layout: ReturnType<typeof flow>) =>
  Object.fromEntries(layout.nodes.map(({ id, column }) => [id, column]));

test('money goes from left to right', () => {
  expect(columns(flow('A>B 1', 'B>C 1', 'A>C 2'))).toEqual({ A: 0, B: 1, C: 2 });
});

test('what would close a circle goes back', () => {
  const layout = flow('A>B 1', 'B>C 1', 'C>A 1');
  expect(columns(layout)).toEqual({ A: 0, B: 1, C: 2 });
  expect(layout.links.map(({ back }) => back)).toEqual([false, false, true]);
});

test('transfers between the same two are one link, equal ones counted', () => {
  const { links } = flow('A>B 1 ETH', 'A>B 1 ETH', 'A>B 2 TOK', 'B>A 3 TOK');
  expect(links.map(({ texts }) => texts)).toEqual([
    [
      { text: '1 ETH', times: 2 },
      { text: '2 TOK', times: 1 },
    ],
    [{ text: '3 TOK', times: 1 }],
  ]);
});

test('two hundred transfers between sixty accounts: every account has room of its own', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `N${(at * 7) % 60}>N${(at * 11 + 5) % 60} ${at}`).filter(
    (line) => !/^(N\d+)>\1 /.test(line),
  );
  const { nodes, width, height } = flow(...lines);
  for (const node of nodes) {
    expect(node.x + NODE.width).toBeLessThanOrEqual(width);
    expect(node.y + NODE.height).toBeLessThanOrEqual(height);
    for (const other of nodes) {
      if (other === node) continue;
      const apart = Math.abs(node.x - other.x) >= NODE.width || Math.abs(node.y - other.y) >= NODE.height;
      expect(apart, `${node.id} ${other.id}`).toBe(true);
    }
  }
});

test.each([
  ['a payment by way of others, and at once', ['A>B 1', 'B>C 1', 'C>D 1', 'A>D 2', 'D>A 3', 'D>B 1']],
  ['a swap over three pairs', ['U>P 1', 'P>Q 1', 'Q>R 1', 'R>U 1', 'W>R 2', 'R>W 2', 'U>R 1', 'P>W 1']],
  ['many', Array.from({ length: 60 }, (_, at) => `N${(at * 7) % 20}>N${(at * 11 + 5) % 20} ${at}`)],
])('%s: no line passes behind an account', (_, lines) => {
  for (const upright of [false, true]) {
    const { nodes, links } = layOutFlow(
      transfersOf(lines).filter(({ from, to }) => from !== to),
      upright,
    );
    const hidden = links.flatMap((link) =>
      pointsOnLine(link, upright).flatMap(({ x, y }) =>
        nodes
          .filter((node) => x > node.x && x < node.x + NODE.width && y > node.y && y < node.y + NODE.height)
          .map(({ id }) => `${link.from.id} to ${link.to.id} behind ${id}`),
      ),
    );
    expect(hidden).toEqual([]);
  }
});

test('a line begins at the side of its account and ends at the side of the other', () => {
  const { links } = flow('A>B 1', 'B>C 1', 'C>A 1');
  const [forth, , back] = links;
  const endsOf = (path: string) => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x]) => Number(x));
  const [start, end] = [
    endsOf(linePath(forth as (typeof links)[number], false)),
    endsOf(linePath(back as (typeof links)[number], false)),
  ];
  expect([start[0], start.at(-1)]).toEqual([(forth?.from.x ?? 0) + NODE.width, forth?.to.x]);
  expect([end[0], end.at(-1)]).toEqual([back?.from.x, (back?.to.x ?? 0) + NODE.width]);
});

test('no transfers, no picture', () => {
  expect(layOutFlow([])).toMatchObject({ nodes: [], links: [] });
});
