/**
 * Decoding of logs by the events of an ABI or by a signature. Nothing here throws
 * on bad bytes: where an event is known by its topic but topics and data do not
 * fit its types, the answer has the name without values.
 */
import { hexToBytes } from '../chain/hex';
import type { Hash, Hex } from '../chain/primitives';
import { type AbiIndex, entryOfSignature, type IndexedEntry, nameAndSignature } from './abi-index';
import type { AbiType } from './abi-type';
import { restOf } from './attribution';
import { DEFAULT_VALUES, type DecodeLimits, decodeParameters, decodeWord, nameOf } from './decode-parameters';
import type { Decoded } from './decoded';
import { topicOf } from './signature';

export type DecodedLog = {
  name: string;
  signature: string;
  /** Values in the order of the declaration, indexed ones among them, then the bytes behind them. Absent when topics or data do not hold them. */
  inputs?: readonly Decoded[];
  anonymous: boolean;
};

/**
 * Decodes the event of a log. Events of topic 0 that index as many parameters
 * as there are topics go first; anonymous ones are tried last, and only an
 * exact fit counts for them, because nothing names them. Undefined when none is
 * known.
 */
export function decodeLog(
  index: AbiIndex,
  topics: readonly Hex[],
  data: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): DecodedLog | undefined {
  const limits = { text: textLimit, values };
  const named = topics.length === 0 ? undefined : index.events.get(topics[0] as Hash);
  for (const entry of named ?? []) {
    const inputs = decodeEventInputs(entry, topics.slice(1), data, limits);
    if (inputs !== undefined) return { ...nameAndSignature(entry), inputs: inputs.values, anonymous: false };
  }
  if (named !== undefined) return { ...nameAndSignature(named[0]), anonymous: false };
  for (const entry of index.anonymousEvents) {
    const inputs = decodeEventInputs(entry, topics, data, limits);
    if (inputs?.canonical) return { ...nameAndSignature(entry), inputs: inputs.values, anonymous: true };
  }
  return undefined;
}

/**
 * Decodes a log by a signature. One without `indexed` does not say which
 * parameters the topics hold: the first ones are tried, then any other choice
 * that fits exactly.
 */
export function decodeLogWithSignature(
  signature: string,
  topics: readonly Hex[],
  data: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): DecodedLog | undefined {
  const entry = entryOfSignature(signature);
  if (entry === undefined || topics.length === 0 || topicOf(entry.signature) !== topics[0]) return undefined;
  const limits = { text: textLimit, values };
  if (!entry.indexed.includes(true)) return decodeWithAnyIndexed(entry, topics, data, limits);
  const inputs = decodeEventInputs(entry, topics.slice(1), data, limits);
  return inputs?.canonical ? { ...nameAndSignature(entry), inputs: inputs.values, anonymous: false } : undefined;
}

/**
 * Decodes the log by the first of `candidates` that fits it exactly as it states what is indexed; else by the first that fits
 * with other parameters indexed, since contracts older than a standard emit its events so (CryptoKitties: none). A parameter
 * of any length is then indexed only where the signature says so: else every log of few words would fit.
 */
export function decodeLogWithCandidates<Candidate extends { signature: string }>(
  candidates: readonly Candidate[],
  topics: readonly Hex[],
  data: Uint8Array,
  textLimit: number,
): { log: DecodedLog; candidate: Candidate } | undefined {
  for (const candidate of candidates) {
    const log = decodeLogWithSignature(candidate.signature, topics, data, textLimit);
    if (log !== undefined) return { log, candidate };
  }
  for (const candidate of candidates) {
    const entry = entryOfSignature(candidate.signature);
    if (entry === undefined || topicOf(entry.signature) !== topics[0]) continue;
    const mayBe = entry.inputs?.map((type, at) => entry.indexed[at] || !isHashed(type));
    const log = decodeWithAnyIndexed(entry, topics, data, { text: textLimit, values: DEFAULT_VALUES }, mayBe);
    if (log !== undefined) return { log, candidate };
  }
  return undefined;
}

