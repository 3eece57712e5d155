/**
 * One run of a compiler, read: its sources, their syntax trees, and the contracts
 * with code, source maps and what each function is.
 *
 * The output may come from anybody (a build file, a verification service), so
 * nothing here trusts its shape: what cannot be read is left out, and a
 * compilation without trees or maps says less, never something wrong.
 */
import type { Abi } from 'viem';
import type { AbiIndex } from '../../abi/abi-index';
import type { Declarations } from '../values/source-type';
import type { StorageLayout } from '../values/storage-layout';
import type { CheckNames } from '../vyper/code-map';
import type { AstNode } from './ast';
import type { CodeMap } from './code-map';
import type { FunctionIndex, SourceFunction } from './functions';
import type { SourceFile, SourceRange } from './source-file';

/** What the compiler was given and what it answered: standard JSON, both parsed. */
export type CompilerRun = {
  /** `0.8.30` or longer, as in `0.8.30+commit.73712a01`. */
  version: string;
  input: unknown;
  output: unknown;
};

export type SourceContract = {
  name: string;
  /** Source unit name of the file that declares it. */
  path: string;
  kind: 'contract' | 'interface' | 'library';
  /** Id of its node; -1 when there is no tree. */
  id: number;
  range: SourceRange | undefined;
  /** Ids of itself and its bases, most derived first. */
  bases: readonly number[];
  abi: Abi;
  abiIndex: AbiIndex;
  creation: CodeMap | undefined;
  runtime: CodeMap | undefined;
  /** Functions that calldata reaches, by selector (eight hex digits). */
  selectors: ReadonlyMap<string, SourceFunction>;
  constructor_: SourceFunction | undefined;
  fallback: SourceFunction | undefined;
  receive: SourceFunction | undefined;
  /** Places of its state variables; computed when it is first asked for. */
  readonly layout: StorageLayout;
};

export type Compilation = {
  language: 'Solidity' | 'Vyper';
  /** Major, minor and patch of the compiler. */
  version: readonly [number, number, number];
  viaIR: boolean;
  optimized: boolean;
  /** Files by the index that source maps use. */
  files: ReadonlyMap<number, SourceFile>;
  roots: readonly AstNode[];
  functions: FunctionIndex;
  /** Contracts, structs, enums, value types, modifiers and variables, by the id of their node. */
  declarations: Declarations;
  contracts: readonly SourceContract[];
  /** What a Vyper compiler says that it checks, by code and pc; none for Solidity. */
  checks: ReadonlyMap<CodeMap, CheckNames>;
};

/** Returns whether the compiler is at least this version. */
export function isAtLeast(compilation: Compilation, major: number, minor: number, patch: number): boolean {
  const [a, b, c] = compilation.version;
  return a !== major ? a > major : b !== minor ? b > minor : c >= patch;
}

/** Returns a sentence for the reader on what the compiler's output leaves unknown of code; '' when nothing. */
export function limitationOf({ language, viaIR, optimized }: Compilation, code: CodeMap | undefined): string {
  if (language === 'Vyper')
    return code?.map.length === 0
      ? 'The output of the Vyper compiler has no source map that fits the code: lines and internal calls are not known.'
      : 'Compiled by Vyper: arguments and local variables lie in memory, at places that the compiler does not state.';
  if (viaIR)
    return optimized
      ? 'Compiled via IR with the optimizer: variables have no fixed places, inlined functions and what was merged with other code do not appear, and arguments are not known where a function was left with fewer than its source has.'
      : 'Compiled via IR: variables have no fixed places, and inlined functions do not appear.';
  if (!optimized) return '';
  return 'Compiled with the optimizer: small functions may be inlined, places are inferred where blocks were merged, and a variable may be written later than its statement.';
}
