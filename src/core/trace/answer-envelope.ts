/**
 * What all trace parsers share: the envelope of a JSON-RPC answer around the
 * trace, and the way problems come out of reader and builder.
 *
 * A body is `{"jsonrpc":…,"id":…,"result":…}` or `{…,"error":{…}}`, its keys
 * in any order, or the bare result. Which one it is shows at the first key
 * that is not of the envelope.
 */
import { asciiBytes, decodeUtf8, parseQuantity, spells } from '../json/bytes';
import { type JsonHandler, JsonReader } from '../json/reader';
import { fail, ok, type Result } from '../values/result';
import { fillLeftOut, type OutermostCall } from './left-out';
import { MAX_TEXT, type TraceParser, type TraceProblem } from './parser';
import type { Trace } from './rows';
import type { TraceBuilder } from './trace-builder';

/** Reads one trace; gets the events of the result alone. */
export interface TraceHandler extends JsonHandler {
  /** Whether there was anything to make a trace of. */
  readonly isEmpty: boolean;
  /** Called after the last event: what is left to do before the rows are put in order. */
  complete(): void;
}

const RESULT = asciiBytes('result');
const ERROR = asciiBytes('error');
const CODE = asciiBytes('code');
const MESSAGE = asciiBytes('message');
const ENVELOPE = ['jsonrpc', 'id', 'txHash'].map(asciiBytes);

/** Creates a parser that feeds `makeHandler`'s handler; the reader is handed over for `skip`. `outermost` stands in for what the root leaves out. */
export function createTraceParser(
  builder: TraceBuilder,
  makeHandler: (reader: { skip(): void }) => TraceHandler,
  outermost?: OutermostCall,
): TraceParser {
  const answer = new Answer(builder, makeHandler, outermost);
  return {
    push: (chunk) => answer.push(chunk),
    finish: () => answer.finish(),
    get problem() {
      return answer.problem();
    },
    get rows() {
      return builder.length;
    },
  };
}

const OUTSIDE = 0; // before the body's first byte
const ENVELOPE_KEYS = 1;
const RESULT_VALUE = 2; // after the key `result`
const ERROR_VALUE = 3; // after the key `error`
const ERROR_OBJECT = 4;
const ERROR_CODE = 5;
const ERROR_MESSAGE = 6;

class Answer implements JsonHandler {
  private readonly reader: JsonReader;
  private readonly trace: TraceHandler;
  private state = OUTSIDE;
  /** Whether a key of the envelope was seen, so that unknown ones belong to it too. */
  private isEnvelope = false;
  private rpcError: { code: number; message: string } | undefined;
  private finished: Result<Trace, TraceProblem> | undefined;

  constructor(
    private readonly builder: TraceBuilder,
    makeHandler: (reader: { skip(): void }) => TraceHandler,
    private readonly outermost: OutermostCall | undefined,
  ) {
    const { maxDepth, maxPayloadBytes } = builder.limits;
    // A level of calls is an object in an array; a log inside the deepest one adds a few more.
    this.reader = new JsonReader(this, { maxDepth: 2 * maxDepth + 16, maxTokenBytes: 2 * maxPayloadBytes });
    this.trace = makeHandler(this.reader);
    builder.reading = this.reader;
  }

  push(chunk: Uint8Array): void {
    if (this.builder.problem === undefined) this.reader.push(chunk);
  }

  problem(): TraceProblem | undefined {
    const { problem, limits } = this.builder;
    if (problem !== undefined) return problem;
    const json = this.reader.problem;
    if (json === undefined) return undefined;
    switch (json.kind) {
      case 'syntax':
      case 'stopped':
        return { kind: 'malformed', what: json.what, offset: json.offset };
      case 'depth':
        return { kind: 'limit', limit: 'maxDepth', allowed: limits.maxDepth };
      case 'token':
        return { kind: 'limit', limit: 'maxPayloadBytes', allowed: limits.maxPayloadBytes };
    }
  }

  finish(): Result<Trace, TraceProblem> {
    this.finished ??= this.conclude();
    return this.finished;
  }

