/**
 * Otterscan's `ots_traceTransaction`: call frames in the order entered, each with its depth.
 *
 *     [{ type, depth, from, to, value, input, output }…]
 */
import { createTraceParser, type TraceHandler } from './answer-envelope';
import { fieldOf, fieldTable, NO_FIELD } from './fields';
import { FIRST_OWN_FIELD, FrameField, setFrameField } from './frame-fields';
import { carriesValue, frameKindOf } from './frame-kind';
import type { OutermostCall } from './left-out';
import { DEFAULT_LIMITS, type TraceLimits, type TraceParser } from './parser';
import { TraceBuilder } from './trace-builder';

/**
 * Creates a parser of `ots_traceTransaction`. The answer does not say which calls failed; `failed` says what the
 * receipt's status says of the transaction, so that at least the root is right. `outermost` stands in for what that leaves out.
 */
export function createOtterscanTraceParser(
  limits: Partial<TraceLimits> = {},
  failed = false,
  outermost?: OutermostCall,
): TraceParser {
  const builder = new TraceBuilder('ots_traceTransaction', { ...DEFAULT_LIMITS, ...limits });
  builder.limitations.add('This method gives no events and no gas, and does not say which calls failed.');
  return createTraceParser(builder, (reader) => new OtterscanTrace(builder, reader, failed), outermost);
}

const OUTSIDE = 0;
const LIST = 1;
const ENTRY = 2;

const TYPE = FIRST_OWN_FIELD;
const DEPTH = FIRST_OWN_FIELD + 1;
const { from, to, value, input, output } = FrameField;
const FIELDS = fieldTable({ type: TYPE, depth: DEPTH, from, to, value, input, output });

const NO_KIND = 255;

class OtterscanTrace implements TraceHandler {
  private state = OUTSIDE;
  private field = NO_FIELD;
  private row = -1;
  private depth = -1;
  private previousDepth = -1;
  /** Last row of each depth. */
  private readonly open: Int32Array;

  constructor(
    private readonly builder: TraceBuilder,
    private readonly reader: { skip(): void },
    private readonly failed: boolean,
  ) {
    this.open = new Int32Array(builder.limits.maxDepth);
  }

  get isEmpty(): boolean {
    return this.builder.length === 0;
  }

  complete(): void {
    if (this.failed) this.builder.error[0] = this.builder.textOf('failed');
  }

  startArray(): void {
    if (this.state === OUTSIDE) this.state = LIST;
    else this.builder.malformed('a list where a trace entry has none');
  }

  endArray(): void {
    this.state = OUTSIDE;
  }

  startObject(): void {
    if (this.state !== LIST) {
      if (this.state === ENTRY) this.builder.malformed('an object where a trace entry has none');
      return;
    }
    this.row = this.builder.addRow(NO_KIND, -1);
    this.depth = -1;
    this.state = ENTRY;
  }

  endObject(): void {
    if (this.state !== ENTRY) return;
    this.state = LIST;
    const { builder, row, depth } = this;
    if (builder.kind[row] === NO_KIND) builder.malformed('a trace entry without a type');
    else if (depth < 0) builder.malformed('a trace entry without a depth');
    else if (depth > this.previousDepth + 1 || (depth === 0) !== (row === 0)) {
      builder.malformed(`a call of depth ${depth} after one of depth ${this.previousDepth}`);
    } else if (depth >= this.open.length) builder.overLimit('maxDepth');
    else {
      builder.parent[row] = depth === 0 ? -1 : this.open[depth - 1];
      this.open[depth] = row;
      this.previousDepth = depth;
      if (!carriesValue(builder.kind[row])) builder.value[row] = -1;
    }
  }

  key(bytes: Uint8Array, start: number, end: number): void {
    this.field = this.state === ENTRY ? fieldOf(FIELDS, bytes, start, end) : NO_FIELD;
    if (this.field === NO_FIELD) this.reader.skip();
  }

  string(bytes: Uint8Array, start: number, end: number): void {
    const { builder, row } = this;
    if (this.state !== ENTRY) {
      builder.malformed('a string where a list of calls belongs');
      return;
    }
    switch (this.field) {
      case TYPE: {
        const kind = frameKindOf(bytes, start, end);
        if (kind < 0) builder.malformed('an unknown type of call');
        else builder.kind[row] = kind;
        return;
      }
      case DEPTH:
        this.depth = builder.quantity(bytes, start, end);
        return;
      default:
        setFrameField(builder, row, this.field, bytes, start, end);
    }
  }

  literal(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] === 0x6e) return; // null: as if the key were absent
    if (this.state === ENTRY && this.field === DEPTH) this.depth = this.builder.quantity(bytes, start, end);
    else this.builder.malformed('a number or true or false where a trace entry has none');
  }
}
