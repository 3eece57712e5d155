/** How many times a node is waited for when a transaction is replayed on plain calls alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { Hash } from '../../../../src/core/chain/primitives';
import { createRpc } from '../../../../src/net/rpc/rpc';
import { type DemoChain, startDemoChain } from '../../../helpers/demo-engine';
import { replayJobOf, verifiedReplay } from '../../../helpers/replays';
import { ANVIL_NETWORK, endpointsOf } from '../../../helpers/rpc';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;

let chain: DemoChain;
beforeAll(async () => {
  chain = await startDemoChain();
});
afterAll(() => chain?.stop());

/** HTTP requests of one replay, each of which carries all that is asked at that time, and the calls in them. */
async function roundTrips(hash: Hash): Promise<{ requests: number; calls: number }> {
  const { devnet, proxy } = chain;
  const job = await replayJobOf(devnet.rpcUrl, hash, proxy.url);
  const rpc = createRpc({
    networkId: ANVIL_NETWORK,
    endpoints: endpointsOf([proxy.url]),
    limits: { batchSize: 5_000 },
  });
  proxy.set({ refuse: ONLY_PLAIN });
  proxy.resetCounts();
  await verifiedReplay({ ...job, rpc, prestate: { use: 'never', reason: 'not for this test' } });
  return { requests: proxy.requests(), calls: proxy.calls() };
}

/**
 * HTTP requests of the replay at most, with the question for the chain's id, the access list
 * that is refused, and accounts and slots; beside them what it took to ask for each piece of
 * state when it was met.
 */
const MOST = [
  ['erc20-transfer', 4, 5],
  ['erc20-airdrop', 4, 44],
  ['swap-one-hop', 9, 17],
  ['swap-two-hops', 11, 25],
  ['swap-three-hops', 13, 33],
  ['multicall-swaps', 10, 27],
  ['uups-after-upgrade', 8, 13],
  ['erc721-mint', 4, 8],
  ['multisig-execute', 7, 14],
  ['nested-custom-error', 7, 8],
  ['directory-join', 5, 15],
  ['set-code', 6, 11],
] as const satisfies readonly (readonly [TransactionName, number, number])[];

test.each(MOST)('%s: %d round trips rather than %d', async (name, most) => {
  const { requests } = await roundTrips(chain.keyOf(name).hash);
  expect(requests).toBeLessThanOrEqual(most);
});

test('what is asked for in vain stays little', async () => {
  let calls = 0;
  for (const [name] of MOST) calls += (await roundTrips(chain.keyOf(name).hash)).calls;
  // Each piece of state asked for when it was met, these are 497.
  expect(calls).toBeLessThan(1.4 * 497);
});
