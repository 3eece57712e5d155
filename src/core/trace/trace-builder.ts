/**
 * Collects the rows of a trace in whatever order a source delivers them, and
 * makes the columns of `rows.ts` of them at the end.
 *
 * Parsers write into the growing columns directly; only what every source
 * needs the same way (interning, payload, order, flags, selectors) is done here.
 */

import { hexDigits } from '../chain/hex';
import { hasNoFunctions } from '../chain/precompiles';
import type { Address, Hex, Selector } from '../chain/primitives';
import type { SpentGas } from '../chain/transaction';
import { asciiBytes, decodeHexDigits, decodeHexWord, decodeUtf8, parseQuantity, skipHexPrefix } from '../json/bytes';
import { AddressInterner } from './address-interner';
import { markFailures } from './failures';
import { ByteInterner } from './interner';
import { MAX_TEXT, type TraceLimits, type TraceProblem } from './parser';
import { enteredOrder, fillTree } from './row-order';
import { RowKind, type Trace, type TraceMethod, type TraceRows } from './rows';

/** A log whose place among its frame's calls is not known: it comes after them. */
export const UNKNOWN_POSITION = 0x7fffffff;

/** Rows there is room for at first. */
const FIRST_ROWS = 1_024;

export class TraceBuilder {
  length = 0;
  problem: TraceProblem | undefined;
  kind = new Uint8Array(FIRST_ROWS);
  parent = new Int32Array(FIRST_ROWS);
  from = new Int32Array(FIRST_ROWS);
  to = new Int32Array(FIRST_ROWS);
  value = new Int32Array(FIRST_ROWS);
  error = new Int32Array(FIRST_ROWS);
  gas = new Float64Array(FIRST_ROWS);
  gasUsed = new Float64Array(FIRST_ROWS);
  inputStart = new Uint32Array(FIRST_ROWS);
  inputLength = new Uint32Array(FIRST_ROWS);
  outputStart = new Uint32Array(FIRST_ROWS);
  outputLength = new Uint32Array(FIRST_ROWS);
  /** For a log: the number of calls that its frame had made before it. */
  position = new Int32Array(FIRST_ROWS);
  payload = new Uint8Array(64 * 1024);
  payloadLength = 0;
  /** Set by sources whose logs arrive where they were emitted. */
  logsInOrder = false;
  /** Set when the rows did not arrive in the order entered: row n is the one that arrived at order[n]. */
  order: Int32Array | undefined;
  /** Set by sources that say what was used before refunds. */
  spent: SpentGas | undefined;
  readonly limitations = new Set<string>();
  /** Calls of accounts without code, in the order entered: what was sent selects no function. */
  readonly codeless = new Set<number>();
  /** Logs of the protocol after the end of the transaction, in the order entered: they stay where it failed. */
  readonly lasting = new Set<number>();
  /** The reader that feeds this builder, to be stopped at a problem. */
  reading: { tokenOffset: number; stop(): void } = { tokenOffset: 0, stop: () => {} };
  /** Whether the frame that came first states its input. */
  statesInput = false;
  /** The bytes read last, and a view of them. */
  private viewed: Uint8Array = new Uint8Array(0);
  private view: DataView = new DataView(this.viewed.buffer);
  private hasLogs = false;
  private readonly addresses = new AddressInterner();
  private readonly words = new ByteInterner();
  private readonly texts = new ByteInterner();
  private readonly scratch = new Uint8Array(32);

  constructor(
    readonly source: TraceMethod,
    readonly limits: TraceLimits,
  ) {}

  /** Adds a row without any data below `parent` (-1 for the root) and returns its index in order of arrival. */
  addRow(kind: number, parent: number): number {
    const row = this.length;
    if (row >= this.limits.maxRows) {
      this.overLimit('maxRows');
      return row - 1;
    }
    if (row === this.kind.length)
      this.grow(Math.min(row < 65_536 ? row * 2 : Math.ceil(row * 1.5), this.limits.maxRows));
    this.length++;
    this.kind[row] = kind;
    this.parent[row] = parent;
    this.from[row] = -1;
    this.to[row] = -1;
    this.value[row] = -1;
    this.error[row] = -1;
    this.gas[row] = Number.NaN;
    this.gasUsed[row] = Number.NaN;
    if (kind === RowKind.log) {
      this.hasLogs = true;
      this.position[row] = UNKNOWN_POSITION;
    }
    return row;
  }

  /** Takes back the row that was added last, so that the next one in its place begins without data. */
  dropLastRow(): void {
    const row = --this.length;
    this.inputStart[row] = 0;
    this.inputLength[row] = 0;
    this.outputStart[row] = 0;
    this.outputLength[row] = 0;
  }

  /** Interns the address of 0x and 40 hex digits; -1, and a problem, when it is none. */
  address(bytes: Uint8Array, start: number, end: number): number {
    const first = skipHexPrefix(bytes, start, end);
    const index = end - first === 40 ? this.addresses.internHex(this.viewOf(bytes), first) : -1;
    return index < 0 ? this.malformed('an address is not 20 bytes of hex') : index;
  }

