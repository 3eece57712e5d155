/**
 * A push reader of JSON for answers of any size.
 *
 * Bytes go in as they arrive, events come out: `{"gas":"0x1"}` is startObject,
 * key `gas`, string `0x1`, endObject. Nothing is built. Keys, strings and
 * literals are handed over as ranges of bytes, valid only during the call; a
 * token that a chunk boundary cuts in two is put together in a carry buffer
 * first, so a handler never sees half of one. Escapes are resolved before.
 *
 * A handler that does not care for a value calls `skip` on seeing its key, and
 * one that knows another handler to be in charge of a value calls `delegate`.
 */
import { unescapeJson } from './unescape';

export interface JsonHandler {
  startObject(): void;
  endObject(): void;
  startArray(): void;
  endArray(): void;
  key(bytes: Uint8Array, start: number, end: number): void;
  string(bytes: Uint8Array, start: number, end: number): void;
  /** A number, `true`, `false` or `null`. */
  literal(bytes: Uint8Array, start: number, end: number): void;
}

export type JsonProblem = {
  kind: 'syntax' | 'depth' | 'token' | 'stopped';
  what: string;
  /** Bytes from the start of the answer. */
  offset: number;
};

export type JsonLimits = {
  /** Objects and arrays inside one another. */
  maxDepth: number;
  /** Bytes of one string or number. */
  maxTokenBytes: number;
};

// What may come next.
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY_OR_END = 2;
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const NOTHING = 6;
const EXPECTED = [
  'a value',
  'a value or ]',
  'a key or }',
  'a key',
  'a colon',
  'a comma or the end of the container',
  'nothing more',
];

// What the carry buffer holds the beginning of.
const NO_TOKEN = 0;
const STRING_TOKEN = 1;
const LITERAL_TOKEN = 2;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

// Kinds of bytes outside strings.
const SPACE = 1;
const LITERAL = 2;
const CLASS = new Uint8Array(256);
for (const space of [0x20, 0x09, 0x0a, 0x0d]) CLASS[space] = SPACE;
for (const character of '+-.0123456789abcdefghijklmnopqrstuvwxyzE') CLASS[character.charCodeAt(0)] = LITERAL;

/** Up to here the closing quote is looked for byte by byte; beyond, the engine's own search is faster. */
const NEAR = 48;

export class JsonReader {
  /** Why reading stopped; further pushes do nothing. */
  problem: JsonProblem | undefined;
  /** Bytes consumed by earlier chunks. */
  private offset = 0;
  /** Offset of the current token, in bytes from the start of the answer. */
  tokenOffset = 0;
  private expect = VALUE;
  private depth = 0;
  /** 1 for an object, 0 for an array, by depth. */
  private isObject = new Uint8Array(64);
  private skipNext = false;
  /** Depth of the container that is being skipped, -1 when none is. */
  private silentDepth = -1;
  private outer: JsonHandler;
  private delegateDepth = -1;
  private token = NO_TOKEN;
  private carry = new Uint8Array(256);
  private carried = 0;
  private scratch = new Uint8Array(256);
  /** Index of the next backslash of the chunk, its length when there is none. */
  private backslash = 0;

  constructor(
    private handler: JsonHandler,
    private readonly limits: JsonLimits,
  ) {
    this.outer = handler;
  }

  /** Skips the value of a key: it brings no events. Call this from `key`. */
  skip(): void {
    this.skipNext = true;
  }

  /** To be called from `startObject` or `startArray`: `inner` gets the events up to the end of this container, the end included. */
  delegate(inner: JsonHandler): void {
    this.outer = this.handler;
    this.handler = inner;
    this.delegateDepth = this.depth - 1;
  }

  /** Stops reading, for a reason of the handler's. */
  stop(): void {
    this.problem ??= { kind: 'stopped', what: 'reading was stopped', offset: this.tokenOffset };
  }

  push(chunk: Uint8Array): void {
    if (this.problem !== undefined) return;
    this.backslash = -1;
    const end = chunk.length;
    let at = this.token === NO_TOKEN ? 0 : this.resume(chunk);
    while (at < end && this.problem === undefined) {
      const byte = chunk[at];
      switch (byte) {
        case QUOTE:
          at = this.readString(chunk, at + 1);
          break;
        case 0x3a: // colon
          if (this.expect === COLON) this.expect = VALUE;
          else this.unexpected(chunk, at);
          at++;
          break;
        case 0x2c: // comma
          if (this.expect === COMMA_OR_END) this.expect = this.isObject[this.depth - 1] === 1 ? KEY : VALUE;
          else this.unexpected(chunk, at);
          at++;
          break;
        case 0x7b: // {
        case 0x5b: // [
          if (this.expect <= VALUE_OR_END) this.open(byte === 0x7b ? 1 : 0, at);
          else this.unexpected(chunk, at);
          at++;
          break;
        case 0x7d: // }
          if (this.depth > 0 && this.isObject[this.depth - 1] === 1 && CLOSES_OBJECT[this.expect] === 1) this.close(1);
          else this.unexpected(chunk, at);
          at++;
          break;
        case 0x5d: // ]
          if (this.depth > 0 && this.isObject[this.depth - 1] === 0 && CLOSES_ARRAY[this.expect] === 1) this.close(0);
          else this.unexpected(chunk, at);
          at++;
          break;
        default:
          if (CLASS[byte] === SPACE) at++;
          else if (CLASS[byte] === LITERAL && this.expect <= VALUE_OR_END) at = this.readLiteral(chunk, at);
          else this.unexpected(chunk, at);
      }
    }
    this.offset += end;
  }

