/**
 * Block headers as they are hashed: the fields in the order in which the forks
 * added them (`header-items.ts`).
 */
import { FIRST_FIELDS, headerItem, headerItems, LATER_FIELDS } from '../chain/header-items';
import { keccakHex } from '../chain/keccak';
import type { Hash, Hex } from '../chain/primitives';
import { encodeRlpHex, type RlpItem } from '../chain/rlp';
import type { Block } from '../chain/transaction';
import type { Encoding } from '../evm/families/family';

/**
 * Returns the hash that the header's own fields give; undefined when the block lacks a field that every header has,
 * holds a number that is rounded and not known exactly, or has a later fork's field without those of the forks before it. A chain whose
 * headers have further fields gives another hash than its blocks have, unless its `encoding` says how.
 */
export function computeHeaderHash(block: Block, encoding?: Encoding): Hash | undefined {
  const own = encoding?.header ? encoding.header(block) : 'ethereum';
  if (own !== 'ethereum') return own;
  if (!computed.has(block)) {
    const encoded = encodeHeader(block);
    computed.set(block, encoded && keccakHex(encoded));
  }
  return computed.get(block);
}

/** One block is checked beside its transaction, for its place in the chain and for the state it commits to. */
const computed = new WeakMap<Block, Hash | undefined>();

/** Encodes the header as it is hashed; undefined where `computeHeaderHash` is. */
export function encodeHeader(block: Block): Hex | undefined {
  const fields = headerFields(block);
  return fields && encodeRlpHex(fields);
}

function headerFields(block: Block): readonly RlpItem[] | undefined {
  const first = headerItems(block, FIRST_FIELDS);
  const later = LATER_FIELDS.map((name) => headerItem(block, name));
  const end = later.indexOf(undefined);
  const count = end === -1 ? later.length : end;
  if (first === undefined || later.slice(count).some((field) => field !== undefined)) return undefined;
  return [...first, ...(later.slice(0, count) as Hex[])];
}