function decodeWithAnyIndexed(
  entry: IndexedEntry,
  topics: readonly Hex[],
  data: Uint8Array,
  limits: DecodeLimits,
  mayBe?: readonly boolean[],
): DecodedLog | undefined {
  for (const indexed of choose(entry.indexed.length, topics.length - 1)) {
    if (mayBe && indexed.some((is, at) => is && !mayBe[at])) continue;
    const inputs = decodeEventInputs(withIndexed(entry, indexed), topics.slice(1), data, limits);
    if (inputs?.canonical) return { ...nameAndSignature(entry), inputs: inputs.values, anonymous: false };
  }
  return undefined;
}

function withIndexed(entry: IndexedEntry, indexed: readonly boolean[]): IndexedEntry {
  return { ...nameAndSignature(entry), inputs: entry.inputs, outputs: undefined, indexed, anonymous: false };
}

/** Choices of `picked` of `count` places, the first places first. At most 1,000. */
function choose(count: number, picked: number): boolean[][] {
  const found: boolean[][] = [];
  const extend = (chosen: boolean[], left: number): void => {
    if (found.length >= 1_000 || left > count - chosen.length) return;
    if (chosen.length === count) {
      found.push(chosen);
      return;
    }
    if (left > 0) extend([...chosen, true], left - 1);
    extend([...chosen, false], left);
  };
  // Topic 0 is the signature, so a log has at most three of them (Solidity docs, Events).
  if (picked <= 3 && count <= 40) extend([], picked);
  return found;
}

/** Inputs of an event from the topics that hold them and the data; undefined when they do not fit. */
function decodeEventInputs(
  entry: IndexedEntry,
  topics: readonly Hex[],
  data: Uint8Array,
  limits: DecodeLimits,
): { values: readonly Decoded[]; canonical: boolean } | undefined {
  const types = entry.inputs;
  if (types === undefined || topics.length !== entry.indexed.filter(Boolean).length) return undefined;
  if (topics.some((topic) => topic.length !== 66)) return undefined;
  const unindexed = types.map((type, position) => ({ ...type, name: nameOf(type, position) }));
  const decoded = decodeParameters(
    unindexed.filter((_, position) => !entry.indexed[position]),
    data,
    limits,
  );
  if (decoded === undefined) return undefined;
  let { canonical } = decoded;
  let topic = 0;
  let value = 0;
  const values: Decoded[] = [];
  types.forEach((type, position) => {
    if (entry.indexed[position]) {
      const decodedTopic = decodeTopic(type, topics[topic++], position, limits);
      canonical &&= decodedTopic.canonical;
      values.push(decodedTopic.value);
    } else if (value < decoded.values.length) values.push(decoded.values[value++]);
  });
  if (decoded.rest > 0) values.push(restOf(data, decoded.rest, limits.text));
  return { values, canonical };
}

/** Whether a topic holds the hash of such a value, and not the value. */
function isHashed({ dynamic, kind }: AbiType): boolean {
  return dynamic || kind === 'tuple' || kind === 'array';
}

/** An indexed parameter: the value of a value type, else its hash (Solidity docs, Events, encoding of indexed parameters). */
function decodeTopic(
  type: AbiType,
  topic: Hex,
  position: number,
  limits: DecodeLimits,
): { value: Decoded; canonical: boolean } {
  const name = nameOf(type, position);
  if (isHashed(type)) {
    const value = {
      name,
      type: type.type,
      kind: type.kind,
      text: topic,
      length: topic.length,
      indexed: true,
      hashed: true,
    };
    return { value, canonical: true };
  }
  const decoded = decodeWord(type, hexToBytes(topic), position, limits);
  return { ...decoded, value: { ...decoded.value, indexed: true } };
}
