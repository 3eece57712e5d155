/**
 * The flat list of `trace_transaction` (OpenEthereum, Erigon, Nethermind,
 * Besu, Reth), of the `trace` in `trace_replayTransaction`, and of geth's
 * `flatCallTracer`.
 *
 *     { type, action: { callType, from, to, gas, input, value }, traceAddress: [0, 2],
 *       result: { gasUsed, output } | null, error }
 *
 * `traceAddress` is the path from the root, whose own is empty. The list is
 * usually in the order entered; it is put in that order when it is not.
 */
import { decodeUtf8, parseQuantity } from '../json/bytes';
import { createTraceParser, type TraceHandler } from './answer-envelope';
import { type FieldTable, fieldOf, fieldTable, NO_FIELD } from './fields';
import { FIRST_OWN_FIELD, FrameField, setFrameField } from './frame-fields';
import { carriesValue, frameKindOf, isCreateKind } from './frame-kind';
import type { OutermostCall } from './left-out';
import { DEFAULT_LIMITS, MAX_TEXT, type TraceLimits, type TraceParser } from './parser';
import { RowKind } from './rows';
import { TraceAddresses } from './trace-addresses';
import { TraceBuilder } from './trace-builder';

/** Creates a parser of `trace_transaction`, of `trace_replayTransaction` and `trace_call` with `trace`, and of `flatCallTracer`. `outermost` stands in for what the first action leaves out. */
export function createParityTraceParser(limits: Partial<TraceLimits> = {}, outermost?: OutermostCall): TraceParser {
  const builder = new TraceBuilder('trace_transaction', { ...DEFAULT_LIMITS, ...limits });
  builder.limitations.add('This method gives no events, and leaves out calls of precompiles.');
  return createTraceParser(builder, (reader) => new ParityTrace(builder, reader), outermost);
}

// What is being read.
const ROOT = 0;
const REPLAY = 1;
const LIST = 2;
const ENTRY = 3;
const ACTION = 4;
const RESULT = 5;
const PATH = 6;

// Keys of an entry beside those that all tracers write alike.
const TRACE = FIRST_OWN_FIELD;
const TYPE = FIRST_OWN_FIELD + 1;
const ACTION_KEY = FIRST_OWN_FIELD + 2;
const RESULT_KEY = FIRST_OWN_FIELD + 3;
const ERROR = FIRST_OWN_FIELD + 4;
const TRACE_ADDRESS = FIRST_OWN_FIELD + 5;
const CALL_TYPE = FIRST_OWN_FIELD + 6;

const REPLAY_FIELDS = fieldTable({ trace: TRACE });
const ENTRY_FIELDS = fieldTable({
  type: TYPE,
  action: ACTION_KEY,
  result: RESULT_KEY,
  error: ERROR,
  traceAddress: TRACE_ADDRESS,
});
const ACTION_FIELDS = fieldTable({
  callType: CALL_TYPE,
  creationMethod: CALL_TYPE,
  from: FrameField.from,
  to: FrameField.to,
  gas: FrameField.gas,
  input: FrameField.input,
  init: FrameField.input,
  value: FrameField.value,
  // Of a selfdestruct.
  address: FrameField.from,
  refundAddress: FrameField.to,
  balance: FrameField.value,
});
const RESULT_FIELDS = fieldTable({
  gasUsed: FrameField.gasUsed,
  output: FrameField.output,
  code: FrameField.output,
  address: FrameField.to,
});
const NO_FIELDS = fieldTable({});
const TABLES: readonly FieldTable[] = [
  NO_FIELDS,
  REPLAY_FIELDS,
  NO_FIELDS,
  ENTRY_FIELDS,
  ACTION_FIELDS,
  RESULT_FIELDS,
  NO_FIELDS,
];

/** Kinds of entry beyond those of a row. */
const UNSEEN = -1;
const REWARD = -2;

/**
 * Errors of parity's vocabulary in geth's words, as geth's flatCallTracer
 * translates them the other way. `Reverted` comes from both.
 */
const ERRORS = new Map([
  ['Reverted', 'execution reverted'],
  ['Out of gas', 'out of gas'],
  ['Bad jump destination', 'invalid jump destination'],
  ['Bad instruction', 'invalid opcode'],
  ['Stack underflow', 'stack underflow'],
  ['Out of stack', 'stack limit reached 1024 (1023)'],
  ['Out of bounds', 'return data out of bounds'],
  ['Mutable Call In Static Context', 'write protection'],
  ['Built-in failed', 'precompiled failed'],
]);

