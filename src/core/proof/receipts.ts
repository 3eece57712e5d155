/**
 * Receipts as a header commits to them: `type ‖ rlp([status or state root,
 * cumulative gas, logs bloom, logs])` (EIP-2718, EIP-658), and the bloom
 * filter over addresses and topics (yellow paper §4.3.1).
 */

import { hexToBytes } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Hex } from '../chain/primitives';
import { encodeRlp, type RlpItem, rlpScalar } from '../chain/rlp';
import type { Log, Receipt } from '../chain/transaction';

const BLOOM_BYTES = 256;

/** What a header commits to of a log, and of a receipt. */
export type CommittedLog = Pick<Log, 'address' | 'topics' | 'data'>;
type CommittedReceipt = Pick<Receipt, 'status' | 'root' | 'cumulativeGasUsed'> & { logs: readonly CommittedLog[] };

/** Returns the bytes of a receipt in the receipts trie, for one that states its cumulative gas. `type` is the transaction's; only types 0 to 4 have this form. */
export function encodeReceipt(receipt: CommittedReceipt, type: number): Uint8Array {
  const payload = encodeRlp(receiptFields(receipt));
  if (type === 0) return payload;
  const typed = new Uint8Array(1 + payload.length);
  typed[0] = type;
  typed.set(payload, 1);
  return typed;
}

/** Returns what is encoded of a receipt of any type. */
export function receiptFields(receipt: CommittedReceipt): readonly RlpItem[] {
  const outcome =
    receipt.status === undefined ? (receipt.root ?? '0x') : rlpScalar(receipt.status === 'success' ? 1 : 0);
  return [
    outcome,
    rlpScalar(receipt.cumulativeGasUsed ?? 0),
    computeLogsBloom(receipt.logs),
    receipt.logs.map(({ address, topics, data }) => [address, topics, data]),
  ];
}

/** Returns the bloom filter of logs, 256 bytes: three bits for each address and each topic. */
export function computeLogsBloom(logs: readonly Pick<Log, 'address' | 'topics'>[]): Hex {
  const bloom = new Uint8Array(BLOOM_BYTES);
  const seen = new Set<Hex>();
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics]) {
      if (!seen.has(item)) setBits(bloom, item);
      seen.add(item);
    }
  }
  let digits = '';
  for (const byte of bloom) digits += byte.toString(16).padStart(2, '0');
  return `0x${digits}`;
}

function setBits(bloom: Uint8Array, item: Hex): void {
  const hash = keccak(hexToBytes(item));
  for (const at of [0, 2, 4]) {
    const bit = ((hash[at] << 8) | hash[at + 1]) & 2047;
    bloom[BLOOM_BYTES - 1 - (bit >> 3)] |= 1 << (bit & 7);
  }
}
