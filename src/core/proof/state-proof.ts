/** Whether values that were read of the state are those under a state root. */
import { keccakHex } from '../chain/keccak';
import type { Address, Hash, Hex } from '../chain/primitives';
import { type AccountProof, proveAccount } from './account-proof';
import type { StatePart } from './proof-level';

/** One account as it was read: slots by key, value of 32 bytes. */
export type ReadAccount = {
  address: Address;
  balance: bigint;
  nonce: number;
  code: Hex;
  slots: ReadonlyMap<Hash, Hash>;
};

/**
 * Compares an account as it was read with a proof of it. Returns why the proof proves nothing, in a sentence, or which
 * values the root commits to otherwise: these contradict the endpoint, whoever makes the blocks.
 */
export function compareWithProof(
  stateRoot: Hash,
  read: ReadAccount,
  proof: AccountProof,
): 'equal' | { unproven: string } | { others: readonly StatePart[] } {
  const { address } = read;
  if (proof.address !== address) return { unproven: `The proof is of another account than ${address}.` };
  const proven = proveAccount(stateRoot, proof);
  if ('reason' in proven) return { unproven: proven.reason };
  const { account } = proven;
  const others: StatePart[] = [];
  if (account.nonce !== BigInt(read.nonce)) others.push({ address, part: 'nonce' });
  if (account.balance !== read.balance) others.push({ address, part: 'balance' });
  if (account.codeHash !== keccakHex(read.code)) others.push({ address, part: 'code' });
  for (const [key, value] of read.slots) {
    const found = account.storage.get(key);
    if (found === undefined) {
      if (others.length === 0) return { unproven: `There is no proof of slot ${key} of ${address}.` };
    } else if (found !== BigInt(value)) others.push({ address, part: 'slot', key });
  }
  return others.length === 0 ? 'equal' : { others };
}

/** Writes a sentence that says that a value is another than the endpoint said. */
export function describeOther(other: StatePart): string {
  const what = other.part === 'slot' ? `value in slot ${other.key}` : other.part;
  return `The state has another ${what} of ${other.address} than the endpoint said.`;
}
