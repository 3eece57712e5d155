/**
 * Whether a transaction wrote what the access list of its block says it wrote
 * (EIP-7928). A receipt tells of status, gas and logs alone; the list, where
 * the header commits to it, tells of every balance, nonce, code and slot.
 */

import { bytesToHex } from '../chain/hex';
import type { Address, Hash } from '../chain/primitives';
import type { TouchedAccount } from '../replay/touched-accounts';
import type { BlockAccessList, Change } from './block-access-list';

/**
 * Returns the first difference between what transaction `position` of the block
 * left, by its execution and by the list, in a sentence; undefined when there
 * is none. Linear in the list and in what was touched.
 */
export function differenceFromList(
  list: BlockAccessList,
  position: number,
  touched: readonly TouchedAccount[],
): string | undefined {
  const stated = statedWrites(list, position + 1);
  const executed = executedWrites(touched);
  for (const [what, value] of executed) {
    const other = stated.get(what);
    if (other === undefined)
      return `The transaction wrote ${what}, of which the access list of its block says nothing.`;
    if (other !== value)
      return `The transaction left ${value} as ${what}, and the access list of its block says ${other}.`;
  }
  for (const [what] of stated)
    if (!executed.has(what))
      return `The access list of the block says that the transaction wrote ${what}, which it did not.`;
  return undefined;
}

/** Values by what they are of, in words for the reader. */
type Writes = Map<string, string>;

const balanceOf = (address: Address) => `the balance of ${address}`;
const nonceOf = (address: Address) => `the nonce of ${address}`;
const codeOf = (address: Address) => `the code of ${address}`;
const slotOf = (address: Address, key: string) => `slot ${BigInt(key)} of ${address}`;

function statedWrites(list: BlockAccessList, index: number): Writes {
  const writes: Writes = new Map();
  const note = <T extends bigint | string>(what: string, changes: readonly Change<T>[]) => {
    const change = changes.find((each) => each.index === index);
    if (change !== undefined) writes.set(what, String(change.value));
  };
  for (const { address, balanceChanges, nonceChanges, codeChanges, storageChanges } of list) {
    note(balanceOf(address), balanceChanges);
    note(nonceOf(address), nonceChanges);
    note(codeOf(address), codeChanges);
    for (const { key, changes } of storageChanges) note<Hash>(slotOf(address, key), changes);
  }
  return writes;
}

function executedWrites(touched: readonly TouchedAccount[]): Writes {
  const writes: Writes = new Map();
  for (const { address, before, after, storage } of touched) {
    if (after.balance !== before.balance) writes.set(balanceOf(address), String(after.balance));
    if (after.nonce !== before.nonce) writes.set(nonceOf(address), String(after.nonce));
    if (after.codeHash !== before.codeHash) writes.set(codeOf(address), bytesToHex(after.code));
    for (const slot of storage) if (slot.after !== slot.before) writes.set(slotOf(address, slot.key), slot.after);
  }
  return writes;
}
