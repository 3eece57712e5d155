/**
 * Search in the rows of a trace.
 *
 * A text is compared with the distinct strings only: addresses and their
 * names, selectors, error texts, opcodes, and the name of each pair of callee
 * and selector that occurs. What matched becomes one table of bytes over the
 * classes of rows and one over the senders; a pass over two columns then looks
 * rows up in them.
 */

import { classifyRows, type NamedKind, type RowClasses } from '../trace/row-classes';
import { RowFlag, type Trace, type TreeRows } from '../trace/rows';
import { isOwn, type MergedTree } from './merged-tree';

/** The filters in the order in which the reader sees them. */
export type TraceFilter = 'all' | 'opcode' | 'from' | 'to' | 'function' | 'file' | 'contract' | 'comments' | 'reverts';

/** What is known by name so far. Asked once per distinct question and version, never per row. */
export interface TraceNames {
  /** Grows whenever an answer below may have changed. */
  readonly version: number;
  /** Name of the contract or account at an index into `addresses`. */
  address(address: number): string | undefined;
  /** Source file of the code at an index into `addresses`; undefined or absent where sources are not known. */
  file?(address: number): string | undefined;
  /** Name of what a call of `address` (for an event: its emitter) with `selector` is; both are -1 where there is none. */
  member(address: number, selector: number, kind: NamedKind): string | undefined;
}

/** Nothing has a name. */
export const NO_NAMES: TraceNames = { version: 0, address: () => undefined, member: () => undefined };

/** Rows of the sources as a search sees them: in classes of rows that read alike, like the rows of the trace. */
export interface InsideRows {
  tree: MergedTree;
  /** Class of a row of the source tree that is not one of the trace. */
  classOf(index: number): number;
  /** Words of each class, in lower case; '' where there is nothing. */
  words(): readonly InsideWords[];
}

/** `name` of a function or a variable. */
export type InsideWords = { opcode: string; name: string; contract: string; file: string };

export interface TraceSearch {
  /**
   * The rows in which `text` occurs in what the filter looks at, ascending: of a tree with rows of the
   * sources, their places. Upper and lower case are the
   * same, addresses match by hex and by name. The empty text matches nothing, except that the filter
   * `reverts` then gives every failed row. Filters without data match nothing.
   */
  find(text: string, filter: TraceFilter): Int32Array;
}

/** Creates a search over a trace, or over its tree with rows of the sources; keeps 12 bytes a row from the first search on. */
export function createSearch(trace: Trace, names: TraceNames = NO_NAMES, inside?: InsideRows): TraceSearch {
  return new ColumnSearch(trace, names, inside);
}

/** Opcodes in lower case, as the classes of rows number them. */
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

/** Tables of what matched. A member stands for the callee too. */
type Tables = {
  /** Matches by class of rows. */
  group: Uint8Array;
  /** Matches by index into `addresses` + 1. */
  from: Uint8Array;
};

