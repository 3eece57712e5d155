/**
 * Values of the database as JSON and back: integers of any size and bytes have no form of their own in it.
 *
 *     bigint       {"$bigint": "12"}
 *     ArrayBuffer  {"$buffer": "0x0c"}
 *     Uint8Array   {"$bytes": "0x0c"}
 *     an object with a key that begins with $   {"$object": [["$key", value], …]}
 */
import { bytesToHex, parseHex } from '../chain/hex';
import { fail, ok, type Result } from '../values/result';

/** Levels of arrays and objects; rows have a handful. */
const MAX_DEPTH = 64;

/** Returns a value that JSON can hold: bigint and bytes are spelled out, fields that JSON has no form for are left out. */
export function spellValue(value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: value.toString() };
  if (value instanceof ArrayBuffer) return { $buffer: spellBytes(new Uint8Array(value)) };
  if (value instanceof Uint8Array) return { $bytes: spellBytes(value) };
  if (Array.isArray(value)) return value.map(spellValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, spellValue(item)]);
  return entries.some(([key]) => key.startsWith('$')) ? { $object: entries } : Object.fromEntries(entries);
}

/** Returns the value behind parsed JSON; an error says what is wrong. The JSON may come from anybody. */
export function unspellValue(json: unknown): Result<unknown, string> {
  try {
    return ok(unspell(json, 0));
  } catch (error) {
    if (error instanceof SpellingError) return fail(error.message);
    throw error;
  }
}

class SpellingError extends Error {}

function unspell(json: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new SpellingError('A value has too many levels.');
  if (Array.isArray(json)) return json.map((item) => unspell(item, depth + 1));
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json);
  const [[mark, spelled] = []] = entries;
  if (mark?.startsWith('$') !== true) return objectOf(entries, depth);
  if (mark === '$object' && Array.isArray(spelled)) return objectOf(spelled, depth);
  if (mark === '$bigint' && typeof spelled === 'string' && /^-?\d{1,1000}$/.test(spelled)) return BigInt(spelled);
  if (mark === '$buffer' && typeof spelled === 'string') return bytesOf(spelled).buffer;
  if (mark === '$bytes' && typeof spelled === 'string') return bytesOf(spelled);
  throw new SpellingError('A value has a form that this version does not know.');
}

function objectOf(entries: readonly unknown[], depth: number): object {
  const pairs = entries.map((entry): [string, unknown] => {
    const [key, item] = Array.isArray(entry) ? entry : [];
    // Such a key would be the prototype of whoever copies the object field by field.
    if (typeof key !== 'string' || key === '__proto__') throw new SpellingError('An object has an invalid key.');
    return [key, unspell(item, depth + 1)];
  });
  return Object.fromEntries(pairs);
}

/** Hex by the engine itself where it can (TC39, Uint8Array to and from base64 and hex): traces have megabytes. */
type HexBytes = { toHex?: () => string };
type HexConstructor = { fromHex?: (hex: string) => Uint8Array<ArrayBuffer> };

function spellBytes(bytes: Uint8Array): string {
  const { toHex } = bytes as HexBytes;
  return toHex === undefined ? bytesToHex(bytes) : `0x${toHex.call(bytes)}`;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = hex.startsWith('0x') ? fromHex(hex) : undefined;
  if (bytes === undefined) throw new SpellingError('Bytes are not in hex.');
  return bytes;
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  const native = Uint8Array as HexConstructor;
  if (native.fromHex === undefined) return parseHex(hex);
  try {
    return native.fromHex(hex.slice(2));
  } catch {
    return undefined;
  }
}