class ParityTrace implements TraceHandler {
  private state = ROOT;
  private field = NO_FIELD;
  private row = -1;
  private entryKind = UNSEEN;
  private callKind = UNSEEN;
  private readonly paths = new TraceAddresses();

  constructor(
    private readonly builder: TraceBuilder,
    private readonly reader: { skip(): void },
  ) {}

  get isEmpty(): boolean {
    return this.builder.length === 0;
  }

  complete(): void {
    this.paths.arrange(this.builder);
  }

  startObject(): void {
    if (this.state === ROOT) this.state = REPLAY;
    else if (this.state === LIST) this.openEntry();
    else if (this.state === ENTRY && this.field === ACTION_KEY) this.state = ACTION;
    else if (this.state === ENTRY && this.field === RESULT_KEY) this.state = RESULT;
    else this.builder.malformed('an object where a trace entry has none');
  }

  endObject(): void {
    if (this.state === ACTION || this.state === RESULT) this.state = ENTRY;
    else if (this.state === ENTRY) {
      this.closeEntry();
      this.state = LIST;
    }
  }

  startArray(): void {
    if (this.state === ROOT || (this.state === REPLAY && this.field === TRACE)) this.state = LIST;
    else if (this.state === ENTRY && this.field === TRACE_ADDRESS) {
      this.state = PATH;
      this.paths.open(this.row);
    } else this.builder.malformed('a list where a trace entry has none');
  }

  endArray(): void {
    this.state = this.state === PATH ? ENTRY : REPLAY;
  }

  key(bytes: Uint8Array, start: number, end: number): void {
    this.field = fieldOf(TABLES[this.state], bytes, start, end);
    if (this.field === NO_FIELD) this.reader.skip();
  }

  string(bytes: Uint8Array, start: number, end: number): void {
    if (this.state === ACTION || this.state === RESULT) this.value(bytes, start, end);
    else if (this.state === ENTRY && this.field === TYPE) this.type(bytes, start, end);
    else if (this.state === ENTRY && this.field === ERROR) {
      if (end > start) this.builder.error[this.row] = this.errorText(bytes, start, end);
    } else this.builder.malformed('a string where a trace entry has none');
  }

  literal(bytes: Uint8Array, start: number, end: number): void {
    const { builder, row } = this;
    if (bytes[start] === 0x6e) return; // null: as if the key were absent
    if (this.state === PATH) {
      const index = parseQuantity(bytes, start, end);
      if (!(index < 2 ** 31)) builder.malformed('a trace address is no list of whole numbers');
      else if (!this.paths.push(index, builder.limits.maxDepth)) builder.overLimit('maxDepth');
    } else if (this.field === FrameField.gas || this.field === FrameField.gasUsed)
      setFrameField(builder, row, this.field, bytes, start, end);
    else builder.malformed('a number or true or false where a trace entry has none');
  }

  private openEntry(): void {
    this.row = this.builder.addRow(RowKind.call, -1);
    this.entryKind = UNSEEN;
    this.callKind = UNSEEN;
    this.state = ENTRY;
  }

  private closeEntry(): void {
    const { builder, row } = this;
    if (this.entryKind === REWARD) {
      builder.dropLastRow();
      return;
    }
    if (this.entryKind === UNSEEN) {
      builder.malformed('a trace entry without a type');
      return;
    }
    if (!this.paths.has(row)) builder.malformed('a trace entry without a trace address');
    const kind = this.callKind >= 0 && this.entryKind !== RowKind.selfdestruct ? this.callKind : this.entryKind;
    builder.kind[row] = kind;
    if (!carriesValue(kind)) builder.value[row] = -1;
    if (isCreateKind(kind) && builder.error[row] >= 0) builder.to[row] = -1;
  }

  private type(bytes: Uint8Array, start: number, end: number): void {
    this.entryKind = frameKindOf(bytes, start, end);
    if (this.entryKind >= 0) return;
    if (decodeUtf8(bytes, start, end, 20) === 'reward') this.entryKind = REWARD;
    else this.builder.malformed('an unknown type of trace entry');
  }

  private value(bytes: Uint8Array, start: number, end: number): void {
    const { builder, row } = this;
    switch (this.field) {
      case CALL_TYPE:
        this.callKind = frameKindOf(bytes, start, end);
        if (this.callKind < 0) builder.malformed('an unknown type of call');
        return;
      default:
        setFrameField(builder, row, this.field, bytes, start, end);
    }
  }

  private errorText(bytes: Uint8Array, start: number, end: number): number {
    const translated = ERRORS.get(decodeUtf8(bytes, start, Math.min(end, start + 80), MAX_TEXT));
    return translated === undefined ? this.builder.text(bytes, start, end) : this.builder.textOf(translated);
  }
}
