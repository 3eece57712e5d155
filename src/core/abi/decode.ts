/**
 * Decoding of calldata, returndata and revert data.
 *
 * Nothing here throws on bad bytes: where an entry is known by its selector
 * but the bytes do not fit its types, the answer has the name without values.
 */

import { bytesToSelector } from '../chain/hex';
import type { NameOrigin } from '../chain/name';
import type { Hex, Selector } from '../chain/primitives';
import { utf8Text } from '../text/utf8';
import { type AbiIndex, createEntry, entryOfSignature, type IndexedEntry, nameAndSignature } from './abi-index';
import { isAttributed } from './attribution';
import { DEFAULT_VALUES, type DecodeLimits, decodeParameters } from './decode-parameters';
import type { Decoded } from './decoded';
import { panicMeaning } from './panic';
import { selectorOf } from './signature';
import { callText } from './value-text';

export type DecodedCall = {
  kind: 'function' | 'constructor' | 'fallback' | 'receive';
  /** `fallback`, `receive` and `constructor` for those. */
  name: string;
  /** `transfer(address,uint256)`. */
  signature: string;
  /** Absent when the bytes do not hold these inputs. */
  inputs?: readonly Decoded[];
  /** Whether encoding the inputs gives the same bytes. False for calldata that only a lenient contract accepts. */
  canonical: boolean;
  /** Bytes that follow the encoding of the inputs, which no contract reads by their types; 0 where `canonical`. */
  rest: number;
};

export type DecodedRevert = {
  name: string;
  signature: string;
  /** Absent when the bytes do not hold them. */
  args?: readonly Decoded[];
  /** The revert string, or the meaning of the panic code. */
  reason?: string;
  /** Sentence on bytes that do not hold the arguments: `malformed Error(string) of 68 bytes`. */
  malformed?: string;
  /** Position of the ABI that knew the error, -1 for `Error` and `Panic`, which Solidity defines. */
  source: number;
};

const ERROR = createEntry({ name: 'Error', inputs: [{ name: 'message', type: 'string' }] });
const PANIC = createEntry({ name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] });
const ERROR_SELECTOR = selectorOf(ERROR.signature);
const PANIC_SELECTOR = selectorOf(PANIC.signature);
/** Errors within the texts of errors. */
const MAX_DEPTH = 4;

/**
 * Returns the call that `calldata` makes: the function of its selector, or the
 * one that the contract runs when there is none (Solidity docs, receive and
 * fallback). Undefined when the ABI has neither. Leaf texts are cut at
 * `textLimit` characters.
 */
export function decodeCalldata(
  index: AbiIndex,
  calldata: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): DecodedCall | undefined {
  const entry = calldata.length < 4 ? undefined : index.functions.get(selectorAt(calldata));
  if (entry !== undefined) return decodeCall(entry, calldata.subarray(4), { text: textLimit, values });
  const kind = calldata.length === 0 && index.hasReceive ? 'receive' : index.hasFallback ? 'fallback' : undefined;
  return kind && { kind, name: kind, signature: `${kind}()`, inputs: [], canonical: true, rest: 0 };
}

/** Decodes the constructor's arguments, which follow the creation bytecode in init code. Undefined when the ABI has no constructor. */
export function decodeConstructor(
  index: AbiIndex,
  encodedArguments: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): DecodedCall | undefined {
  if (index.creation === undefined) return undefined;
  const call = decodeCall(index.creation, encodedArguments, { text: textLimit, values });
  return { ...call, kind: 'constructor' };
}

/** Decodes the return values of the function with `selector`; undefined when it is not known or `output` does not hold them. */
export function decodeReturn(
  index: AbiIndex,
  selector: Hex,
  output: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): readonly Decoded[] | undefined {
  const types = index.functions.get(selector as Selector)?.outputs;
  return types && decodeParameters(types, output, { text: textLimit, values })?.values;
}

/** Decodes the error of revert data: Solidity's own two, then that of the first of `indexes` that knows the selector. */
export function decodeRevert(
  indexes: Iterable<AbiIndex>,
  data: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): DecodedRevert | undefined {
  if (data.length < 4) return undefined;
  const known = [...indexes];
  const limits = errorLimits(known, textLimit, values, MAX_DEPTH);
  const selector = selectorAt(data);
  if (selector === ERROR_SELECTOR || selector === PANIC_SELECTOR) {
    const entry = selector === ERROR_SELECTOR ? ERROR : PANIC;
    const revert = decodeError(entry, data, -1, limits);
    const value = revert.args?.[0].text;
    const reason = entry === ERROR || value === undefined ? value : panicMeaning(value);
    return reason === undefined ? revert : { ...revert, reason };
  }
  let source = 0;
  for (const index of known) {
    const entry = index.errors.get(selector);
    if (entry !== undefined) return decodeError(entry, data, source, limits);
    source++;
  }
  return undefined;
}

/** Decodes the error of one of `indexes`, or of Solidity's own two, that `data` is exactly the encoding of. */
export function decodeErrorExactly(
  indexes: Iterable<AbiIndex>,
  data: Uint8Array,
  textLimit: number,
  depth = MAX_DEPTH,
): DecodedCall | undefined {
  if (data.length < 4) return undefined;
  const selector = selectorAt(data);
  const own = selector === ERROR_SELECTOR ? ERROR : selector === PANIC_SELECTOR ? PANIC : undefined;
  for (const entry of [own, ...Array.from(indexes, ({ errors }) => errors.get(selector))]) {
    const error = entry && decodeCall(entry, data.subarray(4), errorLimits(indexes, textLimit, DEFAULT_VALUES, depth));
    if (error?.canonical) return error;
  }
  return undefined;
}

