/**
 * Values of variables, read from a stopped machine: what a stack slot, a place
 * in memory or one in calldata holds by its type (Solidity docs: Layout in
 * Memory, Layout of Call Data). Whatever does not fit is said, not guessed:
 * pointers may be anything while a function is still setting them up.
 */
import type { Decoded } from '../../abi/decoded';
import { bytesToHex } from '../../chain/hex';
import type { MachineState } from '../../replay/replay';
import { textValue, valueOfWord } from './decode-word';
import { type DataLocation, isValueType, type SourceType } from './source-type';

/** What values are read from. */
export type ValueSource = Pick<MachineState, 'memory' | 'input'> & {
  /** What the storage slot is called, undefined when it is not known. */
  slotName(slot: bigint): string | undefined;
  /** The value that a storage pointer leads to; where it is absent, pointers read as the name of their slot. */
  stored?: ((name: string, type: SourceType, slot: bigint) => Decoded) | undefined;
};

const MAX_ITEMS = 100;
const MAX_BYTES = 10_000;
const MAX_DEPTH = 16;
/** Values below one variable, all levels together; any number of pointers may lead to the same one. */
const MAX_VALUES = 2_000;

/** The memory or calldata that a variable is read from, and how many of the values below it were read. */
type Reading = { bytes: Uint8Array; values: number };

/** Decodes the value of a variable whose stack slots are `words`, lowest first. */
export function decodeVariable(
  name: string,
  type: SourceType,
  location: DataLocation,
  words: readonly bigint[],
  from: ValueSource,
): Decoded {
  const [first = 0n, second = 0n] = words;
  if (location === 'storage') {
    if (from.stored) return from.stored(name, type, first);
    const text = pointerText(type, first, from);
    return { name, type: `${type.name} storage`, kind: 'bytes', text, length: text.length };
  }
  if (type.kind === 'function') return functionValue(name, type, type.external ? (first << 32n) | second : first);
  if (isValueType(type)) return valueOfWord(type, wordOf(first), name);
  const at = Number(first > 2n ** 32n ? 2n ** 32n : first);
  if (location === 'memory') return inMemory(name, type, at, { bytes: from.memory, values: 0 }, 0);
  const stated = words.length > 1 ? Number(second) : undefined;
  return inCalldata(name, type, at, stated, { bytes: from.input, values: 0 }, 0);
}

/** An external function is an address and a selector; an internal one the pc where it begins, until `withFunctionNames` names it. */
function functionValue(name: string, type: SourceType & { kind: 'function' }, value: bigint): Decoded {
  const selector = (value & 0xffffffffn).toString(16).padStart(8, '0');
  const address = ((value >> 32n) & ((1n << 160n) - 1n)).toString(16).padStart(40, '0');
  const text = type.external ? `0x${address}.0x${selector}` : `code at ${value}`;
  return { name, type: type.name, kind: 'bytes', text, length: text.length };
}

/** Returns the place that a storage pointer of the type points at: `orders[3]`, or the slot where that has no name. */
export function pointerText(type: SourceType, slot: bigint, from: Pick<ValueSource, 'slotName'>): string {
  const path = from.slotName(slot);
  if (path === undefined) return `storage slot 0x${slot.toString(16)}`;
  // The slot is called after what is first in it.
  const first = firstIn(type, 0);
  return first !== '' && path.endsWith(first) ? path.slice(0, -first.length) : path;
}

/** The path from a value to the first one inside of it. */
function firstIn(type: SourceType, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (type.kind === 'array') return type.length === undefined ? '' : `[0]${firstIn(type.element, depth + 1)}`;
  const first = type.kind === 'struct' ? type.members()[0] : undefined;
  return first === undefined ? '' : `.${first.name}${firstIn(first.type, depth + 1)}`;
}

function inMemory(name: string, type: SourceType, at: number, from: Reading, depth: number): Decoded {
  const { bytes: memory } = from;
  if (at > memory.length || depth > MAX_DEPTH) return unreadable(name, type);
  if (type.kind === 'bytes' || type.kind === 'string') {
    const length = numberAt(memory, at);
    return blob(name, type, memory, at + 32, length);
  }
  if (type.kind === 'struct') {
    // Before 0.7 a struct with mappings could be in memory: without them.
    const members = type.members().filter((member) => !hasMapping(member.type));
    return compound(name, type, members.length, (index) =>
      itemInMemory(members[index].name, members[index].type, at + index * 32, from, depth),
    );
  }
  if (type.kind !== 'array') return unreadable(name, type);
  const length = type.length ?? numberAt(memory, at);
  const start = type.length === undefined ? at + 32 : at;
  if (length > 0 && start + length * 32 > memory.length) return unreadable(name, type);
  return compound(name, type, length, (index) =>
    itemInMemory(`${index}`, type.element, start + index * 32, from, depth),
  );
}

