/**
 * An ABI, indexed by what stands in calldata, revert data and topics.
 */
import type { Abi, AbiParameter } from 'viem';
import type { Hash, Selector } from '../chain/primitives';
import { type AbiType, compileTypes } from './abi-type';
import { parseSignature, signatureOf, topicOf } from './signature';

/** One function, constructor, event or error of an ABI. */
export type IndexedEntry = {
  name: string;
  signature: string;
  /** Undefined when the ABI names a type that cannot be decoded. */
  inputs: readonly AbiType[] | undefined;
  outputs: readonly AbiType[] | undefined;
  /** Events: which inputs are indexed. Empty elsewhere. */
  indexed: readonly boolean[];
  anonymous: boolean;
};

export type AbiIndex = {
  functions: ReadonlyMap<Selector, IndexedEntry>;
  errors: ReadonlyMap<Selector, IndexedEntry>;
  /** Events by topic 0. Events of one signature may differ in what is indexed (ERC-20 and ERC-721 Transfer). */
  events: ReadonlyMap<Hash, readonly IndexedEntry[]>;
  anonymousEvents: readonly IndexedEntry[];
  /** The constructor. */
  creation?: IndexedEntry;
  hasFallback: boolean;
  hasReceive: boolean;
};

/** Entries of an ABI that are looked at. The largest real ones have some hundreds. */
export const MAX_ENTRIES = 10_000;

/** Indexes `abi`; of two entries with the same selector the first wins. Types are compiled on first use. Linear. */
export function createAbiIndex(abi: Abi): AbiIndex {
  const functions = new Map<Selector, IndexedEntry>();
  const errors = new Map<Selector, IndexedEntry>();
  const events = new Map<Hash, IndexedEntry[]>();
  const anonymousEvents: IndexedEntry[] = [];
  const index: { -readonly [K in keyof AbiIndex]: AbiIndex[K] } = {
    functions,
    errors,
    events,
    anonymousEvents,
    hasFallback: false,
    hasReceive: false,
  };
  for (const item of abi.slice(0, MAX_ENTRIES)) {
    if (item.type === 'fallback') index.hasFallback = true;
    else if (item.type === 'receive') index.hasReceive = true;
    else if (item.type === 'constructor') index.creation ??= createEntry({ ...item, name: 'constructor' });
    else {
      const entry = createEntry(item);
      const topic = topicOf(entry.signature);
      const selector = topic.slice(0, 10) as Selector;
      if (item.type === 'function') setFirst(functions, selector, entry);
      else if (item.type === 'error') setFirst(errors, selector, entry);
      else if (entry.anonymous) anonymousEvents.push(entry);
      else events.set(topic, [...(events.get(topic) ?? []), entry]);
    }
  }
  return index;
}

/** Returns the entry that `signature` declares; undefined when it is none. */
export function entryOfSignature(signature: string): IndexedEntry | undefined {
  const parsed = parseSignature(signature);
  return parsed.ok ? createEntry(parsed.value) : undefined;
}

/** Returns what decoded bytes are told with. */
export function nameAndSignature({ name, signature }: IndexedEntry): { name: string; signature: string } {
  return { name, signature };
}

/** Creates an entry whose types are compiled when they are first asked for. */
export function createEntry(item: {
  name: string;
  inputs: readonly (AbiParameter & { indexed?: boolean | undefined })[];
  outputs?: readonly AbiParameter[];
  anonymous?: boolean | undefined;
}): IndexedEntry {
  let inputs: { types: readonly AbiType[] | undefined } | undefined;
  let outputs: { types: readonly AbiType[] | undefined } | undefined;
  return {
    name: item.name,
    signature: signatureOf(item),
    indexed: item.inputs.map((input) => input.indexed === true),
    anonymous: item.anonymous === true,
    get inputs() {
      inputs ??= { types: compileTypes(item.inputs) };
      return inputs.types;
    },
    get outputs() {
      outputs ??= { types: compileTypes(item.outputs ?? []) };
      return outputs.types;
    },
  };
}

function setFirst(map: Map<Selector, IndexedEntry>, selector: Selector, entry: IndexedEntry): void {
  if (!map.has(selector)) map.set(selector, entry);
}
