/** The demo chain's transaction of 100,801 calls, on a node that serves nothing else: its steps take more than a gigabyte there. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Devnet, startDevnet } from '../../../../devnet/demo-chain';
import { request } from '../../../../devnet/rpc';
import type { Hash, Hex } from '../../../../src/core/chain/primitives';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { callTracerOf, linesOf, replayJobOf, verifiedReplay } from '../../../helpers/replays';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;
const CALLS = 100_801;

let devnet: Devnet;
let proxy: FaultProxy;
let hash: Hash;
let expected: readonly string[];
beforeAll(async () => {
  devnet = await startDevnet();
  proxy = await startFaultProxy(devnet.rpcUrl);
  hash = devnet.hashOf('hundred-thousand-calls') as Hash;
  expected = linesOf(await callTracerOf(devnet.rpcUrl, hash));
}, 240_000);
afterAll(async () => {
  await proxy?.stop();
  await devnet?.stop();
});
beforeEach(() => proxy.set({}));

/** Compares without printing a hundred thousand lines when they differ. */
function expectSameLines(found: readonly string[], wanted: readonly string[]): void {
  const first = wanted.findIndex((line, row) => line !== found[row]);
  expect({ first, line: found[first], rows: found.length }).toEqual({
    first: -1,
    line: undefined,
    rows: wanted.length,
  });
}

test.each([
  ['prestateTracer', {}],
  ['rpc', { refuse: ONLY_PLAIN }],
] as const)('a tree of 100,801 calls, on the state that %s gives', async (from, behaviour) => {
  proxy.set(behaviour);
  const { origin, replay, compared } = await verifiedReplay(await replayJobOf(devnet.rpcUrl, hash, proxy.url));
  expect({ origin, status: compared.status }).toEqual({ origin: from, status: true });
  const trace = replay.finish();
  expect(trace.rows.length).toBe(CALLS);
  expectSameLines(linesOf(trace), expected);
});

test('the same tree in the middle of a block, after one that writes the same slot', async () => {
  const [tree, ivan, heidi] = [devnet.addressOf('CallTree'), accountOf('Ivan'), accountOf('Heidi')];
  const run = (from: Hex, rounds: number, gas: number) =>
    request(devnet.rpcUrl, 'eth_sendTransaction', [
      // The selector of run(uint256).
      { from, to: tree, gas: `0x${gas.toString(16)}`, data: `0xa444f5e9${rounds.toString(16).padStart(64, '0')}` },
    ]) as Promise<Hash>;
  await request(devnet.rpcUrl, 'evm_setAutomine', [false]);
  for (const from of [ivan, heidi]) await request(devnet.rpcUrl, 'anvil_impersonateAccount', [from]);
  await run(ivan, 112, 1_000_000);
  const later = await run(heidi, 11_200, 50_000_000);
  await run(ivan, 112, 1_000_000);
  await request(devnet.rpcUrl, 'evm_mine', []);

  proxy.set({ refuse: ONLY_PLAIN });
  const { origin, replay, compared } = await verifiedReplay(await replayJobOf(devnet.rpcUrl, later, proxy.url));
  expect({ origin, earlier: compared.earlier }).toEqual({ origin: 'rpc', earlier: 1 });
  const trace = replay.finish();
  expect(trace.rows.length).toBe(CALLS);
  expectSameLines(linesOf(trace), linesOf(await callTracerOf(devnet.rpcUrl, later)));
});

function accountOf(label: string): Hex {
  const found = Object.entries(devnet.manifest.accounts).find(([, each]) => each === label);
  if (found === undefined) throw new Error(`No account of the demo chain is labelled ${label}.`);
  return found[0] as Hex;
}