  private conclude(): Result<Trace, TraceProblem> {
    if (this.builder.problem === undefined) this.reader.finish();
    // An error of the node explains more than what is wrong with the rest of its answer.
    if (this.rpcError !== undefined) return fail({ kind: 'rpcError', ...this.rpcError });
    if (this.problem() === undefined && !this.trace.isEmpty) {
      this.trace.complete();
      fillLeftOut(this.builder, this.outermost);
    }
    const problem = this.problem();
    if (problem !== undefined) return fail(problem);
    if (this.trace.isEmpty || this.builder.length === 0) return fail({ kind: 'empty' });
    return ok(this.builder.finish());
  }

  startObject(): void {
    if (this.state === OUTSIDE) this.state = ENVELOPE_KEYS;
    else if (this.state === ERROR_VALUE) {
      this.state = ERROR_OBJECT;
      this.rpcError = { code: 0, message: '' };
    } else if (this.state === RESULT_VALUE) {
      this.handOver();
      this.trace.startObject();
    } else this.builder.malformed('an object where none belongs');
  }

  startArray(): void {
    if (this.state === OUTSIDE || this.state === RESULT_VALUE) {
      this.handOver();
      this.trace.startArray();
    } else this.builder.malformed('an array where none belongs');
  }

  endObject(): void {
    if (this.state === ERROR_OBJECT) this.state = ENVELOPE_KEYS;
  }

  endArray(): void {}

  key(bytes: Uint8Array, start: number, end: number): void {
    if (this.state === ERROR_OBJECT) {
      if (spells(bytes, start, end, CODE)) this.state = ERROR_CODE;
      else if (spells(bytes, start, end, MESSAGE)) this.state = ERROR_MESSAGE;
      else this.reader.skip();
    } else if (spells(bytes, start, end, RESULT)) {
      this.isEnvelope = true;
      this.state = RESULT_VALUE;
    } else if (spells(bytes, start, end, ERROR)) {
      this.state = ERROR_VALUE;
    } else if (this.isEnvelope || ENVELOPE.some((name) => spells(bytes, start, end, name))) {
      this.isEnvelope = true;
      this.reader.skip();
    } else {
      this.handOverObject();
      this.trace.key(bytes, start, end);
    }
  }

  string(bytes: Uint8Array, start: number, end: number): void {
    if (this.state === ERROR_MESSAGE && this.rpcError !== undefined) {
      this.rpcError.message = decodeUtf8(bytes, start, end, MAX_TEXT);
      this.state = ERROR_OBJECT;
    } else if (this.state === ERROR_CODE) {
      this.state = ERROR_OBJECT;
    } else if (this.state === ERROR_VALUE && !this.isEnvelope) {
      // A bare call frame whose first key is its error text.
      this.handOverObject();
      this.trace.key(ERROR, 0, ERROR.length);
      this.trace.string(bytes, start, end);
    } else if (this.state === ERROR_VALUE) {
      this.rpcError = { code: 0, message: decodeUtf8(bytes, start, end, MAX_TEXT) };
      this.state = ENVELOPE_KEYS;
    } else this.builder.malformed('a string where the trace belongs');
  }

  literal(bytes: Uint8Array, start: number, end: number): void {
    if (this.state === ERROR_CODE && this.rpcError !== undefined) {
      const negative = bytes[start] === 0x2d;
      const code = parseQuantity(bytes, negative ? start + 1 : start, end);
      if (!Number.isNaN(code)) this.rpcError.code = negative ? -code : code;
      this.state = ERROR_OBJECT;
    } else if (this.state === ERROR_MESSAGE) {
      this.state = ERROR_OBJECT;
    } else if (bytes[start] === 0x6e) {
      this.state = ENVELOPE_KEYS; // null: no result, or no error
    } else this.builder.malformed('a number where the trace belongs');
  }

  /** The value at hand is the trace. */
  private handOver(): void {
    this.state = ENVELOPE_KEYS;
    this.reader.delegate(this.trace);
  }

  /** The object of the envelope is the trace after all. */
  private handOverObject(): void {
    this.handOver();
    this.trace.startObject();
  }
}
