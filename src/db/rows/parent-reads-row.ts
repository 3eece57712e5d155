/**
 * Table `parentReads`: what forks read of the block they began at. Networks that begin at the same block share what was
 * read here; what the file of a network says was read belongs to that network alone.
 */
import * as v from 'valibot';
import type { Hash, NetworkId } from '../../core/chain/primitives';
import type { ParentReads } from '../../core/virtual/remembered-source';
import { type AllStored, address, count, hash, hex, list, parseRow, rowWriter } from './fields';

const row = v.object({
  id: v.string(),
  /** `placeOf` or `placeOfFile`. */
  place: v.string(),
  accounts: list(v.object({ address, balance: v.bigint(), nonce: count, code: hex })),
  slots: list(v.object({ address, key: hash, value: hash })),
  hashes: list(v.object({ number: count, hash })),
});

export type ParentReadsRow = v.InferOutput<typeof row>;

/** Returns the `place` of what was read here of a block of a parent: its chain id and the hash of the block. */
export function placeOf({ networkId, hash }: { networkId: NetworkId; hash: Hash }): string {
  return `${networkId} ${hash}`;
}

/** Returns the `place` of what the file of a network says was read of its parent. */
export function placeOfFile(network: NetworkId): string {
  return `file ${network}`;
}

const toStored = rowWriter(row);

export function toParentReadsRow(id: string, place: string, reads: ParentReads): ParentReadsRow {
  return toStored({ ...reads, id, place });
}

/** Returns undefined where the row is damaged. */
export function fromParentReadsRow(stored: unknown): ParentReads | undefined {
  const kept = parseRow(row, stored);
  return kept && { accounts: kept.accounts, slots: kept.slots, hashes: kept.hashes };
}

/** Returns the content of several rows as one. */
export function joinReads(all: readonly ParentReads[]): ParentReads {
  return {
    accounts: all.flatMap(({ accounts }) => accounts),
    slots: all.flatMap(({ slots }) => slots),
    hashes: all.flatMap(({ hashes }) => hashes),
  };
}

true satisfies AllStored<ParentReads, ParentReadsRow>;
