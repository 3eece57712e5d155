/**
 * Block access lists (EIP-7928): every account and slot that a block touched,
 * with what each held after each of its transactions. The header commits to
 * the list by the hash of its RLP. From it and the state of the block before,
 * the state before any of the block's transactions follows without executing
 * those before it.
 *
 * Changes have an index: 0 for what the protocol itself does before the first
 * transaction, i + 1 for transaction i, one more for what follows the last.
 */
import { keccakHex } from '../chain/keccak';
import type { Address, Hash, Hex } from '../chain/primitives';
import { encodeRlp, type RlpItem, rlpScalar } from '../chain/rlp';

export type Change<T> = { index: number; value: T };

/** What happened to one account. Changes are in the order of their indexes. */
export type AccountAccess = {
  address: Address;
  storageChanges: readonly { key: Hash; changes: readonly Change<Hash>[] }[];
  /** Slots that were read and not changed. */
  storageReads: readonly Hash[];
  balanceChanges: readonly Change<bigint>[];
  nonceChanges: readonly Change<bigint>[];
  codeChanges: readonly Change<Hex>[];
};

/** Accounts in the order of the addresses. */
export type BlockAccessList = readonly AccountAccess[];

/** Returns the hash that a header commits to the list with. Linear in the list. */
export function hashBlockAccessList(list: BlockAccessList): Hash {
  const scalars = (changes: readonly Change<bigint>[]): RlpItem[] =>
    changes.map(({ index, value }) => [rlpScalar(index), rlpScalar(value)]);
  const items = list.map(
    (account): RlpItem => [
      account.address,
      account.storageChanges.map(({ key, changes }) => [
        rlpScalar(BigInt(key)),
        changes.map(({ index, value }) => [rlpScalar(index), rlpScalar(BigInt(value))]),
      ]),
      account.storageReads.map((key) => rlpScalar(BigInt(key))),
      scalars(account.balanceChanges),
      scalars(account.nonceChanges),
      account.codeChanges.map(({ index, value }) => [rlpScalar(index), value]),
    ],
  );
  return keccakHex(encodeRlp(items));
}

/** Values of an account that differ from those after the block before; an absent value is as it was. */
export type AccountChanges = {
  balance?: bigint;
  nonce?: number;
  code?: Hex;
  slots: ReadonlyMap<Hash, Hash>;
};

/** Returns, by account, the changes since the block before that transaction `position` of the block finds. Linear in the list. */
export function changesBefore(list: BlockAccessList, position: number): ReadonlyMap<Address, AccountChanges> {
  const found = new Map<Address, AccountChanges>();
  for (const { address, storageChanges, balanceChanges, nonceChanges, codeChanges } of list) {
    const slots = new Map<Hash, Hash>();
    for (const { key, changes } of storageChanges) {
      const value = lastBefore(changes, position);
      if (value !== undefined) slots.set(key, value);
    }
    const balance = lastBefore(balanceChanges, position);
    const nonce = lastBefore(nonceChanges, position);
    const code = lastBefore(codeChanges, position);
    found.set(address, {
      ...(balance === undefined ? {} : { balance }),
      ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
      ...(code === undefined ? {} : { code }),
      slots,
    });
  }
  return found;
}

/** The transaction at `position` has the index after it, so that all up to `position` came before. */
function lastBefore<T>(changes: readonly Change<T>[], position: number): T | undefined {
  return changes.findLast(({ index }) => index <= position)?.value;
}