  /** Interns an address given as 20 bytes. */
  addressOfBytes(bytes: Uint8Array, start: number): number {
    return this.addresses.internBytes(bytes, start);
  }

  /** Interns a hex number below 2^256; -1, and a problem, when it is none. */
  word(bytes: Uint8Array, start: number, end: number): number {
    const significant = decodeHexWord(bytes, start, end, this.scratch, 0);
    return significant < 0
      ? this.malformed('a value is no hex number of at most 32 bytes')
      : this.words.intern(this.scratch, 32 - significant, 32);
  }

  /** Interns a number given as 32 bytes, big endian. */
  wordOfBytes(bytes: Uint8Array, start: number): number {
    let first = start;
    while (first < start + 32 && bytes[first] === 0) first++;
    return this.words.intern(bytes, first, start + 32);
  }

  /** Interns a text; what is past 2,000 characters is cut. */
  text(bytes: Uint8Array, start: number, end: number): number {
    return this.texts.intern(bytes, start, Math.min(end, start + 4 * (MAX_TEXT + 1)));
  }

  /** Interns an ASCII text of ours. */
  textOf(text: string): number {
    const bytes = asciiBytes(text);
    return this.texts.intern(bytes, 0, bytes.length);
  }

  /** Does as `address`, for an address that is checked already; likewise the next two for words and hex. */
  addressText(address: Address): number {
    return this.address(asciiBytes(address), 0, address.length);
  }

  wordOfBigint(value: bigint): number {
    const text = value.toString(16);
    return this.word(asciiBytes(text), 0, text.length);
  }

  appendInput(row: number, data: Hex): void {
    this.inputStart[row] = this.payloadLength;
    this.inputLength[row] = this.appendHex(asciiBytes(data), 0, data.length);
  }

  /** A gas amount; NaN, and a problem, when it is no whole number from 0 on. */
  quantity(bytes: Uint8Array, start: number, end: number): number {
    const value = parseQuantity(bytes, start, end);
    if (Number.isNaN(value)) this.malformed('an amount of gas is no whole number');
    return value;
  }

  /** Appends the bytes that hex digits, 0x optional, stand for to the payload and returns how many. */
  appendHex(bytes: Uint8Array, start: number, end: number): number {
    const first = skipHexPrefix(bytes, start, end);
    const length = (end - first) >> 1;
    if (!this.reserve(length)) return 0;
    if (!decodeHexDigits(this.viewOf(bytes), first, end, this.payload, this.payloadLength)) {
      this.malformed('data is no hex of whole bytes');
      return 0;
    }
    this.payloadLength += length;
    return length;
  }

  /** A view of `bytes`, made once for a chunk. */
  viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.viewed) {
      this.viewed = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.view;
  }

  /** Makes room for `length` more bytes of payload; false, and a problem, when they are too many. */
  reserve(length: number): boolean {
    const needed = this.payloadLength + length + this.texts.byteLength;
    if (needed > this.limits.maxPayloadBytes) {
      this.overLimit('maxPayloadBytes');
      return false;
    }
    if (this.payloadLength + length > this.payload.length) {
      const grown = new Uint8Array(Math.max(this.payloadLength + length, this.payload.length * 2));
      grown.set(this.payload.subarray(0, this.payloadLength));
      this.payload = grown;
    }
    return true;
  }

  /** Records that the answer is not what the method returns. Returns -1. */
  malformed(what: string): -1 {
    this.problem ??= { kind: 'malformed', what, offset: this.reading.tokenOffset };
    this.reading.stop();
    return -1;
  }

  overLimit(limit: keyof TraceLimits): void {
    this.problem ??= { kind: 'limit', limit, allowed: this.limits[limit] };
    this.reading.stop();
  }

  /** The trace of all rows, in the order entered. The builder must not be used afterwards. */
  finish(): Trace {
    const rows = this.columns(this.order ?? (this.hasLogs && !this.logsInOrder ? enteredOrder(this) : undefined));
    const selectors = new ByteInterner();
    fillTree(rows);
    const addresses = this.addresses.texts();
    const bare = new Set(addresses.flatMap((address, index) => (hasNoFunctions(address) ? [index] : [])));
    fillSelectors(rows, this.payload, selectors, (row) => this.codeless.has(row) || bare.has(rows.to[row]));
    markFailures(rows, this.payload, this.lasting);
    return {
      rows,
      ...(this.spent && { spent: this.spent }),
      addresses,
      words: this.words.map(wordText),
      selectors: selectors.map((arena, start, end) => `0x${hexDigits(arena, start, end)}` as Selector),
      texts: this.texts.map((arena, start, end) => decodeUtf8(arena, start, end, MAX_TEXT)),
      // The slack behind it was never written, so it takes no memory worth a copy.
      payload: this.payload.subarray(0, this.payloadLength),
      source: this.source,
      limitations: [...this.limitations],
    };
  }

  /** The columns of exactly `length` rows; row n is row order[n] of those that arrived. Lets go of its own as it copies. */
  private columns(order: Int32Array | undefined): TraceRows {
    const { length } = this;
    const rows: TraceRows = {
      length,
      kind: take(this.kind, new Uint8Array(length), order),
      flags: new Uint8Array(length),
      depth: new Uint16Array(length),
      parent: take(this.parent, new Int32Array(length), order),
      subtreeEnd: new Int32Array(length),
      from: take(this.from, new Int32Array(length), order),
      to: take(this.to, new Int32Array(length), order),
      value: take(this.value, new Int32Array(length), order),
      selector: new Int32Array(length).fill(-1),
      error: take(this.error, new Int32Array(length), order),
      gas: take(this.gas, new Float64Array(length), order),
      gasUsed: take(this.gasUsed, new Float64Array(length), order),
      inputStart: take(this.inputStart, new Uint32Array(length), order),
      inputLength: take(this.inputLength, new Uint32Array(length), order),
      outputStart: take(this.outputStart, new Uint32Array(length), order),
      outputLength: take(this.outputLength, new Uint32Array(length), order),
    };
    if (order !== undefined) renumber(rows.parent, order);
    return rows;
  }

  private grow(capacity: number): void {
    this.kind = copy(this.kind, new Uint8Array(capacity));
    this.parent = copy(this.parent, new Int32Array(capacity));
    this.from = copy(this.from, new Int32Array(capacity));
    this.to = copy(this.to, new Int32Array(capacity));
    this.value = copy(this.value, new Int32Array(capacity));
    this.error = copy(this.error, new Int32Array(capacity));
    this.gas = copy(this.gas, new Float64Array(capacity));
    this.gasUsed = copy(this.gasUsed, new Float64Array(capacity));
    this.inputStart = copy(this.inputStart, new Uint32Array(capacity));
    this.inputLength = copy(this.inputLength, new Uint32Array(capacity));
    this.outputStart = copy(this.outputStart, new Uint32Array(capacity));
    this.outputLength = copy(this.outputLength, new Uint32Array(capacity));
    this.position = copy(this.position, new Int32Array(capacity));
  }
}