/**
 * Returns limits under which a text that ends with the encoding of an error is read as such: `revert(string(data))` and
 * `string.concat("inner: ", string(data))` hand the bytes of another error on as a text.
 */
function errorLimits(indexes: Iterable<AbiIndex>, text: number, values: number, depth: number): DecodeLimits {
  if (depth === 0) return { text, values };
  const readText = (bytes: Uint8Array) => {
    // An encoding is a selector and whole words.
    for (let at = (bytes.length - 4) & 31; at <= bytes.length - 4; at += 32) {
      const error = decodeErrorExactly(indexes, bytes.subarray(at), text, depth - 1);
      if (error?.inputs) return utf8Text(bytes.subarray(0, at)) + callText(error.name, error.inputs, text);
    }
    return undefined;
  };
  return { text, values, readText };
}

/**
 * Decodes calldata or revert data by a signature that somebody says belongs to
 * its selector. Undefined unless the selector is its own and the bytes are
 * exactly what encoding gives: selectors collide, and a wrong guess looks real.
 */
export function decodeWithSignature(
  signature: string,
  data: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): DecodedCall | undefined {
  const entry = entryOfSignature(signature);
  if (entry === undefined || data.length < 4 || selectorOf(entry.signature) !== selectorAt(data)) return undefined;
  return decodeExactly(entry, data.subarray(4), textLimit, values);
}

/** Decodes the arguments of a function, without its selector before them; undefined unless the bytes are exactly what encoding gives. */
export function decodeArguments(signature: string, data: Uint8Array, textLimit: number): DecodedCall | undefined {
  const entry = entryOfSignature(signature);
  return entry && decodeExactly(entry, data, textLimit, DEFAULT_VALUES);
}

function decodeExactly(
  entry: NonNullable<ReturnType<typeof entryOfSignature>>,
  data: Uint8Array,
  text: number,
  values: number,
): DecodedCall | undefined {
  const call = decodeCall(entry, data, { text, values });
  return call.canonical ? call : undefined;
}

/**
 * Decodes a call by the first of `candidates` whose encoding the calldata is. Where there is none, the first counts
 * whose encoding the calldata begins with, if bytes may follow it: wallets and apps append who a transaction came
 * through (ERC-8021, tags of referrers). Where anybody may have submitted the signature, the arguments and what follows
 * must tell it from a call of a function with more parameters.
 */
export function decodeWithCandidates<Candidate extends { signature: string; origin: NameOrigin }>(
  candidates: readonly Candidate[],
  data: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): { call: DecodedCall; candidate: Candidate } | undefined {
  let longer: { call: DecodedCall; candidate: Candidate } | undefined;
  for (const candidate of candidates) {
    const entry = entryOfSignature(candidate.signature);
    if (entry === undefined || data.length < 4 || selectorOf(entry.signature) !== selectorAt(data)) continue;
    const call = decodeCall(entry, data.subarray(4), { text: textLimit, values });
    if (call.canonical) return { call, candidate };
    const isTelling = candidate.origin === 'signatureTable' || isAttributed(data) || hasLooseBytes(entry, call);
    if (call.rest > 0 && isTelling) longer ??= { call, candidate };
  }
  return longer;
}

/** Whether no further arguments can be what follows the call, and its own say by their zeros that they are meant. */
function hasLooseBytes({ inputs = [] }: IndexedEntry, { rest }: DecodedCall): boolean {
  return rest % 32 !== 0 && inputs.some(({ kind, dynamic }) => dynamic || kind === 'address' || kind === 'bool');
}

/** Decodes the return values that `signature` declares, when `output` is exactly their encoding; undefined for anything else. */
export function decodeReturnWithSignature(
  signature: string,
  output: Uint8Array,
  textLimit: number,
  values = DEFAULT_VALUES,
): readonly Decoded[] | undefined {
  const types = entryOfSignature(signature)?.outputs;
  if (types === undefined || types.length === 0) return undefined;
  const decoded = decodeParameters(types, output, { text: textLimit, values });
  return decoded?.canonical ? decoded.values : undefined;
}

function decodeCall(entry: IndexedEntry, data: Uint8Array, limits: DecodeLimits): DecodedCall {
  const decoded = entry.inputs && decodeParameters(entry.inputs, data, limits);
  const call = { kind: 'function' as const, ...nameAndSignature(entry) };
  if (decoded === undefined) return { ...call, canonical: false, rest: 0 };
  return { ...call, inputs: decoded.values, canonical: decoded.canonical, rest: decoded.rest };
}

function decodeError(entry: IndexedEntry, data: Uint8Array, source: number, limits: DecodeLimits): DecodedRevert {
  const args = entry.inputs && decodeParameters(entry.inputs, data.subarray(4), limits)?.values;
  const { name, signature } = nameAndSignature(entry);
  if (args === undefined)
    return { name, signature, malformed: `malformed ${signature} of ${data.length} bytes`, source };
  return { name, signature, args, source };
}

function selectorAt(data: Uint8Array): Selector {
  return bytesToSelector(data.subarray(0, 4));
}
