import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonHandler, JsonReader } from '../../../src/core/json/reader';

const LIMITS = { maxDepth: 64, maxTokenBytes: 1_000_000 };

/** Builds the value again from the events, as JSON.parse would. */
class Rebuilder implements JsonHandler {
  value: unknown;
  private readonly open: { value: unknown[] | Record<string, unknown>; key: string }[] = [];
  private key_ = '';
  startObject(): void {
    this.enter({});
  }
  startArray(): void {
    this.enter([]);
  }
  endObject(): void {
    this.leave();
  }
  endArray(): void {
    this.leave();
  }
  key(bytes: Uint8Array, start: number, end: number): void {
    this.key_ = textOf(bytes, start, end);
  }
  string(bytes: Uint8Array, start: number, end: number): void {
    this.put(textOf(bytes, start, end));
  }
  literal(bytes: Uint8Array, start: number, end: number): void {
    this.put(JSON.parse(textOf(bytes, start, end)));
  }
  private enter(value: unknown[] | Record<string, unknown>): void {
    this.open.push({ value, key: this.key_ });
  }
  private leave(): void {
    const { value, key } = this.open.pop()!;
    this.key_ = key;
    this.put(value);
  }
  private put(value: unknown): void {
    const above = this.open.at(-1)?.value;
    if (above === undefined) this.value = value;
    else if (Array.isArray(above)) above.push(value);
    else Object.defineProperty(above, this.key_, { value, enumerable: true, configurable: true, writable: true });
  }
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, end)).toString('utf8');
}

function feed(reader: JsonReader, text: string, sizes: readonly number[] = []): void {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (const size of sizes) {
    const chunk = bytes.slice(at, at + size);
    reader.push(chunk);
    chunk.fill(0x21);
    at += size;
  }
  reader.push(bytes.subarray(at));
  reader.finish();
}

function read(text: string, sizes?: readonly number[]): { value: unknown; problem: JsonReader['problem'] } {
  const handler = new Rebuilder();
  const reader = new JsonReader(handler, LIMITS);
  feed(reader, text, sizes);
  return { value: handler.value, problem: reader.problem };
}

describe('JsonReader', () => {
  test('reads any JSON as JSON.parse does, cut anywhere', () => {
    const texts = fc
      .tuple(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'))
      .map(([value, indent]) => JSON.stringify(value, null, indent));
    fc.assert(
      fc.property(texts, fc.array(fc.nat(9), { maxLength: 60 }), (text, sizes) => {
        const { value, problem } = read(text, sizes);
        expect(problem).toBeUndefined();
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test('resolves escapes, also when each byte comes alone', () => {
    const text = String.raw`["\"\\\/\b\f\n\r\té\ud83d\ude00","\\\\\"","x\\", "\ud800", "é😀"]`;
    for (const sizes of [[], Array(200).fill(1)]) {
      expect(read(text, sizes).value).toEqual(['"\\/\b\f\n\r\té😀', '\\\\"', 'x\\', '\ufffd', 'é😀']);
    }
  });

  test('reads strings longer than the quick look', () => {
    const long = 'a'.repeat(5_000);
    expect(read(JSON.stringify([long, `${long}"${long}`, long]), [700, 3, 9_000]).value).toEqual([
      long,
      `${long}"${long}`,
      long,
    ]);
  });

  test.each([
    ['', 'the answer is empty'],
    ['[1,2', 'the answer ends too early'],
    ['"abc', 'the answer ends too early'],
    ['[1,]', "']' where a value belongs"],
    ['{"a" 1}', "'1' where a colon belongs"],
    ['{,}', "',' where a key or } belongs"],
    ['{"a":1,}', "'}' where a key belongs"],
    ['[1 2]', "'2' where a comma or the end of the container belongs"],
    ['{} []', "'[' where nothing more belongs"],
    ['[}', "'}' where a value or ] belongs"],
    ['[nul]', "'nul' is no value"],
    ['[01]', "'01' is no value"],
    ['[-]', "'-' is no value"],
    ['[1.]', "'1.' is no value"],
    ['["\\x"]', 'an escape sequence is not one of JSON'],
    ['["\\u12g4"]', 'an escape sequence is not one of JSON'],
    ['<html>', "'<' where a value belongs"],
  ])('finds fault with %j', (text, what) => {
    expect(read(text).problem).toMatchObject({ kind: 'syntax', what });
    const bytewise = read(text, Array(text.length).fill(1)).problem;
    expect(bytewise).toEqual(read(text).problem);
  });

  test('says where, in bytes from the start, whatever the chunks', () => {
    const text = '{"é": [1, 2, oops]}';
    const offset = new TextEncoder().encode('{"é": [1, 2, ').length;
    for (const sizes of [[], [5], [3, 3, 3, 3, 3]]) expect(read(text, sizes).problem?.offset).toBe(offset);
  });

  test('bounds depth and the length of a string', () => {
    expect(read('['.repeat(65)).problem).toMatchObject({ kind: 'depth' });
    expect(read(`${'['.repeat(64)}${']'.repeat(64)}`).problem).toBeUndefined();
    expect(read(`"${'x'.repeat(1_500_000)}"`, [900_000, 300_000]).problem).toMatchObject({ kind: 'token' });
  });

  test('skips what a handler does not want, and lets another take over', () => {
    const seen: string[] = [];
    const note = (bytes: Uint8Array, start: number, end: number): void => void seen.push(textOf(bytes, start, end));
    const inner: JsonHandler = {
      startObject: () => {},
      endObject: () => void seen.push('inner }'),
      startArray: () => {},
      endArray: () => {},
      key: note,
      string: note,
      literal: note,
    };
    const outer: JsonHandler = {
      ...inner,
      startObject() {
        if (seen.at(-1) === 'in') reader.delegate(inner);
      },
      endObject: () => void seen.push('outer }'),
      key(bytes, start, end) {
        note(bytes, start, end);
        if (seen.at(-1) === 'no') reader.skip();
      },
    };
    const reader = new JsonReader(outer, LIMITS);
    feed(reader, '{"no":{"a":[1,{"b":"c"}]},"in":{"no":1,"o":{}},"no":"x","end":true}', [9, 9, 9]);
    expect(reader.problem).toBeUndefined();
    expect(seen).toEqual(['no', 'in', 'no', '1', 'o', 'inner }', 'inner }', 'no', 'end', 'true', 'outer }']);
  });
});
