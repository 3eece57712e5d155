import { keccak256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { type AccountProof, EMPTY_CODE_HASH, proveAccount } from '../../../src/core/proof/account-proof';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { sendMined } from '../../helpers/mined';

/** Init code that stores 0x1234 at slot 0 and 7 at slot 5, and returns one byte of code (STOP). */
const STORING = '0x611234600055600760055560016000f3' as Hex;
const slot = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as Hash;

let anvil: Anvil;
let stateRoot: Hash;
let contract: Address;
beforeAll(async () => {
  anvil = await startAnvil();
  const [from] = ANVIL_ACCOUNTS;
  const receipt = await sendMined(anvil, { from, data: STORING, gas: '0x186a0' });
  contract = receipt.contractAddress;
  stateRoot = (await anvil.call<{ stateRoot: Hash }>('eth_getBlockByNumber', ['latest', false])).stateRoot;
});
afterAll(() => anvil.stop());

async function proofOf(address: Address, slots: readonly Hash[]): Promise<AccountProof> {
  const answer = await anvil.call<AccountProof>('eth_getProof', [address, slots, 'latest']);
  return {
    ...answer,
    address,
    storageProof: answer.storageProof.map(({ proof }, index) => ({ key: slots[index] as Hash, proof })),
  };
}

test('proves an account with its code, its slots and a slot that is empty', async () => {
  const proven = proveAccount(stateRoot, await proofOf(contract, [slot(0), slot(5), slot(6)]));
  if ('reason' in proven) throw new Error(proven.reason);
  const { account } = proven;
  expect(account).toMatchObject({ exists: true, nonce: 1n, balance: 0n, codeHash: keccak256('0x00') });
  expect([...account.storage]).toEqual([
    [slot(0), 0x1234n],
    [slot(5), 7n],
    [slot(6), 0n],
  ]);
});

test('proves that an account does not exist', async () => {
  const proven = proveAccount(stateRoot, await proofOf(`0x${'5e'.repeat(20)}` as Address, []));
  expect(proven).toMatchObject({ account: { exists: false, nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH } });
});

test('refuses the proof of another account, of another slot, and under another root', async () => {
  const own = await proofOf(contract, [slot(0), slot(5)]);
  const [from] = ANVIL_ACCOUNTS;
  expect(proveAccount(stateRoot, { ...own, address: from as Address })).toHaveProperty('reason');
  expect(proveAccount(keccak256('0x01') as Hash, own)).toHaveProperty('reason');
  const [first, second] = own.storageProof as [AccountProof['storageProof'][0], AccountProof['storageProof'][0]];
  const swapped = { ...own, storageProof: [{ key: first.key, proof: second.proof }] };
  // The path of one slot proves either nothing of the other, or that it is absent: never the other's value.
  const proven = proveAccount(stateRoot, swapped);
  if ('account' in proven) expect(proven.account.storage.get(first.key)).not.toBe(7n);
});
