/** Which contract of a compiler's output the code on a chain is of. */
import { readFields } from '../../values/json-fields';
import { type CompiledCode, readCompiledCode, withAppended, withVyperImmutables } from '../build-output/compiled-code';
import { type CodeComparison, compareRuntimeCode } from './compare-code';
import { explainMismatch } from './explain-mismatch';

export type OutputMatch = {
  path: string;
  name: string;
  /** Bytes of its compiled runtime code. */
  compiledLength: number;
  /** Whether the compiled code ends with a hash of its metadata. */
  hasHash: boolean;
  comparison: CodeComparison;
};

/**
 * Returns the contract whose runtime code matches `chain`, an exact match
 * before a partial one; without a match the one of the given name with how it
 * differs. `immutableBytes` says how many bytes Vyper appends to a contract's
 * code. Undefined when the output has no such contract with code.
 */
export function matchOutput(
  output: unknown,
  chain: Uint8Array,
  wanted: { name: string; path?: string | undefined },
  immutableBytes?: (path: string, contract: unknown) => number,
): OutputMatch | undefined {
  const files = readFields(readFields(output).contracts);
  let best: (OutputMatch & { own: CompiledCode }) | undefined;
  for (const [path, contracts] of Object.entries(files)) {
    for (const [name, contract] of Object.entries(readFields(contracts))) {
      const found = compareContract(path, name, contract, chain, immutableBytes);
      if (found === undefined) continue;
      const isNamed = name === wanted.name && (wanted.path === undefined || path === wanted.path);
      if (
        rank(found) * 2 + (isNamed ? 1 : 0) >
        (best === undefined ? 0 : rank(best) * 2 + (isNamedOf(best, wanted) ? 1 : 0))
      ) {
        best = found;
      }
    }
  }
  return best && explained(best, chain);
}

/** Compares `chain` with the contract of this path and name in the output; undefined when there is none with code. */
export function compareNamed(
  output: unknown,
  chain: Uint8Array,
  { path, name }: { path: string; name: string },
): OutputMatch | undefined {
  const files = readFields(readFields(output).contracts);
  const found = compareContract(path, name, readFields(files[path])[name], chain);
  return found && explained(found, chain);
}

function explained({ own, comparison, ...found }: OutputMatch & { own: CompiledCode }, chain: Uint8Array): OutputMatch {
  const isMatch = comparison.match !== undefined;
  return { ...found, comparison: isMatch ? comparison : explainMismatch(own, chain, comparison) };
}

function compareContract(
  path: string,
  name: string,
  contract: unknown,
  chain: Uint8Array,
  immutableBytes?: (path: string, contract: unknown) => number,
): (OutputMatch & { own: CompiledCode }) | undefined {
  const evm = readFields(readFields(contract).evm);
  const runtime = readCompiledCode(evm.deployedBytecode);
  if (runtime === undefined) return undefined;
  const creation = readCompiledCode(evm.bytecode);
  const appended = immutableBytes?.(path, contract);
  const own =
    appended !== undefined
      ? withAppended(runtime, appended)
      : creation === undefined
        ? runtime
        : withVyperImmutables(runtime, creation);
  return {
    path,
    name,
    own,
    compiledLength: own.bytes.length,
    hasHash: own.auxdata.at(-1)?.hasMetadataHash === true,
    comparison: compareRuntimeCode(own, chain),
  };
}

function isNamedOf({ name, path }: OutputMatch, wanted: { name: string; path?: string | undefined }): boolean {
  return name === wanted.name && (wanted.path === undefined || path === wanted.path);
}

function rank({ comparison: { match } }: OutputMatch): number {
  return match === 'exact' ? 2 : match === 'partial' ? 1 : 0;
}

/** Returns the first error that the compiler states, in its words, one line; undefined when it made code. */
export function compilerError(output: unknown): string | undefined {
  return compilerErrors(output)[0]?.split('\n')[0]?.slice(0, 300);
}

const MAX_ERRORS = 20;
const MAX_ERROR = 2_000;

/** Returns the errors that the compiler states, in its words with the lines they are at; at most 20. Warnings are none. */
export function compilerErrors(output: unknown): readonly string[] {
  const { errors } = readFields(output);
  if (!Array.isArray(errors)) return [];
  return errors
    .map(readFields)
    .filter(({ severity }) => severity === 'error')
    .slice(0, MAX_ERRORS)
    .map(({ formattedMessage, message }) =>
      (typeof formattedMessage === 'string' ? formattedMessage : String(message)).slice(0, MAX_ERROR),
    );
}
