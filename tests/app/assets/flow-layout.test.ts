import { expect, test } from 'vitest';
import { type FlowTransfer, layOutFlow, NODE } from '../../../src/app/views/assets/flow-layout';

/** `A>B 1`, one a line. */
const flow = (...lines: string[]) =>
  layOutFlow(
    lines.map((line): FlowTransfer => {
      const [, from = '', to = '', text = ''] = /^(\w+)>(\w+) (.+)$/.exec(line) ?? [];
      return { from, to, text };
    }),
  );
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

test('no transfers, no picture', () => {
  expect(layOutFlow([])).toMatchObject({ nodes: [], links: [] });
});
