/**
 * ABIs from outside: compilers of ten years, explorers, people.
 *
 * Old ABIs say `constant` and `payable` instead of `stateMutability`, leave
 * out `type`, `inputs` or `outputs`; artifacts wrap the ABI; ethers writes it
 * as a list of signatures, people as lines of Solidity; explorers answer it as
 * text in a field. What cannot be used is left out with a warning, the rest
 * stays usable.
 */

import type { Abi, AbiParameter } from 'viem';
import { type Fields, isFields } from '../values/json-fields';
import { fail, ok, type Result } from '../values/result';
import { MAX_ENTRIES } from './abi-index';
import { MAX_LEVELS } from './abi-type';
import { parseSignature } from './signature';

export type ParsedAbi = {
  abi: Abi;
  /** What was left out and why, one sentence each, at most 20. */
  warnings: readonly string[];
};

type Entry = Abi[number];
type ParseProgress = { warnings: string[] /** Parameters that may still be read. */; parameters: number };

const MAX_WARNINGS = 20;
/** Solidity has no bound, and a name must be hashed whole to be known by its selector. */
const MAX_NAME = 32_768;
const MAX_PARAMETERS = 100_000;

/**
 * Parses an ABI given as text, of JSON or of lines of Solidity, or as the value
 * of JSON: an array of entries or signatures, or an object that holds one as
 * `abi`, or as text in `result`, as Etherscan answers. The error is one
 * sentence. Linear, bounded.
 */
export function parseAbi(json: unknown): Result<ParsedAbi, string> {
  const value = typeof json === 'string' ? parseText(json) : ok(json);
  if (!value.ok) return value;
  const fields = isFields(value.value) ? value.value : undefined;
  if (typeof fields?.result === 'string') {
    const answered = parseJson(fields.result);
    return answered.ok ? parseAbi(answered.value) : fail(`It holds no ABI, but “${fields.result.slice(0, 100)}”.`);
  }
  const list = fields ? fields.abi : value.value;
  if (!Array.isArray(list)) return fail('An ABI is a JSON array of functions, events and errors.');
  if (list.length > MAX_ENTRIES) return fail(`The ABI has ${list.length} entries, more than ${MAX_ENTRIES}.`);
  const reading: ParseProgress = { warnings: [], parameters: MAX_PARAMETERS };
  const abi: Entry[] = [];
  list.forEach((item: unknown, position) => {
    const entry = typeof item === 'string' ? entryOfSignature(item) : parseEntry(item, reading);
    if (typeof entry !== 'string') abi.push(entry);
    else if (reading.warnings.length < MAX_WARNINGS) reading.warnings.push(`Entry ${position} is left out: ${entry}.`);
  });
  if (abi.length === 0 && list.length > 0) return fail(`No entry of the ABI can be used. ${reading.warnings[0]}`);
  return ok({ abi, warnings: reading.warnings });
}

const KEYWORD = '(?:function|event|error|constructor|receive|fallback)';
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** Matches the text around the functions of an interface. */
const FRAME =
  /^\s*(?:abstract\s+contract|contract|interface|library)\b[^{]*\{|^\s*(?:pragma|import|using)\b[^;]*;|\}/gm;

/** Reads JSON, or the signatures in lines of Solidity. */
function parseText(text: string): Result<unknown, string> {
  const json = parseJson(text);
  if (json.ok || !new RegExp(`^\\s*${KEYWORD}\\b`, 'm').test(text)) return json;
  const lines = text.replace(COMMENT, '').replace(FRAME, '');
  const signatures = lines.split(new RegExp(`;|\\n(?=\\s*${KEYWORD}\\b)`));
  return ok(signatures.map((each) => each.trim()).filter((each) => each !== ''));
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail('The ABI is not valid JSON.');
  }
}

/** Fields that say what a function may do. ABIs of all compilers have one of them. */
const MUTABILITY = ['stateMutability', 'constant', 'payable', 'visibility'];