class ColumnSearch implements TraceSearch {
  private classes: RowClasses | undefined;
  private classOf: Uint32Array | undefined;
  private from: Int32Array | undefined;
  private strings: Strings | undefined;
  private found: Int32Array | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly names: TraceNames,
    private readonly inside: InsideRows | undefined,
  ) {}

  /** The rows that are searched. */
  private get rows(): TreeRows {
    return this.inside?.tree.rows ?? this.trace.rows;
  }

  find(text: string, filter: TraceFilter): Int32Array {
    const onlyFailed = filter === 'reverts';
    const { rows } = this;
    if (filter === 'comments') return new Int32Array(0);
    if (text === '') return onlyFailed ? failedRows(rows) : new Int32Array(0);
    this.classes ??= classifyRows(this.trace);
    this.classOf ??= this.inside ? classesInTree(this.inside, this.classes) : this.classes.ofRow;
    this.found ??= new Int32Array(rows.length);
    const tables = this.tables(this.classes, text.toLowerCase(), onlyFailed ? 'all' : filter);
    // Most queries match no sender; then that column is not read.
    const bySender = tables.from.includes(1);
    if (bySender) this.from ??= this.inside ? sendersInTree(this.inside.tree, this.trace) : this.trace.rows.from;
    const count =
      bySender && this.from
        ? scanBoth(this.from, this.classOf, tables.group, tables.from, this.found)
        : scanClasses(this.classOf, tables.group, this.found);
    const found = this.found.slice(0, count);
    return onlyFailed ? found.filter((row) => (rows.flags[row] & RowFlag.failed) !== 0) : found;
  }

  private tables(classes: RowClasses, needle: string, filter: TraceFilter): Tables {
    const { trace } = this;
    const strings = this.lowerCaseStrings(classes);
    const isFor = (one: TraceFilter): boolean => filter === 'all' || filter === one;
    const none = new Uint8Array(trace.addresses.length + 1);
    const address = isFor('from') || isFor('to') ? matching(needle, strings.addresses, strings.names) : none;
    const contract = isFor('contract') ? matching(needle, strings.names) : none;
    const file = isFor('file') ? matching(needle, strings.files) : none;
    const member = isFor('function')
      ? matching(needle, strings.members, strings.selectors)
      : new Uint8Array(classes.members.length + 1);
    // The members of a callee match with it; an emitter is a sender and a contract, but no callee.
    classes.members.forEach((one, at) => {
      const isCallee = isFor('to') && one.kind !== 'event';
      member[at + 1] |= contract[one.address + 1] | file[one.address + 1] | (isCallee ? address[one.address + 1] : 0);
    });
    const opcode = isFor('opcode') ? matching(needle, OPCODE_NAMES) : new Uint8Array(OPCODE_NAMES.length + 1);
    const error = filter === 'all' ? matching(needle, strings.texts) : new Uint8Array(trace.texts.length + 1);
    const words = this.inside?.words() ?? [];
    const group = new Uint8Array(classes.length + words.length);
    for (let at = 0; at < classes.length; at++) {
      group[at] = member[classes.member[at]] | opcode[classes.opcode[at] + 1] | error[classes.error[at] + 1];
    }
    for (let at = 0; at < words.length; at++) if (says(words[at], needle, filter)) group[classes.length + at] = 1;
    return { group, from: isFor('from') ? address : none };
  }

  private lowerCaseStrings({ members }: RowClasses): Strings {
    const { trace, names } = this;
    if (this.strings?.version === names.version) return this.strings;
    this.strings = {
      version: names.version,
      addresses: this.strings?.addresses ?? trace.addresses,
      texts: this.strings?.texts ?? trace.texts.map((text) => text.toLowerCase()),
      names: trace.addresses.map((_, index) => (names.address(index) ?? '').toLowerCase()),
      files: trace.addresses.map((_, index) => (names.file?.(index) ?? '').toLowerCase()),
      members: members.map(({ address, selector, kind }) =>
        (names.member(address, selector, kind) ?? '').toLowerCase(),
      ),
      selectors: members.map(({ selector }) => (selector < 0 ? '' : trace.selectors[selector])),
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
  files: readonly string[];
  members: readonly string[];
  selectors: readonly string[];
};

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

/** Whether a class of rows of the sources matches. */
function says({ opcode, name, contract, file }: InsideWords, needle: string, filter: TraceFilter): boolean {
  const all = filter === 'all';
  return (
    ((all || filter === 'function') && name.includes(needle)) ||
    ((all || filter === 'opcode') && opcode.includes(needle)) ||
    ((all || filter === 'contract') && contract.includes(needle)) ||
    ((all || filter === 'file') && file.includes(needle))
  );
}

/** Returns for each place the class of its row: those of the trace first. */
function classesInTree(inside: InsideRows, { ofRow, length }: RowClasses): Uint32Array {
  const { source, index } = inside.tree;
  const classes = new Uint32Array(index.length);
  for (let place = 0; place < index.length; place++) {
    const at = index[place];
    classes[place] = isOwn(source, at) ? ofRow[source.row[at]] : length + inside.classOf(at);
  }
  return classes;
}

/** Returns for each place the sender as an index into `addresses`; rows of the sources have none. */
function sendersInTree({ source, index }: MergedTree, { rows }: Trace): Int32Array {
  return index.map((at) => (isOwn(source, at) ? rows.from[source.row[at]] : -1));
}

// Both write the rows that match to `found`, which has room for all, and answer how many they are.

function scanClasses(classOf: Uint32Array, group: Uint8Array, found: Int32Array): number {
  let count = 0;
  for (let row = 0; row < classOf.length; row++) {
    found[count] = row;
    count += group[classOf[row]];
  }
  return count;
}

function scanBoth(
  from: Int32Array,
  classOf: Uint32Array,
  group: Uint8Array,
  sender: Uint8Array,
  found: Int32Array,
): number {
  let count = 0;
  for (let row = 0; row < classOf.length; row++) {
    found[count] = row;
    count += group[classOf[row]] | sender[from[row] + 1];
  }
  return count;
}

function failedRows({ length, flags }: TreeRows): Int32Array {
  const found = new Int32Array(length);
  let count = 0;
  for (let row = 0; row < length; row++) {
    found[count] = row;
    count += flags[row] & RowFlag.failed;
  }
  return found.slice(0, count);
}
