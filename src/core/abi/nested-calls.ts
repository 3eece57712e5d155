/**
 * Calls that calldata carries: what a multicall, a Safe or a governor is given
 * to run is calldata of its own, as bytes among the arguments.
 */
import { bytesToHex, hexToBytes } from '../chain/hex';
import type { Hash } from '../chain/primitives';
import type { AbiIndex } from './abi-index';
import {
  type DecodedCall,
  decodeArguments,
  decodeCalldata,
  decodeErrorExactly,
  decodeRevert,
  decodeWithSignature,
} from './decode';
import { decodeLog } from './decode-log';
import type { Decoded } from './decoded';
import { executionMode, readExecution } from './execution-data';
import { type PackedCall, readPackedCalls } from './packed-calls';
import { parseSignature } from './signature';

/** Calls within calls that are followed, and how many of them one value may hold. */
const MAX_DEPTH = 4;
const MAX_CALLS = 200;
/** Characters of a leaf in a call whose function is named beside it. */
const MAX_TEXT = 10_000;

/** A call, the error that something failed with, or an event. */
type Held = Pick<DecodedCall, 'name' | 'inputs'> & { isError?: boolean; isEvent?: boolean };

/** The calls that the bytes of a function are packed of, at most so many; undefined where they are none. */
type ReadCalls = (bytes: Uint8Array, most: number) => PackedCall[] | undefined;

/** The call, error or event that bytes are exactly the encoding of, by whatever ABI or signature is known. */
type FindHeld = (bytes: Uint8Array) => Held | undefined;

/**
 * Decodes what bytes are exactly the encoding of: a function or an error of one of `indexes`, Solidity's own errors, an
 * event, else a candidate. For entries of an ABI, the zeros that fill up the last word may be missing, as where bytes
 * were packed.
 */
export function findHeld(
  bytes: Uint8Array,
  indexes: readonly AbiIndex[],
  candidates: readonly { signature: string }[],
  textLimit = MAX_TEXT,
): Held | undefined {
  const whole = filledUp(bytes);
  for (const index of indexes) {
    const call = decodeCalldata(index, whole, textLimit);
    if (call?.kind === 'function' && call.canonical && holdsAll(decodeCalldata(index, bytes, 0))) return call;
  }
  const error = decodeErrorExactly(indexes, whole, textLimit);
  if (error !== undefined && holdsAll(decodeRevert(indexes, bytes, 0))) return { ...error, isError: true };
  const event = findEvent(bytes, indexes, textLimit);
  if (event !== undefined) return event;
  for (const { signature } of candidates) {
    const call = decodeWithSignature(signature, bytes, textLimit);
    if (call !== undefined) return { ...call, isError: isErrorName(call.name) };
  }
  return undefined;
}

/**
 * An event whose topic the bytes begin with: behind it all of its values, as `abi.encode` has them, or its other topics and
 * the data of a log. A topic is a whole hash, so that nothing else begins with it.
 */
function findEvent(bytes: Uint8Array, indexes: readonly AbiIndex[], textLimit: number): Held | undefined {
  if (bytes.length < 32 || bytes.length % 32 !== 0) return undefined;
  const topic = bytesToHex(bytes.subarray(0, 32)) as Hash;
  for (const index of indexes) {
    const [entry] = index.events.get(topic) ?? [];
    if (entry === undefined) continue;
    // The selector of a call is the beginning of the same hash.
    const call = new Uint8Array(bytes.length - 28);
    call.set(bytes.subarray(0, 4));
    call.set(bytes.subarray(32), 4);
    const all = decodeWithSignature(entry.signature, call, textLimit);
    const named = all?.inputs?.map((input, at) => ({ ...input, name: entry.inputs?.[at]?.name ?? input.name }));
    if (named !== undefined) return { name: entry.name, inputs: named, isEvent: true };
    const count = 1 + entry.indexed.filter(Boolean).length;
    const topics = Array.from({ length: count }, (_, at) => bytesToHex(bytes.subarray(at * 32, at * 32 + 32)));
    const log = decodeLog(index, topics, bytes.subarray(count * 32), textLimit);
    if (log?.inputs !== undefined) return { name: log.name, inputs: log.inputs, isEvent: true };
  }
  return undefined;
}

/** Bytes with zeros behind them, up to a selector and whole words. */
function filledUp(bytes: Uint8Array): Uint8Array {
  const missing = (36 - (bytes.length % 32)) % 32;
  if (missing === 0 || bytes.length < 4) return bytes;
  const whole = new Uint8Array(bytes.length + missing);
  whole.set(bytes);
  return whole;
}

