/** A function that the reader names: by a signature, or one of an ABI. */
import type { Abi, AbiFunction } from 'viem';
import { compileTypes } from '../../../core/abi/abi-type';
import { defaultArgument } from '../../../core/abi/argument-text';
import { parseAbi } from '../../../core/abi/parse-abi';
import { parseSignature } from '../../../core/abi/signature';
import { callableFunctions } from '../../../core/contract/functions/callable-functions';
import { fail, ok, type Result } from '../../../core/values/result';

/** Characters of an ABI that is pasted. */
const MAX_ABI = 5_000_000;

/** Reads the functions that a text states: JSON of an ABI, or one signature a line. The error is one sentence; no text is no functions. */
export function readFunctions(text: string): Result<readonly AbiFunction[], string> {
  const trimmed = text.trim();
  if (trimmed === '') return ok([]);
  if (trimmed.length > MAX_ABI) return fail(`An ABI of more than ${MAX_ABI / 1e6} MB is not read.`);
  if (/^[[{]/.test(trimmed)) {
    const parsed = parseAbi(trimmed);
    return parsed.ok ? ok(functionsOf(parsed.value.abi)) : parsed;
  }
  const entries: AbiFunction[] = [];
  for (const line of trimmed.split('\n').filter((each) => each.trim() !== '')) {
    const parsed = parseSignature(line);
    if (!parsed.ok) return fail(sentence(parsed.error));
    if (compileTypes(parsed.value.inputs) === undefined)
      return fail(`${line.trim().slice(0, 80)} names a type that cannot be encoded.`);
    entries.push(entryOf(parsed.value));
  }
  return ok(entries);
}

function functionsOf(abi: Abi): readonly AbiFunction[] {
  return callableFunctions(abi).map(({ entry }) => entry);
}

function entryOf({ name, inputs }: Pick<AbiFunction, 'name' | 'inputs'>): AbiFunction {
  return { type: 'function', name, inputs, outputs: [], stateMutability: 'payable' };
}

/** Returns the first texts of the fields of a function. */
export function firstArguments(entry: AbiFunction): readonly string[] {
  return compileTypes(entry.inputs)?.map(defaultArgument) ?? [];
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return first.endsWith('.') ? first : `${first}.`;
}
