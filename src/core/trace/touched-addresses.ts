/** Which addresses and signatures a trace touches: each once, in the order met. Linear in the rows. */

import { bytesToHash, bytesToSelector } from '../chain/hex';
import { isPrecompile } from '../chain/precompiles';
import type { Address, Hash, Selector } from '../chain/primitives';
import type { TokenStandard } from '../chain/token-standard';
import {
  APPROVAL,
  BURNED,
  CONSECUTIVE_TRANSFER,
  MINTED,
  SENT,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_OF_ID,
  TRANSFER_SINGLE,
} from '../chain/token-standard';
import { codesOf, inputOf, isCreate, outputOf, toOf } from './row-fields';
import { type RowIndex, RowKind, rowIndex, type Trace } from './rows';

export type TouchedAddresses = {
  /** Addresses whose code ran or that were called; precompiles left out. */
  contracts: readonly Address[];
  /** Those of `contracts` whose code ran, or that were created. */
  running: readonly Address[];
  /** Those of `contracts` that were created here, with the row whose output is their code. */
  created: ReadonlyMap<Address, RowIndex>;
  /** Called accounts whose delegation the trace does not show, though they handed nothing on: maybe proxies. */
  undelegated: readonly Address[];
  /** Contracts that handed every call of theirs on whole, by the code that ran. */
  delegating: readonly Address[];
  /** Emitters of transfers and approvals, by the standard their events follow; ERC-20 for those of several. */
  tokens: ReadonlyMap<Address, TokenStandard>;
  /** One row for each callee (or emitter) and selector, by `memberKey`. */
  examples: ReadonlyMap<number, RowIndex>;
  /** Selectors of calls, first four bytes of revert data, and first topics of logs. */
  signatures: readonly (Selector | Hash)[];
};

export function findTouchedAddresses(trace: Trace): TouchedAddresses {
  const { rows } = trace;
  const contracts = new Set<Address>();
  const created = new Map<Address, RowIndex>();
  const delegating = new Map<Address, boolean>();
  const tokens = new Map<Address, TokenStandard>();
  const signatures = new Set<Selector | Hash>();
  // Of a pair of callee and selector the first call speaks for the others: a trace repeats itself.
  const examples = new Map<number, RowIndex>();
  const seen = seenMembers(trace);
  for (let index = 0; index < rows.length; index++) {
    const row = rowIndex(index);
    const isEvent = rows.kind[row] === RowKind.log;
    const address = isEvent ? rows.from[row] : rows.to[row];
    const before = seen(address, rows.selector[row], isEvent, row);
    const isSeen = before >= 0;
    if (!isSeen) examples.set(memberKey(address, rows.selector[row], isEvent), row);
    if (isEvent) {
      if (!isSeen || !haveSameTopic(trace, row, before)) readLog(trace, row, tokens, signatures);
      continue;
    }
    if (rows.error[row] >= 0 && rows.outputLength[row] >= 4) {
      signatures.add(bytesToSelector(outputOf(trace, row).subarray(0, 4)));
    }
    if (isSeen) continue;
    const to = toOf(trace, row);
    if (to === undefined || isPrecompile(to)) continue;
    contracts.add(to);
    if (isCreate(trace, row)) created.set(to, row);
    if (rows.selector[row] >= 0) signatures.add(trace.selectors[rows.selector[row]]);
    if (ranCode(trace, row)) {
      const shown = codesOf(trace, row).length > 1;
      delegating.set(to, (delegating.get(to) ?? false) || shown);
    }
  }
  return {
    contracts: [...contracts],
    running: [...contracts].filter((address) => delegating.has(address) || created.has(address)),
    created,
    undelegated: [...delegating].flatMap(([address, shown]) => (shown ? [] : [address])),
    delegating: [...delegating].flatMap(([address, shown]) => (shown ? [address] : [])),
    tokens,
    examples,
    signatures: [...signatures],
  };
}

/** Gas of a transaction that runs nothing and sends no data (yellow paper, G_transaction). */
const PLAIN_TRANSACTION = 21_000;

/** Whether code ran in a call. One that began and used no gas, called nobody and gave nothing back ran none. */
function ranCode({ rows, spent }: Trace, row: number): boolean {
  const { kind, selector, error, inputLength, outputLength, gasUsed } = rows;
  if (kind[row] >= RowKind.create) return false;
  if (selector[row] >= 0 || outputLength[row] > 0 || madeRows(rows, row)) return true;
  if (row === 0 && spent?.executed) return true;
  if (error[row] >= 0) return gasUsed[row] !== 0;
  return row === 0
    ? gasUsed[row] > PLAIN_TRANSACTION && inputLength[row] === 0
    : gasUsed[row] > 0 && inputLength[row] < 4;
}

