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
import { StringColumn } from './string-column';

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

/** A search over a trace; keeps 9 bytes a row from the first search on. */
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

const FIRST_LOG = RowKind.storageWrite + 1;
/** Opcodes by RowKind, and from FIRST_LOG on those of logs by their number of topics. */
const OPCODES = new StringColumn([
  ...['CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE', 'CREATE', 'CREATE2', 'SELFDESTRUCT'],
  ...['', 'JUMP', 'SLOAD', 'SSTORE'],
  ...['LOG0', 'LOG1', 'LOG2', 'LOG3', 'LOG4'],
]);
const OPCODE_COUNT = FIRST_LOG + 5;

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
    const { trace, members } = this;
    const strings = this.currentStrings();
    const table = (length: number, ...columns: readonly (StringColumn | false)[]): Uint8Array => {
      const marked = new Uint8Array(length + 1);
      for (const column of columns) if (column !== false) column.mark(needle, marked);
      return marked;
    };
    const isFor = (...some: TraceFilter[]): boolean => filter === 'all' || some.includes(filter);
    const { addresses, names } = strings;
    const address = table(trace.addresses.length, isFor('from', 'to') && addresses, isFor('from', 'to') && names);
    const contract = table(trace.addresses.length, isFor('contract') && names);
    const function_ = isFor('function');
    const member = table(members.kinds.length, function_ && strings.members, function_ && strings.selectors);
    const callee = isFor('to') ? address : new Uint8Array(address.length);
    // The members of a callee match with it; an emitter is a sender and a contract, but no callee.
    for (let index = 0; index < members.kinds.length; index++) {
      const owner = members.addresses[index] + 1;
      member[index + 1] |= contract[owner] | (members.kinds[index] === 'event' ? 0 : callee[owner]);
    }
    return {
      opcode: table(OPCODE_COUNT, isFor('opcode') && OPCODES),
      from: isFor('from') ? address : new Uint8Array(address.length),
      member,
      error: table(trace.texts.length, filter === 'all' && strings.texts),
    };
  }

  private currentStrings(): Strings {
    const { trace, names, members } = this;
    const { strings } = this;
    if (strings?.version === names.version) return strings;
    members.build();
    const memberName = (kind: MemberKind, index: number): string | undefined =>
      kind === 'none' ? undefined : names.member(members.addresses[index], members.selectors[index], kind);
    this.strings = {
      version: names.version,
      addresses: strings?.addresses ?? new StringColumn(trace.addresses),
      texts: strings?.texts ?? new StringColumn(trace.texts),
      selectors: strings?.selectors ?? new StringColumn(members.selectors.map((selector) => trace.selectors[selector])),
      names: new StringColumn(trace.addresses.map((_, index) => names.address(index))),
      members: new StringColumn(members.kinds.map(memberName)),
    };
    return this.strings;
  }
}

/** All there is to look in; `members` and `selectors` by member, the others by the trace's own indexes. */
type Strings = Record<'addresses' | 'texts' | 'names' | 'members' | 'selectors', StringColumn> & { version: number };

type MemberKind = NamedKind | 'none';

/** The distinct pairs of address and selector, and which of them each row is. */
class MemberIndex {
  readonly addresses: number[] = [];
  readonly selectors: number[] = [];
  readonly kinds: MemberKind[] = [];
  /** Index of the pair of each row + 1. */
  ofRow = new Int32Array(0);
  /** Place in OPCODES of each row, + 1. */
  opcodeOfRow = new Uint8Array(0);

  constructor(private readonly trace: Trace) {}

  build(): void {
    const { rows, selectors } = this.trace;
    if (this.ofRow.length === rows.length) return;
    this.ofRow = new Int32Array(rows.length);
    this.opcodeOfRow = new Uint8Array(rows.length);
    const known = new Map<number, number>();
    let lastKey = -1;
    let lastMember = 0;
    for (let row = 0; row < rows.length; row++) {
      const kind = rows.kind[row];
      const group = GROUP_OF_KIND[kind];
      this.opcodeOfRow[row] = (kind === RowKind.log ? FIRST_LOG + rows.outputStart[row] : kind) + 1;
      const address = group === EVENT ? rows.from[row] : rows.to[row];
      // Below 2^53: rows are at most some millions, and so are addresses and selectors.
      const key = ((address + 1) * (selectors.length + 1) + rows.selector[row] + 1) * GROUPS.length + group;
      if (key !== lastKey) {
        lastKey = key;
        lastMember = known.get(key) ?? 0;
        if (lastMember === 0) {
          lastMember = known.size + 1;
          known.set(key, lastMember);
          this.addresses.push(address);
          this.selectors.push(rows.selector[row]);
          this.kinds.push(GROUPS[group]);
        }
      }
      this.ofRow[row] = lastMember;
    }
  }
}

const GROUPS: readonly MemberKind[] = ['none', 'function', 'event', 'constructor'];
const EVENT = 2;
/** Index into GROUPS by RowKind. */
const GROUP_OF_KIND = Uint8Array.of(1, 1, 1, 1, 3, 3, 0, EVENT, 0, 0, 0);

/** The rows that match, written to `found` first, which has room for all. */
function scan(trace: Trace, members: MemberIndex, tables: Tables, found: Int32Array): Int32Array {
  const { length, from, error } = trace.rows;
  const { ofRow, opcodeOfRow } = members;
  const { member, from: sender } = tables;
  // Most queries match no opcode and no error; then those columns are not read.
  const kinds = tables.opcode.includes(1) ? tables.opcode : undefined;
  const texts = tables.error.includes(1) ? tables.error : undefined;
  let count = 0;
  for (let row = 0; row < length; row++) {
    let hit = member[ofRow[row]] | sender[from[row] + 1];
    if (texts !== undefined) hit |= texts[error[row] + 1];
    if (kinds !== undefined) hit |= kinds[opcodeOfRow[row]];
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
