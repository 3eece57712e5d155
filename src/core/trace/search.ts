/**
 * Search in the rows of a trace.
 *
 * A text is compared with the distinct strings only: addresses and their
 * names, selectors, error texts, opcodes, and the name of each pair of callee
 * and selector that occurs. What matched is a table of bytes for each; one pass
 * over the columns then looks rows up in the tables.
 */
import type { RowIndex, Trace } from './rows';
import { RowFlag, RowKind } from './rows';

/** The filters of spec §2, in its order. */
export type TraceFilter = 'all' | 'opcode' | 'from' | 'to' | 'function' | 'file' | 'contract' | 'comments' | 'reverts';

export type NamedKind = 'function' | 'event' | 'constructor';

/** What is known by name so far. Asked once per distinct question and version, never per row. */
export interface TraceNames {
  /** Grows whenever an answer below may have changed. */
  readonly version: number;
  /** Name of the contract or account at an index into `addresses`. */
  address(address: number): string | undefined;
  /** Name of what a call of `address` (for an event: its emitter) with `selector` is; both are -1 where there is none. */
  member(address: number, selector: number, kind: NamedKind): string | undefined;
}

/** Nothing has a name. */
export const NO_NAMES: TraceNames = { version: 0, address: () => undefined, member: () => undefined };

export interface TraceSearch {
  /**
   * The rows in which `text` occurs in what the filter looks at, ascending. Upper and lower case are the
   * same, addresses match by hex and by name. The empty text matches nothing, except that the filter
   * `reverts` then gives every failed row. Filters without data match nothing.
   */
  find(text: string, filter: TraceFilter): Int32Array;
  /** The filters that have data to look at now, in the order of the spec. */
  availableFilters(): TraceFilter[];
}

/** A search over a trace; keeps 8 bytes a row from the first search on. */
export function createSearch(trace: Trace, names: TraceNames = NO_NAMES): TraceSearch {
  return new ColumnSearch(trace, names);
}

/** The filters that have data: reverts only when some row failed, contract only when some address has a name, and so on. */
export function availableFilters(trace: Trace, names: TraceNames = NO_NAMES): TraceFilter[] {
  return createSearch(trace, names).availableFilters();
}

/** Where `row` stands in ascending `matches`: its position, or that of the first match after it. */
export function positionInMatches(matches: Int32Array, row: RowIndex): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Opcodes in lower case by RowKind; those of logs by their number of topics, from LOG_OPCODES on. */
const LOG_OPCODES = RowKind.storageWrite + 1;
const OPCODE_NAMES = [
  ...[
    'call',
    'staticcall',
    'delegatecall',
    'callcode',
    'create',
    'create2',
    'selfdestruct',
    '',
    'jump',
    'sload',
    'sstore',
  ],
  ...['log0', 'log1', 'log2', 'log3', 'log4'],
];

/** Tables of what matched; entry 0 stands for index -1. A member stands for the callee too. */
type Tables = { opcode: Uint8Array; from: Uint8Array; member: Uint8Array; error: Uint8Array };

class ColumnSearch implements TraceSearch {
  private readonly members: MemberIndex;
  private strings: Strings | undefined;
  private found: Int32Array | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly names: TraceNames,
  ) {
    this.members = new MemberIndex(trace);
  }

  find(text: string, filter: TraceFilter): Int32Array {
    const onlyFailed = filter === 'reverts';
    if (filter === 'file' || filter === 'comments') return new Int32Array(0);
    if (text === '') return onlyFailed ? failedRows(this.trace) : new Int32Array(0);
    const tables = this.tables(text.toLowerCase(), onlyFailed ? 'all' : filter);
    this.found ??= new Int32Array(this.trace.rows.length);
    const found = scan(this.trace, this.members, tables, this.found);
    return onlyFailed ? found.filter((row) => (this.trace.rows.flags[row] & RowFlag.failed) !== 0) : found;
  }

  availableFilters(): TraceFilter[] {
    const { trace } = this;
    const filters: TraceFilter[] = ['all', 'opcode', 'from', 'to'];
    if (trace.selectors.length > 0) filters.push('function');
    if (trace.addresses.some((_, index) => this.names.address(index) !== undefined)) filters.push('contract');
    if (trace.rows.error.some((error) => error >= 0)) filters.push('reverts');
    return filters;
  }

  private tables(needle: string, filter: TraceFilter): Tables {
    const { trace } = this;
    const all = filter === 'all';
    const strings = this.lowerCaseStrings();
    const isFor = (one: TraceFilter): boolean => filter === 'all' || filter === one;
    const none = new Uint8Array(trace.addresses.length + 1);
    const address = isFor('from') || isFor('to') ? matching(needle, strings.addresses, strings.names) : none;
    const contract = isFor('contract') ? matching(needle, strings.names) : none;
    const member = isFor('function')
      ? matching(needle, strings.members, strings.selectors)
      : new Uint8Array(strings.members.length + 1);
    // The members of a callee match with it; an emitter is a sender and a contract, but no callee.
    this.members.addresses.forEach((index, at) => {
      const isEvent = this.members.kinds[at] === 'event';
      member[at + 1] |= contract[index + 1] | (isFor('to') && !isEvent ? address[index + 1] : 0);
    });
    return {
      opcode: isFor('opcode') ? matching(needle, OPCODE_NAMES) : new Uint8Array(OPCODE_NAMES.length + 1),
      from: isFor('from') ? address : none,
      member,
      error: all ? matching(needle, strings.texts) : new Uint8Array(trace.texts.length + 1),
    };
  }

  private lowerCaseStrings(): Strings {
    const { trace, names, members } = this;
    if (this.strings?.version === names.version) return this.strings;
    members.build();
    this.strings = {
      version: names.version,
      addresses: this.strings?.addresses ?? trace.addresses,
      texts: this.strings?.texts ?? trace.texts.map((text) => text.toLowerCase()),
      names: trace.addresses.map((_, index) => (names.address(index) ?? '').toLowerCase()),
      members: members.kinds.map((kind, index) =>
        (names.member(members.addresses[index], members.selectors[index], kind) ?? '').toLowerCase(),
      ),
      selectors: members.selectors.map((selector) => (selector < 0 ? '' : trace.selectors[selector])),
    };
    return this.strings;
  }
}