/** Whether code made the rows below a call: an event in the name of another account is the protocol's, of value that moved. */
function madeRows({ kind, from, to, subtreeEnd }: Trace['rows'], row: number): boolean {
  let below = row + 1;
  if (kind[row] === RowKind.call)
    while (below < subtreeEnd[row] && kind[below] === RowKind.log && from[below] !== to[row]) below++;
  return below < subtreeEnd[row];
}

/**
 * Returns whether a call is known to have run no code, or none that does anything: its callee had none. Where the gas is
 * not known, it may have run some if its calldata holds no selector.
 */
export function ranNoCode(trace: Trace, row: RowIndex): boolean {
  const { kind, gasUsed, inputLength, selector } = trace.rows;
  // The gas of the root has that of access lists, delegations and data in it.
  const isIdle = row === 0 && selector[row] < 0 && trace.spent?.executed === 0;
  const isUntold = !(gasUsed[row] >= 0) && inputLength[row] < 4;
  return kind[row] < RowKind.create && (isIdle || !(isUntold || ranCode(trace, row)));
}

/** Returns a number for each callee and selector (indexes of the trace, -1 for none), other numbers for events. */
export function memberKey(address: number, selector: number, isEvent: boolean): number {
  return ((address + 1) * 0x200000 + selector + 1) * 2 + (isEvent ? 1 : 0);
}

/** Cells of a table of members; a trace of more pairs of address and selector has a map instead. */
const MAX_CELLS = 1 << 22;

/** Answers the last row before `row` of the same callee (or emitter) and selector, -1 for the first, and remembers `row`. */
function seenMembers({ addresses, selectors }: Trace) {
  const width = selectors.length + 1;
  const cells = (addresses.length + 1) * width * 2;
  if (cells > MAX_CELLS) {
    const last = new Map<number, number>();
    return (address: number, selector: number, isEvent: boolean, row: number): number => {
      const key = memberKey(address, selector, isEvent);
      const before = last.get(key) ?? -1;
      last.set(key, row);
      return before;
    };
  }
  const last = new Int32Array(cells);
  return (address: number, selector: number, isEvent: boolean, row: number): number => {
    const cell = ((address + 1) * width + selector + 1) * 2 + (isEvent ? 1 : 0);
    const before = last[cell] - 1;
    last[cell] = row + 1;
    return before;
  };
}

/** Whether two logs have as many topics and the same first one, so that the second says nothing new. */
function haveSameTopic(trace: Trace, row: number, other: number): boolean {
  const { outputStart: topics, inputStart } = trace.rows;
  if (topics[row] !== topics[other]) return false;
  if (topics[row] === 0) return true;
  for (let at = 0; at < 32; at++) {
    if (trace.payload[inputStart[row] + at] !== trace.payload[inputStart[other] + at]) return false;
  }
  return true;
}

function readLog(trace: Trace, row: RowIndex, tokens: Map<Address, TokenStandard>, signatures: Set<Selector | Hash>) {
  const topics = trace.rows.outputStart[row];
  if (topics === 0) return;
  const topic = bytesToHash(inputOf(trace, row).subarray(0, 32));
  signatures.add(topic);
  const standard = standardOf(topic, topics, trace.rows.inputLength[row]);
  const emitter = trace.addresses[trace.rows.from[row]];
  // What emits transfers of both kinds is asked for decimals as well.
  if (standard !== undefined && tokens.get(emitter) !== 'ERC-20') tokens.set(emitter, standard);
}

/** `length` is that of topics and data, bytes. */
function standardOf(topic: Hash, topics: number, length: number): TokenStandard | undefined {
  const isThree = topic === TRANSFER || topic === APPROVAL;
  // Contracts older than the standards index nothing: decimals tell what they are.
  if (isThree && topics === 1 && length === 4 * 32) return 'ERC-20';
  if (isThree) return topics === 3 ? 'ERC-20' : topics === 4 ? 'ERC-721' : undefined;
  if (topic === CONSECUTIVE_TRANSFER) return 'ERC-721';
  if (topic === SENT || topic === MINTED || topic === BURNED) return 'ERC-20'; // ERC-777
  if (topic === TRANSFER_OF_ID) return 'ERC-6909';
  return topic === TRANSFER_SINGLE || topic === TRANSFER_BATCH ? 'ERC-1155' : undefined;
}
