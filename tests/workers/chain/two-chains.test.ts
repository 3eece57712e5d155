import 'fake-indexeddb/auto';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { readTransaction } from '../../../src/db/chain/transactions';
import { ANVIL_ACCOUNTS, ANVIL_KEYS } from '../../helpers/anvil';
import { forgetAll, startEngine } from '../../helpers/demo-engine';
import { receiptOf } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';

const FIRST = 31337 as NetworkId;
const SECOND = 31338 as NetworkId;

let first: TestNode;
let second: TestNode;
beforeAll(async () => {
  [first, second] = await Promise.all([startNode({ chainId: FIRST }), startNode({ chainId: SECOND })]);
});
afterAll(() => Promise.all([first?.stop(), second?.stop()]));
afterEach(() => forgetAll());

test('a transaction that is in blocks of two chains is one of each, with the block and the trace of its own', async () => {
  // Signed as before EIP-155, for any chain.
  const raw = await privateKeyToAccount(ANVIL_KEYS[0]).signTransaction({
    type: 'legacy',
    nonce: 0,
    to: ANVIL_ACCOUNTS[1],
    value: 1n,
    gas: 21_000n,
    gasPrice: 4_000_000_000n,
  });
  const hash = await first.call<Hash>('eth_sendRawTransaction', [raw]);
  await second.call('anvil_mine', ['0x5']);
  expect(await second.call('eth_sendRawTransaction', [raw])).toBe(hash);
  for (const chain of [first, second]) await receiptOf(chain, hash);

  const config = parseRuntimeConfig({
    networks: [
      { id: FIRST, rpcUrls: [first.url] },
      { id: SECOND, rpcUrls: [second.url] },
    ],
  });
  if (!config.ok) throw new Error(config.error);
  const { engine, open } = await startEngine([], config.value);
  for (const networkId of [FIRST, SECOND, FIRST]) {
    const opened = await open({ networkId, hash });
    expect(opened.verification?.checked).toMatchObject({ unchecked: [], isIncluded: true });
  }
  await engine.settled();
  const blocks = await Promise.all(
    [FIRST, SECOND].map(async (networkId) => (await readTransaction({ networkId, hash }))?.receipt),
  );
  expect(blocks.map((receipt) => receipt?.blockNumber)).toEqual([1, 6]);
  expect(blocks[0]?.blockHash).not.toBe(blocks[1]?.blockHash);
});
