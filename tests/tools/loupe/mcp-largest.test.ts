/** The tools of `loupe mcp` on the demo chain's transaction of 100,801 calls: no answer is larger than it may be, and all are had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Devnet, startDevnet } from '../../../devnet/demo-chain';
import { connectMcp, type McpAsking } from '../../helpers/mcp';

let devnet: Devnet;
let mcp: McpAsking;
beforeAll(async () => {
  devnet = await startDevnet();
  mcp = await connectMcp(devnet.rpcUrl, devnet.buildOutputPath);
});
afterAll(async () => {
  await mcp?.close();
  await devnet?.stop();
});

const SIZES = [1_000, 3_000, 40_000];

// The client of the test checks the size of every answer.
test('every answer keeps its size', { timeout: 1_800_000 }, async () => {
  const transaction = devnet.hashOf('hundred-thousand-calls');
  expect(await mcp.ask('transaction', { transaction })).toContain('| trace: 100,801 calls');
  for (const size of SIZES) {
    for (const [name, given] of [
      ['transaction', {}],
      ['failure', {}],
      ['skeleton', { depth: 1_000, gas: true }],
      ['subtree', { depth: 1_000, storage: true }],
      ['subtree', { row: 50_000, depth: 1_000 }],
      ['search', { text: '0x', filter: 'all' }],
      ['step', { at: 500_000, machine: true }],
      ['funds', {}],
      ['state', {}],
    ] as const)
      await mcp.ask(name, { transaction, size, ...given });
    await mcp.ask('compare', { first: transaction, second: transaction, size });
  }
});

test('a cursor goes on where the answer before ended', async () => {
  const transaction = devnet.hashOf('hundred-thousand-calls');
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < 10; page++) {
    const answer = await mcp.ask('subtree', { transaction, depth: 1_000, cursor });
    for (const [, row = ''] of answer.matchAll(/^\| *#(\d+) /gm)) {
      expect(seen.has(row)).toBe(false);
      seen.add(row);
    }
    cursor = /^next: cursor "([^"]+)"/m.exec(answer)?.[1];
    expect(cursor).toBeDefined();
  }
  expect(seen.size).toBeGreaterThan(200);
});