/** The entry, or why there is none. */
function parseEntry(item: unknown, reading: ParseProgress): Entry | string {
  if (!isFields(item)) return 'it is no object';
  // The JSON ABI specification: `type` can be left out and is then `function`.
  const type = item.type ?? 'function';
  const inputs = parseParameters(item.inputs, reading, 0);
  if (typeof inputs === 'string') return inputs;
  if (type === 'fallback') return { type, stateMutability: isPayable(item) ? 'payable' : 'nonpayable' };
  if (type === 'receive') return { type, stateMutability: 'payable' };
  if (type === 'constructor') return { type, inputs, stateMutability: isPayable(item) ? 'payable' : 'nonpayable' };
  const name = item.name;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (name.length > MAX_NAME) return `its name is longer than ${MAX_NAME} characters`;
  if (type === 'error') return { type, name, inputs };
  if (type === 'event') return { type, name, inputs, anonymous: item.anonymous === true };
  if (type !== 'function') return 'its type is not one of an ABI';
  if (!MUTABILITY.some((key) => item[key] !== undefined)) return 'it states no mutability';
  const outputs = parseParameters(item.outputs, reading, 0);
  if (typeof outputs === 'string') return outputs;
  return { type, name, inputs, outputs, stateMutability: mutabilityOf(item) };
}

function parseParameters(value: unknown, reading: ParseProgress, level: number): AbiParameter[] | string {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return 'its parameters are no list';
  const parameters: AbiParameter[] = [];
  for (const item of value as readonly unknown[]) {
    reading.parameters--;
    if (level >= MAX_LEVELS || reading.parameters < 0) return 'its parameters are nested too deep or too many';
    if (!isFields(item) || typeof item.type !== 'string') return 'a parameter has no type';
    const { type, name, internalType, indexed } = item;
    if (type.length > MAX_NAME) return `a type is longer than ${MAX_NAME} characters`;
    const components = type.startsWith('tuple') ? parseParameters(item.components, reading, level + 1) : undefined;
    if (typeof components === 'string') return components;
    parameters.push({
      name: typeof name === 'string' ? name.slice(0, MAX_NAME) : '',
      type,
      ...(components && { components }),
      ...(typeof internalType === 'string' && { internalType: internalType.slice(0, MAX_NAME) }),
      ...(indexed === true && { indexed: true }),
    } as AbiParameter);
  }
  return parameters;
}

function entryOfSignature(text: string): Entry | string {
  if (/^\s*(fallback|receive)\s*\(\s*\)/.test(text)) {
    return text.trim().startsWith('receive')
      ? { type: 'receive', stateMutability: 'payable' }
      : { type: 'fallback', stateMutability: text.includes('payable') ? 'payable' : 'nonpayable' };
  }
  const parsed = parseSignature(text);
  if (!parsed.ok) return parsed.error.replace(/\.$/, '');
  const { kind, name, inputs, outputs, stateMutability, anonymous } = parsed.value;
  if (kind === 'event') return { type: kind, name, inputs, anonymous };
  if (kind === 'error') return { type: kind, name, inputs };
  if (kind === 'constructor') {
    return { type: kind, inputs, stateMutability: stateMutability === 'payable' ? 'payable' : 'nonpayable' };
  }
  return { type: kind, name, inputs, outputs, stateMutability };
}

/** `stateMutability`, or what `constant` and `payable` of solc before 0.6 amount to. */
function mutabilityOf(item: Fields): 'pure' | 'view' | 'nonpayable' | 'payable' {
  const stated = item.stateMutability;
  if (stated === 'pure' || stated === 'view' || stated === 'nonpayable' || stated === 'payable') return stated;
  if (item.constant === true) return 'view';
  return item.payable === true ? 'payable' : 'nonpayable';
}

function isPayable(item: Fields): boolean {
  return mutabilityOf(item) === 'payable';
}
