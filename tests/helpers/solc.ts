/** The newest installed Solidity compiler, for tests that compile. */
import type { CompileForTrace } from '../../src/workers/contracts/contracts.api';
import { installedCompilers, loadCompiler, type NodeCompiler } from '../../tools/solc/installed';

export function newestSolc(): NodeCompiler {
  const newest = installedCompilers().at(-1);
  if (newest === undefined) throw new Error('no compiler is installed');
  return loadCompiler(newest);
}

/** Compiles everything with `solc`, whatever version is asked for. */
export function compilingWith(solc: NodeCompiler): CompileForTrace {
  return async (_, { input }) => ({ ok: true, value: new TextEncoder().encode(solc.compile(input)) });
}
