/** What becomes of transactions on a real node that mines when it is told to: replaced, waiting for another, too dear. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { SentDelay } from '../../../src/workers/chain/chain.api';
import { sendFromNode } from '../../../src/workers/chain/contract-calls';
import { waitForTransaction } from '../../../src/workers/chain/wait-for-transaction';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { startNode, type TestNode } from '../../helpers/node';
import { rpcOf } from '../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS;
const signal = () => new AbortController().signal;

let node: TestNode;

beforeEach(async () => {
  node = await startNode({ isAutomatic: false });
});

afterEach(() => node.stop());

function send(nonce: number, gasPrice: bigint): Promise<Hash> {
  const hex = (value: bigint | number) => `0x${value.toString(16)}`;
  const transaction = { from: ALICE, to: BOB, gas: '0x5208', nonce: hex(nonce), gasPrice: hex(gasPrice), value: '0x1' };
  return node.call('eth_sendTransaction', [transaction]);
}

/** A wait, and the first delay that it tells. */
function wait(hash: Hash) {
  let tell: (delay: SentDelay | undefined) => void = () => {};
  const first = new Promise<SentDelay | undefined>((resolve) => {
    tell = resolve;
  });
  const outcome = waitForTransaction(rpcOf([node.url]), hash, signal(), tell);
  return { outcome, first };
}

test('a transaction waits for one that nobody sent, says which, and goes on once it is there', async () => {
  const late = wait(await send(2, 10n ** 10n));
  expect(await late.first).toEqual({ why: 'gap', nonce: 2, missing: 0 });
  await send(0, 10n ** 10n);
  await send(1, 10n ** 10n);
  await node.call('evm_mine');
  expect(await late.outcome).toMatchObject({ ok: true, value: { state: 'mined', success: true } });
});

test('a transaction whose nonce another one took was replaced', async () => {
  const { outcome, first } = wait(await send(1, 10n ** 10n));
  // The wait has seen the transaction once it tells of the gap below it.
  await first;
  await send(1, 10n ** 11n);
  await send(0, 10n ** 10n);
  await node.call('evm_mine');
  expect(await outcome).toEqual({ ok: true, value: { state: 'replaced' } });
});

test('a transaction that was replaced before it was seen, or is of another chain, is told as unseen', async () => {
  const hash = await send(0, 10n ** 10n);
  await send(0, 10n ** 11n);
  await node.call('evm_mine');
  const stop = new AbortController();
  const delays: (SentDelay | undefined)[] = [];
  const outcome = waitForTransaction(rpcOf([node.url]), hash, stop.signal, (delay) => {
    delays.push(delay);
    stop.abort();
  });
  expect(await outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(delays).toEqual([{ why: 'unseen' }]);
});

test('a node that signs says that the account has not enough', async () => {
  const transaction = { from: ALICE as Address, to: BOB as Address, data: '0x', value: 10n ** 30n } as const;
  const refused = await sendFromNode(rpcOf([node.url]), transaction);
  expect(!refused.ok && refused.error.message).toMatch(/insufficient funds|has not enough/i);
});
