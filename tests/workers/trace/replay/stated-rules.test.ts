import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hash } from '../../../../src/core/chain/primitives';
import type { Block } from '../../../../src/core/chain/transaction';
import { statedRules } from '../../../../src/workers/trace/replay/stated-rules';
import { type Anvil, startAnvil } from '../../../helpers/anvil';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

const NETWORK = { id: ANVIL_NETWORK, name: 'Anvil' };
const BLOCK = { networkId: ANVIL_NETWORK, timestamp: 0, transactions: [] as readonly Hash[] } as Block;

let anvil: Anvil;
let proxy: FaultProxy;
beforeAll(async () => {
  anvil = await startAnvil();
  proxy = await startFaultProxy(anvil.url);
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(() => {
  proxy.set({});
  proxy.resetCounts();
});

test('a node that was down is asked again, and not once it has answered', async () => {
  const rpc = rpcOf([proxy.url]);
  proxy.set({ fault: { kind: 'drop' } });
  expect(await statedRules(rpc, NETWORK, BLOCK)).toMatchObject({ isDevelopment: false });
  proxy.set({});
  expect(await statedRules(rpc, NETWORK, BLOCK)).toMatchObject({ isDevelopment: true });
  proxy.resetCounts();
  expect(await statedRules(rpc.lane('next'), NETWORK, BLOCK)).toMatchObject({ isDevelopment: true });
  expect(proxy.calls('anvil_nodeInfo')).toBe(0);
});

test('a node that has none of the methods is asked once', async () => {
  const rpc = rpcOf([proxy.url]);
  proxy.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config)$/ });
  expect(await statedRules(rpc, NETWORK, BLOCK)).toMatchObject({ isDevelopment: false });
  proxy.resetCounts();
  expect(await statedRules(rpc, NETWORK, BLOCK)).toMatchObject({ isDevelopment: false });
  expect(proxy.calls('anvil_nodeInfo')).toBe(0);
});

test.each([
  [
    { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
    { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  ],
  [{ target: 6, max: 9, baseFeeUpdateFraction: 0.5 }, undefined],
  [{ target: 6, max: 9, baseFeeUpdateFraction: 0 }, undefined],
])('a blob schedule of %j counts where prices can be computed with it', async (blobSchedule, blobs) => {
  proxy.set({ own: (method) => (method === 'eth_config' ? { current: { blobSchedule } } : undefined) });
  expect((await statedRules(rpcOf([proxy.url]), NETWORK, BLOCK))?.blobs).toEqual(blobs);
});

test('the header tells the fork of a node of the OP Stack that does not name it, whatever its chain id', async () => {
  const rpc = rpcOf([proxy.url]);
  proxy.set({ refuse: /^anvil_nodeInfo$/ });
  // As Hardhat's node of Isthmus writes it: denominator 250, elasticity 6.
  const isthmus = {
    ...BLOCK,
    extraData: '0x00000000fa00000006' as const,
    requestsHash: `0x${'00'.repeat(32)}` as Hash,
  };
  expect(await statedRules(rpc, NETWORK, isthmus)).toMatchObject({ hardfork: 'isthmus', family: { id: 'opStack' } });
  expect(await statedRules(rpc, NETWORK, { ...BLOCK, extraData: '0x' })).not.toHaveProperty('family');
  // Geth's version stands there.
  const geth = { ...BLOCK, extraData: '0xd883010d0e846765746888676f312e32312e36856c696e7578' as const };
  expect(await statedRules(rpc, NETWORK, geth)).not.toHaveProperty('family');
});
