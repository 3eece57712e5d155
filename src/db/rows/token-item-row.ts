/**
 * Entries of the lists `items` (`packed/list-names.ts`): the items of a collection (ERC-721, ERC-1155) that indexed
 * transfers name, in the order of their ids.
 */
import { PackedReader, packInteger, packSigned } from '../packed/packed-text';

export type ItemCount = {
  /** Number of holders that have some of it. */
  owners: number;
  /**
   * Amount minted less the amount burned in the indexed blocks. It is less than the holders have where the index begins
   * after the first transfer.
   */
  supply: bigint;
};

export function packItemCount({ owners, supply }: ItemCount): string {
  return packInteger(owners) + packSigned(supply);
}

/** Returns undefined where the entry is damaged. */
export function unpackItemCount(payload: string): ItemCount | undefined {
  const reader = new PackedReader(payload);
  const owners = reader.number();
  const supply = reader.signed();
  return owners === undefined || supply === undefined ? undefined : { owners, supply };
}
