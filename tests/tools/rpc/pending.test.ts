/** What a virtual network answers for `pending` while transactions wait, beside Anvil. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { type Anvil, startAnvil } from '../../../tools/anvil';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { ECHO_RUNTIME, word } from '../../helpers/contracts';
import { type Served, serveEmpty } from './served';

const [SENDER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const CODED = `0x${'c0'.repeat(20)}`;
const FEES = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x0' };

let anvil: Anvil;
let served: Served;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 });
  served = await serveEmpty(31337);
});
afterAll(async () => {
  await served.server.close();
  await anvil.stop();
});

/** Returns the answers of both. */
async function both<T = unknown>(method: string, ...params: unknown[]): Promise<{ ours: T; theirs: T }> {
  const [ours, theirs] = await Promise.all([served.call<T>(method, ...params), anvil.call<T>(method, params)]);
  return { ours, theirs };
}

test('calls, state and the block of pending are those after what waits; a nonce too far is not in it', async () => {
  await both('anvil_setCode', CODED, `0x${ECHO_RUNTIME}`);
  await both('evm_setAutomine', false);
  const send = (fields: object) => both('eth_sendTransaction', { from: SENDER, gas: '0x20000', ...FEES, ...fields });
  await send({ to: CODED, data: word(77) });
  await send({ to: OTHER, value: '0x5', gas: '0x5208' });
  await send({ from: OTHER, to: SENDER, value: '0x7', nonce: '0x3', gas: '0x5208' });
  for (const [method, ...params] of [
    ['eth_getStorageAt', CODED, '0x0'],
    ['eth_getBalance', OTHER],
    ['eth_getTransactionCount', SENDER],
    ['eth_getTransactionCount', OTHER],
    ['eth_getCode', CODED],
  ] as const)
    for (const at of ['pending', 'latest']) {
      const { ours, theirs } = await both<Hex>(method, ...params, at);
      expect([method, at, BigInt(ours)]).toEqual([method, at, BigInt(theirs)]);
    }
  // SLOAD of slot 0, which is returned.
  const code = '0x5f545f5260205ff3';
  const reads = (at: string) => both('eth_call', { to: CODED, data: '0x' }, at, { [CODED]: { code } });
  for (const at of ['pending', 'latest']) {
    const { ours, theirs } = await reads(at);
    expect([at, ours]).toEqual([at, theirs]);
  }
  type Block = { number: Hex; gasUsed: Hex; transactions: Hex[] };
  const block = await both<Block>('eth_getBlockByNumber', 'pending', false);
  const parts = ({ number, gasUsed, transactions }: Block) => [number, gasUsed, transactions.length];
  expect(parts(block.ours)).toEqual(parts(block.theirs));
  await both('evm_mine');
  const sealed = await both<Block>('eth_getBlockByNumber', 'latest', false);
  expect(parts(sealed.ours)).toEqual(parts(block.ours));
  expect(sealed.ours.transactions).toEqual(block.ours.transactions);
});
