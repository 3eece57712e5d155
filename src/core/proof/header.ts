/**
 * Block headers as they are hashed: the fields in the order in which the forks
 * added them (yellow paper §4.4; EIP-1559, 4895, 4844, 4788, 7685, 7928, 7843).
 */
import { exactField } from '../chain/exact-field';
import { keccakHex } from '../chain/keccak';
import type { Hash, Hex } from '../chain/primitives';
import { encodeRlpHex, type RlpItem, rlpScalar } from '../chain/rlp';
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

const FIRST = [
  ...(['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'] as const),
  ...(['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData', 'mixHash', 'nonce'] as const),
];
const LATER = [
  ...(['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'] as const),
  ...(['requestsHash', 'blockAccessListHash', 'slotNumber'] as const),
];

function headerFields(block: Block): readonly RlpItem[] | undefined {
  const whole = { difficulty: 0n, ...block };
  const itemOf = (name: (typeof FIRST | typeof LATER)[number]) => {
    const value = exactField(whole, name);
    return value === undefined || typeof value === 'string' ? value : rlpScalar(value);
  };
  const first = FIRST.map(itemOf);
  const later = LATER.map(itemOf);
  const end = later.indexOf(undefined);
  const count = end === -1 ? later.length : end;
  if (block.minerUnknown || first.includes(undefined) || later.slice(count).some((field) => field !== undefined))
    return undefined;
  return [...first, ...later.slice(0, count)] as Hex[];
}
