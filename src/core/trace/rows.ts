/**
 * The rows of one transaction's trace, as columns.
 *
 * Rows stand in the order the machine entered them, so a parent precedes its
 * children and everything below a row is the contiguous range
 * [row + 1, subtreeEnd[row]):
 *
 *     row  kind          parent  subtreeEnd
 *      0   call            -1        4        Router.swap
 *      1     staticcall     0        2          Oracle.price
 *      2     call           0        4          Token.transfer
 *      3       log          2        4            Transfer
 *
 * A row is a call frame, a create or a log; internal calls and storage accesses
 * come among them from the sources (source/merged-tree.ts). At most 64 bytes a row,
 * payloads aside: calldata, returndata, log topics and data lie in one buffer,
 * and addresses, words, selectors and error texts are interned.
 */

import type { Address, Hex, Selector } from '../chain/primitives';
import type { SpentGas } from '../chain/transaction';
import type { Brand } from '../values/brand';

/** Index into the rows of one trace, in the order entered; the root is 0. */
export type RowIndex = Brand<number, 'RowIndex'>;

/** Brands a number known to be the index of a row. */
export function rowIndex(index: number): RowIndex {
  return index as RowIndex;
}

/** Stable numbers: they are stored in IndexedDB and in trace files. */
export const RowKind = {
  call: 0,
  staticcall: 1,
  delegatecall: 2,
  callcode: 3,
  create: 4,
  create2: 5,
  selfdestruct: 6,
  log: 7,
  internal: 8,
  storageRead: 9,
  storageWrite: 10,
} as const;
export type RowKind = (typeof RowKind)[keyof typeof RowKind];

/** Bits of `flags`. */
export const RowFlag = {
  /** This frame reverted or halted exceptionally. */
  failed: 1,
  /** A frame above it failed, so its effects were undone. */
  undone: 2,
  /** The frame failed, and its caller went on: the failure was caught. */
  caught: 4,
} as const;

export type TraceRows = {
  length: number;
  kind: Uint8Array; // RowKind
  flags: Uint8Array; // RowFlag bits
  depth: Uint16Array; // 0 for the root
  parent: Int32Array; // RowIndex, -1 for the root
  subtreeEnd: Int32Array; // RowIndex, one past the last descendant
  from: Int32Array; // index into `addresses`; the emitter for a log
  to: Int32Array; // index into `addresses`, -1 for a failed create and for a log
  value: Int32Array; // index into `words`, wei, -1 where the kind carries none
  selector: Int32Array; // index into `selectors`: first four bytes of calldata that code ran with, or of topic 0 of a log; -1 where there is none
  error: Int32Array; // index into `texts`, -1 when it did not fail
  gas: Float64Array; // gas the frame was given, NaN where the source does not say
  gasUsed: Float64Array; // gas, children included, NaN where the source does not say
  inputStart: Uint32Array; // byte offset into `payload`: calldata, init code, or the topics (32 bytes each) and then the data of a log
  inputLength: Uint32Array; // bytes
  outputStart: Uint32Array; // byte offset into `payload`: returndata, revert data or runtime bytecode; number of topics for a log
  outputLength: Uint32Array; // bytes, 0 for a log
};

/** Where rows stand in their tree, and whether they failed: what folding and drawing need. */
export type TreeRows = Pick<TraceRows, 'length' | 'kind' | 'flags' | 'depth' | 'parent' | 'subtreeEnd'>;

/** The method that a trace was got by; the reader sees it with the reason for it. */
export type TraceMethod =
  | 'callTracer'
  | 'trace_transaction'
  | 'ots_traceTransaction'
  | 'structLogs'
  | 'replay'
  | 'receipt';

export type Trace = {
  rows: TraceRows;
  spent?: SpentGas;
  addresses: readonly Address[];
  /** 256-bit words without leading zeros, `0x0` for zero. */
  words: readonly Hex[];
  selectors: readonly Selector[];
  texts: readonly string[];
  payload: Uint8Array;
  source: TraceMethod;
  /** What the source leaves out, in words for the reader; empty when nothing. */
  limitations: readonly string[];
};
