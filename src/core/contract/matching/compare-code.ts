/**
 * Code on a chain beside compiled code: whether they match as Sourcify defines
 * it (docs.sourcify.dev, Exact Match vs Match), and where they differ.
 *
 * Allowed to differ: the address a library checks to protect itself from calls,
 * linked libraries and immutables (one value each, wherever it stands), and the
 * auxdata, another one of which makes the match partial. Behind creation code
 * stand the constructor's arguments.
 */

import { type AbiParameter, decodeAbiParameters, encodeAbiParameters } from 'viem';
import { bytesToHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import * as Op from '../../evm/rules/opcode-bytes';
import type { CodePlace, CompiledCode } from '../build-output/compiled-code';
import { type Auxdata, auxdataAt, closingVyperAuxdata } from './auxdata';
import { type CodeDifference, differencesIn } from './code-difference';
import type { CodeMatch } from './match-code';

export type CodePartKind = 'callProtection' | 'library' | 'immutable' | 'metadata' | 'constructorArguments';

/** A part whose bytes the chain has and the compiler cannot know, or auxdata that differs. */
export type CodePart = {
  kind: CodePartKind;
  /** Start in the compiled code, bytes; the end of the code for what is appended. */
  start: number;
  /** Bytes it takes in the compiled code, 0 for what is appended. */
  length: number;
  /** Start in the code of the chain, bytes. */
  chainStart: number;
  /** Library or immutable as `CodePlace.id`; auxdata by its number, from 1. */
  id: string;
  /** The bytes that the chain has there; `0x` for auxdata that it lacks. */
  value: Hex;
};

export type CodeComparison = {
  /** Undefined when the codes do not match; then there are differences or a `problem`. */
  match: CodeMatch | undefined;
  /** Parts in the order of the code. */
  parts: readonly CodePart[];
  /** Differences that no match allows; the first 50. */
  differences: readonly CodeDifference[];
  /** Why the codes do not match where no byte tells it, one sentence. */
  problem?: string;
};

/** Compares runtime code of the chain with compiled runtime code. Linear. */
export function compareRuntimeCode(compiled: CompiledCode, chain: Uint8Array): CodeComparison {
  const reading = createReading(compiled, chain);
  readCallProtection(reading);
  readPlaces(reading, 'library', compiled.libraries);
  readPlaces(reading, 'immutable', compiled.immutables);
  const appended = compiled.immutables.find(({ start }) => start === compiled.bytes.length);
  const end = readAuxdata(reading, chain.length - (appended?.length ?? 0), true);
  return conclude(reading, end + (appended?.length ?? 0));
}

/**
 * Compares creation code of the chain, which is the data of the creating
 * transaction or of the CREATE, with compiled creation code. `inputs` are those
 * of the constructor in the ABI. Linear.
 */
export function compareCreationCode(
  compiled: CompiledCode,
  chain: Uint8Array,
  inputs: readonly AbiParameter[],
): CodeComparison {
  const reading = createReading(compiled, chain);
  readPlaces(reading, 'library', compiled.libraries);
  const end = readAuxdata(reading, chain.length, false);
  const length = compiled.bytes.length;
  if (chain.length > end) {
    const value = bytesToHex(chain.subarray(end));
    reading.parts.push({ kind: 'constructorArguments', start: length, length: 0, chainStart: end, id: '', value });
    reading.problem ??= problemOfArguments(inputs, value);
  } else if (inputs.length > 0 && chain.length === end) {
    reading.problem ??= 'The constructor takes arguments, but none follow the code.';
  }
  return conclude(reading, chain.length);
}

type OpenComparison = {
  compiled: CompiledCode;
  chain: Uint8Array;
  /** The compiled code with its places filled by the bytes that the chain has. */
  expected: Uint8Array;
  parts: CodePart[];
  /** Bytes of the compiled code before the closing auxdata (and its INVALID) when that has another length on the chain. */
  comparedTo: number;
  metadataDiffers: boolean;
  problem: string | undefined;
};

function createReading(compiled: CompiledCode, chain: Uint8Array): OpenComparison {
  return {
    compiled,
    chain,
    expected: compiled.bytes.slice(),
    parts: [],
    comparedTo: compiled.bytes.length,
    metadataDiffers: false,
    problem: undefined,
  };
}

/** A library starts with PUSH20 of its own address, zeros as compiled (Solidity docs, Call Protection For Libraries). */
function readCallProtection(reading: OpenComparison): void {
  const { compiled, chain } = reading;
  const { bytes } = compiled;
  if (bytes[0] !== Op.PUSH20 || chain[0] !== Op.PUSH20 || chain.length < 21) return;
  if (bytes.subarray(1, 21).some((byte) => byte !== 0)) return;
  // An address linked or immutable at the very start is not the code's own.
  if ([...compiled.libraries, ...compiled.immutables].some(({ start }) => start < 21)) return;
  take(reading, 'callProtection', { start: 1, length: 20, id: '' });
}

function readPlaces(reading: OpenComparison, kind: 'library' | 'immutable', places: readonly CodePlace[]): void {
  const values = new Map<string, Hex>();
  for (const place of places) {
    if (place.start + place.length > reading.chain.length) continue; // too short; the differences say so
    const value = take(reading, kind, place);
    const known = values.get(place.id);
    if (known !== undefined && known !== value) {
      reading.problem ??=
        kind === 'library'
          ? `The library ${place.id} has two addresses in this code.`
          : 'One immutable has two values in this code.';
    }
    values.set(place.id, value);
  }
}

function take(reading: OpenComparison, kind: CodePartKind, { start, length, id }: CodePlace): Hex {
  const bytes = reading.chain.subarray(start, start + length);
  const appended = start >= reading.compiled.bytes.length;
  if (!appended) reading.expected.set(bytes, start);
  const value = bytesToHex(bytes);
  reading.parts.push({ kind, start, length: appended ? 0 : length, chainStart: start, id, value });
  return value;
}

/** Fills in the chain's auxdata; answers where the code ends on the chain, `available` bytes of which are code. */
function readAuxdata(reading: OpenComparison, available: number, mayLack: boolean): number {
  const { compiled, chain } = reading;
  const { bytes, auxdata } = compiled;
  let end = bytes.length;
  auxdata.forEach((own, index) => {
    const id = String(index + 1);
    const closing = own.end === bytes.length;
    if (closing && mayLack) {
      const bodyEnd = bytes[own.start - 1] === Op.INVALID ? own.start - 1 : own.start;
      if (available === bodyEnd) {
        add(reading, { start: bodyEnd, end: own.end }, id, '0x');
        reading.comparedTo = bodyEnd;
        end = bodyEnd;
        return;
      }
    }
    const there = auxdataOfChain(chain, own, compiled, closing ? available : own.end);
    if (there === undefined) return; // no map: its bytes differ as code does
    if (isSame(bytes, own, chain, there)) return;
    if (!closing && there.end !== own.end) return;
    add(reading, own, id, bytesToHex(chain.subarray(there.start, there.end)));
    if (there.end === own.end) reading.expected.set(chain.subarray(own.start, own.end), own.start);
    else {
      reading.comparedTo = own.start;
      end = there.end;
    }
  });
  return end;
}

/**
 * Returns the auxdata of the chain that stands where `own` stands in compiled code. Vyper's closing one is no map, and
 * keeps its length.
 */
function auxdataOfChain(chain: Uint8Array, own: Auxdata, compiled: CompiledCode, end: number): Auxdata | undefined {
  const isMap = auxdataAt(compiled.bytes, own.start)?.end === own.end;
  if (isMap) return auxdataAt(chain, own.start);
  return own.end <= end ? closingVyperAuxdata(chain.subarray(0, own.end)) : undefined;
}

function add(reading: OpenComparison, { start, end }: { start: number; end: number }, id: string, value: Hex): void {
  reading.parts.push({ kind: 'metadata', start, length: end - start, chainStart: start, id, value });
  reading.metadataDiffers = true;
}

function isSame(a: Uint8Array, at: Auxdata, b: Uint8Array, there: Auxdata): boolean {
  if (there.end - there.start !== at.end - at.start) return false;
  for (let index = at.start; index < at.end; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** `end` is where the chain's code has to end. */
function conclude(reading: OpenComparison, end: number): CodeComparison {
  const { compiled, chain, expected, comparedTo, problem } = reading;
  const body = expected.subarray(0, comparedTo);
  const isEqual = chain.length === end && chain.length >= comparedTo && body.every((byte, at) => byte === chain[at]);
  const parts = reading.parts.sort((a, b) => a.start - b.start || a.length - b.length);
  if (!isEqual || problem !== undefined) {
    const creation = parts.find(({ kind }) => kind === 'constructorArguments');
    const code = creation === undefined ? chain : chain.subarray(0, chain.length - (creation.value.length - 2) / 2);
    return {
      match: undefined,
      parts,
      differences: isEqual ? [] : differencesIn(expected, code),
      ...(problem === undefined ? {} : { problem }),
    };
  }
  const commits = compiled.auxdata.length > 0 && compiled.auxdata.every(({ hasMetadataHash }) => hasMetadataHash);
  return { match: commits && !reading.metadataDiffers ? 'exact' : 'partial', parts, differences: [] };
}

/** Why `value` cannot be the constructor's arguments, undefined when it can: decoded and encoded again it is the same. */
function problemOfArguments(inputs: readonly AbiParameter[], value: Hex): string | undefined {
  if (inputs.length === 0) return 'Bytes follow the code, but the constructor takes no arguments.';
  const sentence = 'The bytes after the code are not arguments of this constructor.';
  try {
    const again = encodeAbiParameters(inputs, decodeAbiParameters(inputs, value));
    return again === value ? undefined : sentence;
  } catch {
    return sentence;
  }
}
