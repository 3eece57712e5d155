/**
 * Signatures: their text, the hashes made of it, and parsing of what people
 * write, `transfer(address to, uint256 amount) returns (bool)`.
 */
import type { AbiParameter } from 'viem';
import { keccakHex } from '../chain/keccak';
import type { Hash, Selector } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';
import { canonicalType, compileType, MAX_LEVELS } from './abi-type';

export type SignatureKind = 'function' | 'event' | 'error' | 'constructor';

/** A parameter of a parsed signature; `indexed` only of events. */
export type SignatureParameter = AbiParameter & { indexed?: boolean };

export type ParsedSignature = {
  kind: SignatureKind;
  name: string;
  inputs: readonly SignatureParameter[];
  outputs: readonly AbiParameter[];
  stateMutability: 'pure' | 'view' | 'nonpayable' | 'payable';
  anonymous: boolean;
};

/** Declared here, because browsers and Node both have it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const encoder = new TextEncoder();

/** Characters of a signature that are looked at. */
const MAX_SIGNATURE = 10_000;
const MAX_PARAMETERS = 1_000;

/** Returns `name(type,type)`, as it is hashed (ABI specification, Function Selector). */
export function signatureOf(entry: { name: string; inputs: readonly AbiParameter[] }): string {
  return `${entry.name}(${entry.inputs.map((input) => canonicalType(input)).join(',')})`;
}

/** Returns the first four bytes of the hash of a signature. */
export function selectorOf(signature: string): Selector {
  return topicOf(signature).slice(0, 10) as Selector;
}

/** Hashes of signatures: contracts of one transaction have most of them in common. */
const topics = new Map<string, Hash>();
/** Signatures that are kept, and the characters that one of them has at most. */
const KEPT = { signatures: 4_096, characters: 200 };

/** Returns the hash of a signature: topic 0 of an event that is not anonymous. */
export function topicOf(signature: string): Hash {
  const known = topics.get(signature);
  if (known !== undefined) return known;
  const topic = keccakHex(encoder.encode(signature));
  if (topics.size === KEPT.signatures) topics.clear();
  if (signature.length <= KEPT.characters) topics.set(signature, topic);
  return topic;
}

/**
 * Parses a signature as Solidity or a signature list writes it, with or
 * without keyword, parameter names, data locations, `indexed`, modifiers and
 * return values; tuples as `(…)` or `tuple(…)`. The error is one sentence.
 */
export function parseSignature(text: string): Result<ParsedSignature, string> {
  if (text.length > MAX_SIGNATURE) return fail(`A signature has at most ${MAX_SIGNATURE} characters.`);
  const scan: Scan = { text, at: 0, left: MAX_PARAMETERS };
  const keyword = takeMatch(scan, /(function|event|error)(?=\s)|constructor(?=[\s(])/y) as SignatureKind | undefined;
  const name = keyword === 'constructor' ? '' : takeMatch(scan, /[A-Za-z_$][\w$]*/y);
  if (name === undefined) return fail('A signature starts with a name.');
  const inputs = takeParameters(scan, 0);
  if (typeof inputs === 'string') return fail(inputs);
  const parsed: ParsedSignature = {
    kind: keyword ?? 'function',
    name,
    inputs,
    outputs: [],
    stateMutability: 'nonpayable',
    anonymous: false,
  };
  const problem = takeModifiers(scan, parsed);
  if (problem !== undefined) return fail(problem);
  for (const parameter of [...parsed.inputs, ...parsed.outputs]) {
    if (compileType(parameter) === undefined) return fail(`${parameter.type} is not an ABI type.`);
  }
  return ok(parsed);
}

type Scan = { text: string; at: number /** Parameters that may still be read. */; left: number };

/** Skips blanks, then takes what `pattern` (sticky) matches. */
function takeMatch(scan: Scan, pattern: RegExp): string | undefined {
  skip(scan);
  pattern.lastIndex = scan.at;
  const match = pattern.exec(scan.text);
  if (match === null) return undefined;
  scan.at = pattern.lastIndex;
  return match[0];
}

function skip(scan: Scan): void {
  while (/\s/.test(scan.text.charAt(scan.at))) scan.at++;
}

function takeChar(scan: Scan, char: string): boolean {
  skip(scan);
  if (scan.text.charAt(scan.at) !== char) return false;
  scan.at++;
  return true;
}

/** A list in parentheses, or a sentence on what is wrong with it. */
function takeParameters(scan: Scan, level: number): SignatureParameter[] | string {
  if (!takeChar(scan, '(')) return 'A signature needs its parameters in parentheses.';
  const parameters: SignatureParameter[] = [];
  if (takeChar(scan, ')')) return parameters;
  do {
    const parameter = takeParameter(scan, level);
    if (typeof parameter === 'string') return parameter;
    parameters.push(parameter);
  } while (takeChar(scan, ','));
  return takeChar(scan, ')') ? parameters : 'A parenthesis is not closed.';
}

function takeParameter(scan: Scan, level: number): SignatureParameter | string {
  scan.left--;
  if (level >= MAX_LEVELS || scan.left < 0) return 'The signature is nested too deep or too long.';
  const parameter = takeType(scan, level);
  if (typeof parameter === 'string') return parameter;
  for (;;) {
    const word = takeMatch(scan, /[A-Za-z_$][\w$]*/y);
    if (word === undefined) return parameter;
    if (word === 'indexed') parameter.indexed = true;
    else if (word === 'payable' && parameter.type.startsWith('address')) continue;
    else if (!['memory', 'calldata', 'storage'].includes(word)) parameter.name = word;
  }
}

function takeType(scan: Scan, level: number): SignatureParameter | string {
  const word = takeMatch(scan, /[A-Za-z_$][\w$.]*/y);
  const isTuple = (word === undefined || word === 'tuple') && scan.text.charAt(scan.at) === '(';
  if (!isTuple && word === undefined) return 'A parameter lacks its type.';
  const components = isTuple ? takeParameters(scan, level + 1) : [];
  if (typeof components === 'string') return components;
  const suffix = takeMatch(scan, /(?:\[\d{0,15}\]){0,32}/y) ?? '';
  if (isTuple) return { name: '', type: `tuple${suffix}`, components };
  return { name: '', type: `${word === 'uint' ? 'uint256' : word === 'int' ? 'int256' : word}${suffix}` };
}

function takeModifiers(scan: Scan, parsed: ParsedSignature): string | undefined {
  for (;;) {
    const word = takeMatch(scan, /[A-Za-z]+/y);
    if (word === undefined) break;
    if (word === 'returns') {
      const outputs = takeParameters(scan, 0);
      if (typeof outputs === 'string') return outputs;
      parsed.outputs = outputs;
    } else if (word === 'anonymous') parsed.anonymous = true;
    else if (word === 'view' || word === 'pure' || word === 'payable') parsed.stateMutability = word;
    else if (!['external', 'public', 'internal', 'private', 'nonpayable', 'virtual', 'override'].includes(word)) {
      return `${word} is not expected after the parameters.`;
    }
  }
  takeChar(scan, ';');
  skip(scan);
  return scan.at === scan.text.length ? undefined : `Unexpected ${scan.text.charAt(scan.at)} after the signature.`;
}
