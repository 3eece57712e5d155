/**
 * A trace as bytes, for IndexedDB and trace files.
 *
 *     header   16 × 4 bytes: magic, version, row count, numbers of the interned strings, source, …
 *     columns  one after the other, widest first, so that each is aligned
 *     tables   addresses 20 bytes each, words 32, selectors 4
 *     texts    byte lengths, then UTF-8: error texts, then limitations
 *     payload
 *
 * The header's last words are the gas spent before refunds, initial and
 * executed, as doubles that are one more than the amount; 0 stands for unknown,
 * as in traces of versions that did not know it.
 *
 * Integers are in the machine's byte order, which is little endian wherever
 * browsers and Node run; the magic number would not match elsewhere. Depth and
 * subtreeEnd follow from the parents and are not stored.
 */

import { hexDigits } from '../chain/hex';
import type { Address, Hex, Selector } from '../chain/primitives';
import type { SpentGas } from '../chain/transaction';
import { asciiBytes, decodeHexWord, decodeUtf8, encodeUtf8 } from '../json/bytes';
import { fail, ok, type Result } from '../values/result';
import { MAX_TEXT } from './parser';
import { fillTree } from './row-order';
import { RowKind, type Trace, type TraceMethod, type TraceRows } from './rows';

const MAGIC = 0x4352544c; // LTRC
const VERSION = 1;
const HEADER_WORDS = 16;
/** Byte of the header where the gas spent is. */
const SPENT_AT = 48;
/** Order is part of the format. */
const SOURCES: readonly TraceMethod[] = [
  'callTracer',
  'trace_transaction',
  'ots_traceTransaction',
  'structLogs',
  'replay',
  'receipt',
];

/** Stored columns, widest first; the order is part of the format. */
const COLUMNS = [
  ['gas', 8],
  ['gasUsed', 8],
  ['parent', 4],
  ['from', 4],
  ['to', 4],
  ['value', 4],
  ['selector', 4],
  ['error', 4],
  ['inputStart', 4],
  ['inputLength', 4],
  ['outputStart', 4],
  ['outputLength', 4],
  ['kind', 1],
  ['flags', 1],
] as const;
const BYTES_PER_ROW = COLUMNS.reduce((sum, [, size]) => sum + size, 0);

/** Returns the trace in one new buffer. */
export function encodeTrace(trace: Trace): ArrayBuffer {
  const { rows, addresses, words, selectors, payload } = trace;
  const texts = [...trace.texts, ...trace.limitations].map(encodeUtf8);
  const textBytes = texts.reduce((sum, text) => sum + text.length, 0);
  const tableBytes = addresses.length * 20 + words.length * 32 + selectors.length * 4;
  const sizes = [
    HEADER_WORDS * 4,
    rows.length * BYTES_PER_ROW,
    tableBytes,
    texts.length * 4,
    textBytes,
    payload.length,
  ];
  const buffer = new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0));
  const bytes = new Uint8Array(buffer);
  new Uint32Array(buffer, 0, HEADER_WORDS).set([
    MAGIC,
    VERSION,
    rows.length,
    addresses.length,
    words.length,
    selectors.length,
    trace.texts.length,
    trace.limitations.length,
    textBytes,
    payload.length,
    SOURCES.indexOf(trace.source),
  ]);
  new Float64Array(buffer, SPENT_AT, 2).set([amount(trace.spent?.initial), amount(trace.spent?.executed)]);
  let at = HEADER_WORDS * 4;
  for (const [name, size] of COLUMNS) {
    const column = rows[name];
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, rows.length * size), at);
    at += rows.length * size;
  }
  for (const [table, size] of [
    [addresses, 20],
    [words, 32],
    [selectors, 4],
  ] as const) {
    for (const text of table) {
      writeHex(text, bytes, at, size);
      at += size;
    }
  }
  bytes.set(new Uint8Array(Uint32Array.from(texts, (text) => text.length).buffer), at);
  at += texts.length * 4;
  for (const text of texts) {
    bytes.set(text, at);
    at += text.length;
  }
  bytes.set(payload, at);
  return buffer;
}

/**
 * Decodes the trace in `buffer`, which stays untouched and becomes the trace's: columns and payload are views of it,
 * so that nothing is copied. Every index is checked, so that a damaged buffer gives one sentence instead of a trace
 * that breaks later. Takes a few milliseconds per 100,000 rows.
 */