  /** Ends the text. Call this after the last chunk; `problem` then says whether the answer was whole. */
  finish(): void {
    if (this.problem !== undefined) return;
    if (this.token === LITERAL_TOKEN) {
      this.token = NO_TOKEN;
      this.literal(this.carry, 0, this.carried);
    }
    if (this.problem === undefined && this.expect !== NOTHING) {
      this.fail(this.offset, this.offset === 0 ? 'the answer is empty' : 'the answer ends too early');
    }
  }

  private open(object: number, at: number): void {
    if (this.depth >= this.limits.maxDepth) {
      this.problem = { kind: 'depth', what: 'too many levels of JSON', offset: this.offset + at };
      return;
    }
    if (this.depth === this.isObject.length) {
      const grown = new Uint8Array(this.depth * 2);
      grown.set(this.isObject);
      this.isObject = grown;
    }
    this.tokenOffset = this.offset + at;
    this.isObject[this.depth++] = object;
    this.expect = object === 1 ? KEY_OR_END : VALUE_OR_END;
    if (this.silentDepth >= 0) return;
    if (this.skipNext) {
      this.skipNext = false;
      this.silentDepth = this.depth - 1;
    } else if (object === 1) this.handler.startObject();
    else this.handler.startArray();
  }

  private close(object: number): void {
    this.depth--;
    this.expect = this.depth === 0 ? NOTHING : COMMA_OR_END;
    if (this.silentDepth >= 0) {
      if (this.silentDepth === this.depth) this.silentDepth = -1;
      return;
    }
    if (object === 1) this.handler.endObject();
    else this.handler.endArray();
    if (this.delegateDepth === this.depth) {
      this.handler = this.outer;
      this.delegateDepth = -1;
    }
  }

  private readString(chunk: Uint8Array, start: number): number {
    if (this.expect > KEY) {
      this.unexpected(chunk, start - 1);
      return start;
    }
    this.tokenOffset = this.offset + start - 1;
    // The usual string: short, whole, without escapes. What follows it is taken along.
    const near = Math.min(start + NEAR, chunk.length - 1);
    let at = start;
    while (at < near && chunk[at] !== QUOTE) at++;
    if (at >= near || (this.backslash < at && this.nextBackslash(chunk, start) < at)) {
      const quote = this.findQuote(chunk, start, at);
      if (quote < 0) {
        this.keep(chunk, start, chunk.length, STRING_TOKEN);
        return chunk.length;
      }
      this.string(chunk, start, quote, this.backslash < quote);
      return quote + 1;
    }
    if (this.expect >= KEY_OR_END) {
      const hasColon = chunk[at + 1] === 0x3a;
      this.expect = hasColon ? VALUE : COLON;
      if (this.silentDepth < 0) this.handler.key(chunk, start, at);
      return hasColon ? at + 2 : at + 1;
    }
    this.expect = this.depth === 0 ? NOTHING : COMMA_OR_END;
    if (this.silentDepth >= 0) return at + 1;
    if (this.skipNext) this.skipNext = false;
    else this.handler.string(chunk, start, at);
    return at + 1;
  }

  /** Index of the first backslash at or after `from`, the chunk's length when there is none. */
  private nextBackslash(chunk: Uint8Array, from: number): number {
    if (this.backslash < from) {
      const next = chunk.indexOf(BACKSLASH, from);
      this.backslash = next < 0 ? chunk.length : next;
    }
    return this.backslash;
  }

  /** Index of the quote that ends the string whose content begins at `start` and has none before `from`; -1 when the chunk ends before. */
  private findQuote(chunk: Uint8Array, start: number, from: number): number {
    const end = chunk.length;
    let at = chunk.indexOf(QUOTE, from);
    if (at < 0) at = end;
    if (this.nextBackslash(chunk, start) < at) {
      at = this.backslash;
      while (at < end && chunk[at] !== QUOTE) at += chunk[at] === BACKSLASH ? 2 : 1;
    }
    return at < end ? at : -1;
  }

  private readLiteral(chunk: Uint8Array, start: number): number {
    this.tokenOffset = this.offset + start;
    let at = start + 1;
    while (at < chunk.length && CLASS[chunk[at]] === LITERAL) at++;
    if (at === chunk.length) this.keep(chunk, start, at, LITERAL_TOKEN);
    else this.literal(chunk, start, at);
    return at;
  }