/** Whether the bytes as they are hold every value, so that only what follows the last one was missing. */
function holdsAll(read: { inputs?: unknown; args?: unknown } | undefined): boolean {
  return read?.inputs !== undefined || read?.args !== undefined;
}

/** Whether a name that only a table of signatures knows is one of an error: these begin with a capital by convention. */
function isErrorName(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** Returns `values` of a call of `name`, with what their bytes hold. Texts that were cut are left as they are. */
export function withNestedCalls(name: string, values: readonly Decoded[], find: FindHeld): readonly Decoded[] {
  let left = MAX_CALLS;

  /** Opens the arguments of a call of `of`. */
  const openAll = (inputs: readonly Decoded[], of: string, depth: number): Decoded[] => {
    const mode = executionMode(of, inputs);
    const read: ReadCalls | undefined =
      mode !== undefined ? (bytes) => readExecution(mode, bytes) : of === 'multiSend' ? readPackedCalls : undefined;
    return inputs.map((input) => open(input, depth, read));
  };

  const open = (value: Decoded, depth: number, read?: ReadCalls): Decoded => {
    if (value.items) return { ...value, items: value.items.map((item) => open(item, depth, read)) };
    if (value.type !== 'bytes' || value.text.length !== value.length || depth === MAX_DEPTH) return value;
    const bytes = hexToBytes(value.text as `0x${string}`);
    const nested = (read && !value.rest ? listed(read(bytes, left + 1), depth) : undefined) ?? called(bytes, depth);
    return nested === undefined ? value : { ...value, nested };
  };

  const called = (bytes: Uint8Array, depth: number): Decoded[] | undefined => {
    if (bytes.length < 4 || left === 0) return undefined;
    const call = find(bytes);
    if (call?.inputs === undefined) return undefined;
    left--;
    const inputs = openAll(call.inputs, call.name, depth + 1);
    const type = call.isError ? 'error' : call.isEvent ? 'event' : 'call';
    return [{ ...callOf(call.name, inputs), type }];
  };

  const listed = (calls: ReturnType<ReadCalls>, depth: number): Decoded[] | undefined => {
    // A list that lacks calls would hide what else is run: the bytes are shown instead.
    if (calls === undefined || calls.length > left) return undefined;
    left -= calls.length;
    return calls.map(({ operation, to, value, data }, index) => {
      const items = [
        leaf('operation', 'uint8', 'integer', `${operation}`),
        leaf('to', 'address', 'address', to),
        leaf('value', 'uint256', 'integer', `${value}`),
        open(leaf('data', 'bytes', 'bytes', data), depth + 1),
      ];
      return { name: `${index}`, type: 'transaction', kind: 'tuple', text: '', length: 4, items };
    });
  };

  const opened = openAll(values, name, 0);
  return withStatedSignatures(opened);

  /** An old governor, and its timelock, name the functions beside the arguments that they take, which then have no selector. */
  function withStatedSignatures(inputs: readonly Decoded[]): readonly Decoded[] {
    const stated = inputs.find(({ type, items }) => type === 'string[]' && items?.some(({ text }) => text !== ''));
    const signatures = stated?.items ?? [];
    const alone = inputs.find(({ type, text }) => type === 'string' && /^\w+\(.*\)$/.test(text));
    return inputs.map((input) => {
      if (input.type === 'bytes' && alone !== undefined) return stating(input, alone.text);
      if (input.type !== 'bytes[]' || input.items?.length !== signatures.length) return input;
      return { ...input, items: input.items.map((item, index) => stating(item, signatures[index]?.text ?? '')) };
    });
  }

  /** Bytes that are the arguments of a function; as they are where they are not. */
  function stating(item: Decoded, signature: string): Decoded {
    const parsed = parseSignature(signature);
    if (!parsed.ok || item.text.length !== item.length || left === 0) return item;
    left--;
    const call = decodeArguments(signature, hexToBytes(item.text as `0x${string}`), MAX_TEXT);
    if (call?.inputs === undefined) return item;
    const inputs = openAll(call.inputs, call.name, 1);
    return { ...item, nested: [callOf(call.name, inputs)] };
  }
}

function callOf(name: string, items: readonly Decoded[]): Decoded {
  return { name, type: 'call', kind: 'tuple', text: '', length: items.length, items };
}

function leaf(name: string, type: string, kind: Decoded['kind'], text: string): Decoded {
  return { name, type, kind, text, length: text.length };
}
