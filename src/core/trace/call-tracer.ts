/**
 * geth's `callTracer`, with `withLog` or without: nested call frames.
 *
 *     { type, from, to, gas, gasUsed, input, output, value, error,
 *       calls: [frame…], logs: [{ address, topics, data, position }…] }
 *
 * Keys come in any order, `type` even last (Anvil). A log's `position` is the
 * number of calls its frame had made before it.
 */
import { createTraceParser, type TraceHandler } from './answer-envelope';
import { type FieldTable, fieldOf, fieldTable, NO_FIELD } from './fields';
import { FIRST_OWN_FIELD, FrameField, setFrameField } from './frame-fields';
import { carriesValue, frameKindOf, isCreateKind } from './frame-kind';
import type { OutermostCall } from './left-out';
import { LogReader } from './log-reader';
import { DEFAULT_LIMITS, type TraceLimits, type TraceParser } from './parser';
import { RowKind } from './rows';
import { TraceBuilder, UNKNOWN_POSITION } from './trace-builder';

/**
 * Creates a parser of `debug_traceTransaction` and `debug_traceCall` with `{tracer: 'callTracer'}`. `outermost` stands in
 * for what the root leaves out.
 */
export function createCallTracerParser(limits: Partial<TraceLimits> = {}, outermost?: OutermostCall): TraceParser {
  const builder = new TraceBuilder('callTracer', { ...DEFAULT_LIMITS, ...limits });
  return createTraceParser(builder, (reader) => new CallTracer(builder, reader), outermost);
}

// What is being read.
const ROOT = 0;
const ROOT_LIST = 1;
const FRAME = 2;
const CALLS = 3;
const LOGS = 4;
const LOG = 5;
const TOPICS = 6;

// Keys of a frame beside those that all tracers write alike, and keys of a log.
const TYPE = FIRST_OWN_FIELD;
const ERROR = FIRST_OWN_FIELD + 1;
const CALL_LIST = FIRST_OWN_FIELD + 2;
const LOG_LIST = FIRST_OWN_FIELD + 3;
const ADDRESS = FIRST_OWN_FIELD + 4;
const TOPIC_LIST = FIRST_OWN_FIELD + 5;
const DATA = FIRST_OWN_FIELD + 6;
const POSITION = FIRST_OWN_FIELD + 7;

const FRAME_FIELDS: FieldTable = fieldTable({
  ...FrameField,
  type: TYPE,
  error: ERROR,
  calls: CALL_LIST,
  logs: LOG_LIST,
});
const LOG_FIELDS: FieldTable = fieldTable({ address: ADDRESS, topics: TOPIC_LIST, data: DATA, position: POSITION });

/** A frame whose `type` has not come yet. */
const NO_KIND = 255;

class CallTracer implements TraceHandler {
  isEmpty = true;
  private state = ROOT;
  private field = NO_FIELD;
  /** Rows of the frames being read, outermost first. */
  private frames = new Int32Array(64);
  private depth = 0;
  private row = -1;
  private readonly log: LogReader;

  constructor(
    private readonly builder: TraceBuilder,
    private readonly reader: { skip(): void },
  ) {
    this.log = new LogReader(builder);
  }

  complete(): void {
    const { kind, position, length } = this.builder;
    for (let row = 0; row < length; row++) {
      if (kind[row] !== RowKind.log || position[row] !== UNKNOWN_POSITION) continue;
      this.builder.limitations.add('The node does not say where among the calls of a frame its events belong.');
      return;
    }
  }

  startObject(): void {
    if (this.state === CALLS || this.state === ROOT) this.openFrame();
    else if (this.state === LOGS) {
      this.state = LOG;
      this.log.open(this.row);
    } else this.builder.malformed('an object where a call frame has none');
  }

  endObject(): void {
    if (this.state === LOG) {
      this.state = LOGS;
      this.log.close();
    } else this.closeFrame();
  }