/** All strings there are to look in, in lower case, by index; '' where there is none. */
type Strings = {
  version: number;
  addresses: readonly string[];
  texts: readonly string[];
  names: readonly string[];
  members: readonly string[];
  selectors: readonly string[];
};

/** The distinct pairs of address and selector, and which of them each row is. */
class MemberIndex {
  readonly addresses: number[] = [];
  readonly selectors: number[] = [];
  readonly kinds: NamedKind[] = [];
  /** Index of the pair of each row + 1; 0 for a selfdestruct. */
  ofRow = new Uint32Array(0);

  constructor(private readonly trace: Trace) {}

  build(): void {
    const { rows, selectors } = this.trace;
    if (this.ofRow.length === rows.length) return;
    this.ofRow = new Uint32Array(rows.length);
    const known = new Map<number, number>();
    let lastKey = -1;
    let lastMember = 0;
    for (let row = 0; row < rows.length; row++) {
      const kind = rows.kind[row];
      if (kind > RowKind.log || kind === RowKind.selfdestruct) continue;
      const isEvent = kind === RowKind.log;
      const address = isEvent ? rows.from[row] : rows.to[row];
      // Addresses and selectors are below 2^23 each, so the key is exact in a double.
      const group = isEvent ? 1 : kind >= RowKind.create ? 2 : 0;
      const key = ((address + 1) * (selectors.length + 1) + rows.selector[row] + 1) * 3 + group;
      if (key !== lastKey) {
        lastKey = key;
        lastMember = known.get(key) ?? 0;
        if (lastMember === 0) {
          lastMember = known.size + 1;
          known.set(key, lastMember);
          this.addresses.push(address);
          this.selectors.push(rows.selector[row]);
          this.kinds.push(group === 1 ? 'event' : group === 2 ? 'constructor' : 'function');
        }
      }
      this.ofRow[row] = lastMember;
    }
  }
}

/** For each index + 1, whether one of its strings contains `needle`. */
function matching(needle: string, ...columns: readonly (readonly string[])[]): Uint8Array {
  const table = new Uint8Array((columns[0]?.length ?? 0) + 1);
  for (const strings of columns) {
    for (let index = 0; index < strings.length; index++) {
      if (strings[index].includes(needle)) table[index + 1] = 1;
    }
  }
  return table;
}

/** The rows that match, written to `found` first, which has room for all. */
function scan(trace: Trace, members: MemberIndex, tables: Tables, found: Int32Array): Int32Array {
  const { length, kind, from, error, outputStart } = trace.rows;
  const { ofRow } = members;
  const { member, from: sender } = tables;
  // Most queries match no opcode and no error; then those columns are not read.
  const opcode = tables.opcode.includes(1) ? tables.opcode : undefined;
  const text = tables.error.includes(1) ? tables.error : undefined;
  let count = 0;
  for (let row = 0; row < length; row++) {
    let hit = member[ofRow[row]] | sender[from[row] + 1];
    if (text !== undefined) hit |= text[error[row] + 1];
    if (opcode !== undefined) {
      const index = kind[row] === RowKind.log ? LOG_OPCODES + outputStart[row] : kind[row];
      hit |= opcode[index + 1];
    }
    found[count] = row;
    count += hit;
  }
  return found.slice(0, count);
}

function failedRows(trace: Trace): Int32Array {
  const { length, flags } = trace.rows;
  const found = new Int32Array(length);
  let count = 0;
  for (let row = 0; row < length; row++) {
    found[count] = row;
    count += flags[row] & RowFlag.failed;
  }
  return found.slice(0, count);
}