  /** Goes on with the token the previous chunk began; returns where the rest of `chunk` begins. */
  private resume(chunk: Uint8Array): number {
    const end = chunk.length;
    if (end === 0) return 0;
    if (this.token === LITERAL_TOKEN) {
      let at = 0;
      while (at < end && CLASS[chunk[at]] === LITERAL) at++;
      this.keep(chunk, 0, at, LITERAL_TOKEN);
      if (at < end && this.problem === undefined) {
        this.token = NO_TOKEN;
        this.literal(this.carry, 0, this.carried);
      }
      return at;
    }
    let slashes = 0;
    while (slashes < this.carried && this.carry[this.carried - 1 - slashes] === BACKSLASH) slashes++;
    const escaped = slashes & 1;
    if (escaped === 1) this.backslash = -1;
    const quote = escaped < end ? this.findQuote(chunk, escaped, escaped) : -1;
    this.keep(chunk, 0, quote < 0 ? end : quote, STRING_TOKEN);
    if (quote < 0 || this.problem !== undefined) return end;
    this.token = NO_TOKEN;
    const slash = this.carry.indexOf(BACKSLASH);
    this.string(this.carry, 0, this.carried, slash >= 0 && slash < this.carried);
    return quote + 1;
  }

  private keep(chunk: Uint8Array, start: number, end: number, token: number): void {
    if (this.token === NO_TOKEN) this.carried = 0;
    this.token = token;
    const needed = this.carried + end - start;
    if (needed > this.limits.maxTokenBytes) {
      this.problem = { kind: 'token', what: 'a string is too long', offset: this.offset + start };
      return;
    }
    if (needed > this.carry.length) {
      const grown = new Uint8Array(Math.max(needed, this.carry.length * 2));
      grown.set(this.carry.subarray(0, this.carried));
      this.carry = grown;
    }
    this.carry.set(chunk.subarray(start, end), this.carried);
    this.carried = needed;
  }

  private string(bytes: Uint8Array, start: number, end: number, escaped: boolean): void {
    const isKey = this.expect >= KEY_OR_END;
    this.expect = isKey ? COLON : this.depth === 0 ? NOTHING : COMMA_OR_END;
    if (this.silentDepth >= 0) return;
    if (this.skipNext && !isKey) {
      this.skipNext = false;
      return;
    }
    if (escaped) {
      if (this.scratch.length < end - start) this.scratch = new Uint8Array(end - start);
      end = unescapeJson(bytes, start, end, this.scratch);
      if (end < 0) {
        this.fail(this.tokenOffset, 'an escape sequence is not one of JSON');
        return;
      }
      bytes = this.scratch;
      start = 0;
    }
    if (isKey) this.handler.key(bytes, start, end);
    else this.handler.string(bytes, start, end);
  }

  private literal(bytes: Uint8Array, start: number, end: number): void {
    if (!isLiteral(bytes, start, end)) {
      this.fail(this.tokenOffset, `${textOf(bytes, start, end)} is no value`);
      return;
    }
    this.expect = this.depth === 0 ? NOTHING : COMMA_OR_END;
    if (this.silentDepth >= 0) return;
    if (this.skipNext) this.skipNext = false;
    else this.handler.literal(bytes, start, end);
  }

  private unexpected(chunk: Uint8Array, at: number): void {
    this.fail(this.offset + at, `${textOf(chunk, at, at + 1)} where ${EXPECTED[this.expect]} belongs`);
  }

  private fail(offset: number, what: string): void {
    this.problem ??= { kind: 'syntax', what, offset };
  }
}

const CLOSES_OBJECT = new Uint8Array(7);
CLOSES_OBJECT[KEY_OR_END] = 1;
CLOSES_OBJECT[COMMA_OR_END] = 1;
const CLOSES_ARRAY = new Uint8Array(7);
CLOSES_ARRAY[VALUE_OR_END] = 1;
CLOSES_ARRAY[COMMA_OR_END] = 1;

const WORDS = ['true', 'false', 'null'];
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Whether the bytes are a number, `true`, `false` or `null` of RFC 8259. */
function isLiteral(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start];
  let at = start;
  while (at < end && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++;
  if (at === end) return first !== 0x30 || end - start === 1;
  if (end - start > 1_000) return false;
  const text = String.fromCharCode(...bytes.subarray(start, end));
  return WORDS.includes(text) || NUMBER.test(text);
}

/** A few bytes of the answer in words, for a message. */
function textOf(bytes: Uint8Array, start: number, end: number): string {
  const part = bytes.subarray(start, Math.min(end, start + 20));
  return `'${Array.from(part, (byte) => (byte < 0x20 || byte > 0x7e ? '?' : String.fromCharCode(byte))).join('')}'`;
}