  startArray(): void {
    if (this.state === FRAME && this.field === CALL_LIST) this.state = CALLS;
    else if (this.state === FRAME && this.field === LOG_LIST) this.state = LOGS;
    else if (this.state === LOG && this.field === TOPIC_LIST) this.state = TOPICS;
    else if (this.state === ROOT) this.state = ROOT_LIST;
    else this.builder.malformed('a list where a call frame has none');
  }

  endArray(): void {
    if (this.state === TOPICS) {
      this.state = LOG;
      this.log.endTopics();
    } else if (this.state !== ROOT_LIST) this.state = FRAME;
  }

  key(bytes: Uint8Array, start: number, end: number): void {
    this.field = fieldOf(this.state === FRAME ? FRAME_FIELDS : LOG_FIELDS, bytes, start, end);
    if (this.field === NO_FIELD) this.reader.skip();
    else this.isEmpty = false;
  }

  string(bytes: Uint8Array, start: number, end: number): void {
    if (this.state === FRAME) this.frameField(bytes, start, end);
    else if (this.state === TOPICS) this.log.topic(bytes, start, end);
    else if (this.state === LOG) this.logField(bytes, start, end);
    else this.builder.malformed('a string where a call frame belongs');
  }

  literal(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] === 0x6e) return; // null: as if the key were absent
    const { builder, row } = this;
    if (this.state === FRAME && (this.field === FrameField.gas || this.field === FrameField.gasUsed))
      setFrameField(builder, row, this.field, bytes, start, end);
    else if (this.state === LOG && this.field === POSITION) this.log.position(bytes, start, end);
    else builder.malformed('a number or true or false where a call frame has none');
  }

  private openFrame(): void {
    const { builder } = this;
    if (this.depth === 0 && builder.length > 0) {
      builder.malformed('two root calls');
      return;
    }
    if (this.depth === builder.limits.maxDepth) {
      builder.overLimit('maxDepth');
      return;
    }
    if (this.depth === this.frames.length) {
      const grown = new Int32Array(this.depth * 2);
      grown.set(this.frames);
      this.frames = grown;
    }
    this.row = builder.addRow(NO_KIND, this.row);
    this.frames[this.depth++] = this.row;
    this.state = FRAME;
  }

  private closeFrame(): void {
    const { builder, row } = this;
    const kind = builder.kind[row];
    if (!this.isEmpty && kind === NO_KIND) builder.malformed('a call frame without a type');
    if (!carriesValue(kind)) builder.value[row] = -1;
    if (isCreateKind(kind) && builder.error[row] >= 0) builder.to[row] = -1;
    this.depth--;
    this.row = this.depth > 0 ? this.frames[this.depth - 1] : -1;
    this.state = CALLS;
  }

  private frameField(bytes: Uint8Array, start: number, end: number): void {
    const { builder, row } = this;
    switch (this.field) {
      case TYPE: {
        const kind = frameKindOf(bytes, start, end);
        if (kind < 0) builder.malformed('an unknown type of call frame');
        else builder.kind[row] = kind;
        return;
      }
      case FrameField.to:
        if (end > start) setFrameField(builder, row, FrameField.to, bytes, start, end);
        return;
      case ERROR:
        if (end > start) builder.error[row] = builder.text(bytes, start, end);
        return;
      case CALL_LIST:
      case LOG_LIST:
        builder.malformed('a string where a call frame has a list');
        return;
      default:
        setFrameField(builder, row, this.field, bytes, start, end);
    }
  }

  private logField(bytes: Uint8Array, start: number, end: number): void {
    switch (this.field) {
      case ADDRESS:
        this.log.address(bytes, start, end);
        return;
      case DATA:
        this.log.data(bytes, start, end);
        return;
      case POSITION:
        this.log.position(bytes, start, end);
        return;
      default:
        this.builder.malformed('a string where an event has topics');
    }
  }
}