export function decodeTrace(buffer: ArrayBuffer): Result<Trace, string> {
  if (buffer.byteLength < HEADER_WORDS * 4) return fail('The stored trace is cut off.');
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  const [magic, version, length, addresses, words, selectors, texts, limitations, textBytes, payloadBytes, source] =
    header;
  if (magic !== MAGIC) return fail('This is no stored trace.');
  if (version !== VERSION) return fail(`The stored trace is of format ${version}, which is not known here.`);
  const expected =
    HEADER_WORDS * 4 +
    length * BYTES_PER_ROW +
    addresses * 20 +
    words * 32 +
    selectors * 4 +
    (texts + limitations) * 4 +
    textBytes +
    payloadBytes;
  if (expected !== buffer.byteLength) return fail('The stored trace is cut off.');
  if (length === 0 || source >= SOURCES.length) return fail(DAMAGED);

  const reader = new SectionReader(buffer, HEADER_WORDS * 4);
  const rows = readColumns(reader, length);
  const readTable = (count: number, size: number): string[] =>
    Array.from({ length: count }, () => {
      const start = reader.skip(size);
      return `0x${hexDigits(reader.bytes, start, start + size)}`;
    });
  const addressTable = readTable(addresses, 20) as Address[];
  const wordTable = readTable(words, 32).map((word) => `0x${word.slice(2).replace(/^0+/, '') || '0'}` as Hex);
  const selectorTable = readTable(selectors, 4) as Selector[];
  const lengths = reader.lengths(texts + limitations);
  let textSum = 0;
  for (const textLength of lengths) textSum += textLength;
  if (textSum !== textBytes) return fail(DAMAGED);
  const allTexts = Array.from(lengths, (size) => {
    const start = reader.skip(size);
    return decodeUtf8(reader.bytes, start, start + size, MAX_TEXT + 1);
  });
  const start = reader.skip(payloadBytes);
  const spent = spentGas(new Float64Array(buffer, SPENT_AT, 2));
  const trace: Trace = {
    rows,
    ...(spent && { spent }),
    addresses: addressTable,
    words: wordTable,
    selectors: selectorTable,
    texts: allTexts.slice(0, texts),
    payload: reader.bytes.subarray(start, start + payloadBytes),
    source: SOURCES[source],
    limitations: allTexts.slice(texts),
  };
  if (!hasSoundTree(rows) || !hasSoundIndexes(trace)) return fail(DAMAGED);
  fillTree(rows);
  return ok(trace);
}

function amount(gas: number | undefined): number {
  return gas === undefined ? 0 : gas + 1;
}

/** Amounts of gas that are none are as good as unknown: nothing but what is shown of them depends on them. */
function spentGas([initial, executed]: Float64Array): SpentGas | undefined {
  if (!isAmount(initial)) return undefined;
  return { initial: initial - 1, ...(isAmount(executed) && { executed: executed - 1 }) };
}

function isAmount(stored: number): boolean {
  return Number.isSafeInteger(stored) && stored >= 1;
}

const DAMAGED = 'The stored trace is damaged.';

/** Typed arrays over the sections of a buffer, one after the other; the order of the columns keeps each aligned. */
class SectionReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  constructor(
    private readonly buffer: ArrayBuffer,
    private at: number,
  ) {
    this.bytes = new Uint8Array(buffer);
  }
  /** Passes over `size` bytes and returns where they begin. */
  skip(size: number): number {
    const start = this.at;
    this.at += size;
    return start;
  }
  uint8(count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer, this.skip(count), count);
  }
  int32(count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.buffer, this.skip(count * 4), count);
  }
  uint32(count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.buffer, this.skip(count * 4), count);
  }
  float64(count: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.buffer, this.skip(count * 8), count);
  }
  /** Numbers that follow sections of any length, so they are copied to be aligned. */
  lengths(count: number): Uint32Array {
    const start = this.skip(count * 4);
    return new Uint32Array(this.buffer.slice(start, start + count * 4));
  }
}

function readColumns(reader: SectionReader, length: number): TraceRows {
  return {
    length,
    gas: reader.float64(length),
    gasUsed: reader.float64(length),
    parent: reader.int32(length),
    from: reader.int32(length),
    to: reader.int32(length),
    value: reader.int32(length),
    selector: reader.int32(length),
    error: reader.int32(length),
    inputStart: reader.uint32(length),
    inputLength: reader.uint32(length),
    outputStart: reader.uint32(length),
    outputLength: reader.uint32(length),
    kind: reader.uint8(length),
    flags: reader.uint8(length),
    depth: new Uint16Array(length),
    subtreeEnd: new Int32Array(length),
  };
}

/** Whether the parents are those of rows in the order entered: each is the row before or one above it. */
function hasSoundTree({ length, parent, kind }: TraceRows): boolean {
  if (parent[0] !== -1) return false;
  const depth = new Uint32Array(length);
  for (let row = 1; row < length; row++) {
    const above = parent[row];
    if (above < 0 || above >= row || kind[above] === RowKind.log) return false;
    let open = row - 1;
    while (open > above) open = parent[open];
    if (open !== above) return false;
    depth[row] = depth[above] + 1;
    if (depth[row] > 0xffff) return false;
  }
  return true;
}

function hasSoundIndexes({ rows, addresses, words, selectors, texts, payload }: Trace): boolean {
  const { length, kind, flags, from, to, value, selector, error } = rows;
  const { inputStart, inputLength, outputStart, outputLength } = rows;
  for (let row = 0; row < length; row++) {
    const isLog = kind[row] === RowKind.log;
    const inputEnd = inputStart[row] + inputLength[row];
    const outputEnd = isLog ? 0 : outputStart[row] + outputLength[row];
    const sound =
      kind[row] <= RowKind.storageWrite &&
      flags[row] < 8 &&
      within(from[row], addresses.length) &&
      from[row] >= 0 &&
      within(to[row], addresses.length) &&
      within(value[row], words.length) &&
      within(selector[row], selectors.length) &&
      within(error[row], texts.length) &&
      inputEnd <= payload.length &&
      outputEnd <= payload.length &&
      (!isLog || (outputStart[row] <= 4 && outputStart[row] * 32 <= inputLength[row]));
    if (!sound) return false;
  }
  return true;
}

/** Whether `index` is -1 or below `length`. */
function within(index: number, length: number): boolean {
  return index >= -1 && index < length;
}

/** Writes a hex number, right-aligned in `size` bytes. */
function writeHex(hex: Hex, into: Uint8Array, at: number, size: number): void {
  decodeHexWord(asciiBytes(hex), 0, hex.length, SCRATCH, 0);
  into.set(SCRATCH.subarray(32 - size), at);
}
const SCRATCH = new Uint8Array(32);