/** Items of structs and arrays take a word each: the value, or where it is. */
function itemInMemory(name: string, type: SourceType, at: number, from: Reading, depth: number): Decoded {
  const { bytes: memory } = from;
  if (at + 32 > memory.length) return unreadable(name, type);
  if (++from.values > MAX_VALUES) return unreadable(name, type, 'too much to show');
  if (isValueType(type)) return valueOfWord(type, memory.subarray(at, at + 32), name);
  return inMemory(name, type, numberAt(memory, at), from, depth + 1);
}

function inCalldata(
  name: string,
  type: SourceType,
  at: number,
  stated: number | undefined,
  from: Reading,
  depth: number,
): Decoded {
  const { bytes: data } = from;
  if (at > data.length || depth > MAX_DEPTH) return unreadable(name, type);
  if (isValueType(type)) return valueOfWord(type, padded(data, at), name);
  // Inside of another value the length stands in front.
  const start = stated === undefined && isLengthy(type) ? at + 32 : at;
  const length = stated ?? (isLengthy(type) ? numberAt(data, at) : 0);
  if (type.kind === 'bytes' || type.kind === 'string') return blob(name, type, data, start, length);
  if (type.kind === 'struct') {
    let head = at;
    return compound(name, type, type.members().length, (index) => {
      const member = type.members()[index];
      const item = itemInCalldata(member.name, member.type, head, at, from, depth);
      head += headSize(member.type);
      return item;
    });
  }
  if (type.kind !== 'array') return unreadable(name, type);
  const count = type.length ?? length;
  const size = headSize(type.element);
  if (start + count * size > data.length) return unreadable(name, type);
  return compound(name, type, count, (index) =>
    itemInCalldata(`${index}`, type.element, start + index * size, start, from, depth),
  );
}

function itemInCalldata(
  name: string,
  type: SourceType,
  at: number,
  base: number,
  from: Reading,
  depth: number,
): Decoded {
  if (++from.values > MAX_VALUES) return unreadable(name, type, 'too much to show');
  const place = isDynamic(type) ? base + numberAt(from.bytes, at) : at;
  return inCalldata(name, type, place, undefined, from, depth + 1);
}

function hasMapping(type: SourceType): boolean {
  return type.kind === 'mapping' || (type.kind === 'array' && hasMapping(type.element));
}

function isLengthy(type: SourceType): boolean {
  return type.kind === 'bytes' || type.kind === 'string' || (type.kind === 'array' && type.length === undefined);
}

function isDynamic(type: SourceType): boolean {
  return staticSize(type) === undefined;
}

/** Bytes of the value in the place of its head (ABI specification, formal encoding). */
function headSize(type: SourceType): number {
  return staticSize(type) ?? 32;
}

/** Static sizes of structs by their declarations; undefined for those that are dynamic. */
const structSizes = new WeakMap<object, number | undefined>();

/** Bytes of a value that is encoded in place, undefined for one that is dynamic. */
function staticSize(type: SourceType): number | undefined {
  if (isLengthy(type)) return undefined;
  if (type.kind === 'struct') {
    const { declaration } = type;
    if (!structSizes.has(declaration)) {
      // What a tree says of a struct that holds itself has no end.
      structSizes.set(declaration, undefined);
      structSizes.set(declaration, sumOf(type.members().map((member) => staticSize(member.type))));
    }
    return structSizes.get(declaration);
  }
  if (type.kind !== 'array') return 32;
  const size = staticSize(type.element);
  return size === undefined ? undefined : (type.length ?? 0) * size;
}

/** Undefined where one of the sizes is. */
function sumOf(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
}

function compound(name: string, type: SourceType, length: number, item: (index: number) => Decoded): Decoded {
  const kind = type.kind === 'array' ? ('array' as const) : ('tuple' as const);
  const items = Array.from({ length: Math.min(length, MAX_ITEMS) }, (_, index) => item(index));
  return { name, type: type.name, kind, text: '', length, items };
}

function blob(name: string, type: SourceType, bytes: Uint8Array, start: number, length: number): Decoded {
  // Nothing has to lie behind an empty one: the compiler lets all of them be at 0x60, where memory may end.
  if (length > 0 && start + length > bytes.length) return unreadable(name, type);
  const part = bytes.subarray(start, start + Math.min(length, MAX_BYTES));
  if (type.kind === 'string') return textValue(type, part, length, name);
  return { name, type: type.name, kind: 'bytes', text: bytesToHex(part), length: 2 + length * 2 };
}

function unreadable(name: string, type: SourceType, text = 'not readable here'): Decoded {
  return { name, type: type.name, kind: 'bytes', text, length: text.length, unknown: true };
}

function numberAt(bytes: Uint8Array, at: number): number {
  const value = BigInt(bytesToHex(padded(bytes, at)));
  return value > 2n ** 32n ? 2 ** 32 : Number(value);
}

/** The word at `at`, zeros past the end. */
function padded(bytes: Uint8Array, at: number): Uint8Array {
  const word = new Uint8Array(32);
  word.set(bytes.subarray(at, at + 32));
  return word;
}

function wordOf(value: bigint): Uint8Array {
  const word = new Uint8Array(32);
  for (let at = 31, rest = value; rest > 0n; at--, rest >>= 8n) word[at] = Number(rest & 0xffn);
  return word;
}