type Column = Uint8Array | Int32Array | Uint32Array | Float64Array;

function copy<C extends Column>(from: C, into: C): C {
  into.set(from);
  return into;
}

function take<C extends Column>(from: C, into: C, order: Int32Array | undefined): C {
  if (order === undefined) into.set(from.subarray(0, into.length));
  else for (let row = 0; row < into.length; row++) into[row] = from[order[row]];
  return into;
}

/** Turns parents given in order of arrival into row indexes. */
function renumber(parent: Int32Array, order: Int32Array): void {
  const newRow = new Int32Array(order.length);
  for (let row = 0; row < order.length; row++) newRow[order[row]] = row;
  for (let row = 1; row < order.length; row++) parent[row] = newRow[parent[row]];
}

/** Fills `selector`: of calls the first four bytes of calldata, of logs those of topic 0. */
function fillSelectors(
  rows: TraceRows,
  payload: Uint8Array,
  selectors: ByteInterner,
  isCodeless: (row: number) => boolean,
) {
  for (let row = 0; row < rows.length; row++) {
    const isLog = rows.kind[row] === RowKind.log;
    const has = isLog ? rows.outputStart[row] > 0 : rows.kind[row] < RowKind.create && rows.inputLength[row] >= 4;
    if (!has || (!isLog && (isCodeless(row) || ranNothing(rows, row) || isInitCode(rows, payload, row)))) continue;
    const start = rows.inputStart[row];
    rows.selector[row] = selectors.intern(payload, start, start + 4);
  }
}

/** Whether no instruction ran in a call below another: an account without code used no gas. */
function ranNothing({ gasUsed, error, outputLength, subtreeEnd }: TraceRows, row: number): boolean {
  return row > 0 && gasUsed[row] === 0 && error[row] < 0 && outputLength[row] === 0 && subtreeEnd[row] === row + 1;
}

/** Words in front of init code in calldata, for deployers that take a salt. */
const SALT = 32;

/**
 * Whether the calldata of a call is init code, alone or after a salt: deployers
 * without functions create it as it is (EIP-2470, CREATE3).
 */
function isInitCode(rows: TraceRows, payload: Uint8Array, row: number): boolean {
  const { kind, inputStart, inputLength, subtreeEnd } = rows;
  const end = inputStart[row] + inputLength[row];
  for (let child = row + 1; child < subtreeEnd[row]; child = subtreeEnd[child]) {
    if (kind[child] !== RowKind.create && kind[child] !== RowKind.create2) continue;
    const before = inputLength[row] - inputLength[child];
    if (inputLength[child] === 0 || (before !== 0 && before !== SALT)) continue;
    let at = 0;
    while (at < inputLength[child] && payload[inputStart[child] + at] === payload[end - inputLength[child] + at]) at++;
    if (at === inputLength[child]) return true;
  }
  return false;
}

function wordText(arena: Uint8Array, start: number, end: number): Hex {
  return `0x${hexDigits(arena, start, end).replace(/^0/, '') || '0'}`;
}
