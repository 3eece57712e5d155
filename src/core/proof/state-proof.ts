/** Whether values that were read of the state are those under a state root. */
import { keccak256 } from 'viem';
import type { Address, Hash, Hex } from '../chain/primitives';
import { type AccountProof, proveAccount } from './account-proof';

/** One account as it was read: slots by key, value of 32 bytes. */
export type ReadAccount = {
  address: Address;
  balance: bigint;
  nonce: number;
  code: Hex;
  slots: ReadonlyMap<Hash, Hash>;
};

/** Finds the first value that was read and is disproven, in a sentence; undefined when nonce, balance, code and every slot are proven. */
export function findStateContradiction(stateRoot: Hash, read: ReadAccount, proof: AccountProof): string | undefined {
  const { address } = read;
  if (proof.address !== address) return `The proof is of another account than ${address}.`;
  const proven = proveAccount(stateRoot, proof);
  if ('reason' in proven) return proven.reason;
  const { account } = proven;
  const differs = (what: string) => `The state has another ${what} of ${address} than the endpoint said.`;
  if (account.nonce !== BigInt(read.nonce)) return differs('nonce');
  if (account.balance !== read.balance) return differs('balance');
  if (account.codeHash !== keccak256(read.code)) return differs('code');
  for (const [key, value] of read.slots) {
    const found = account.storage.get(key);
    if (found === undefined) return `There is no proof of slot ${key} of ${address}.`;
    if (found !== BigInt(value)) return differs(`value in slot ${key}`);
  }
  return undefined;
}
