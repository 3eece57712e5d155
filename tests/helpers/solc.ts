/** The newest installed Solidity compiler, for tests that compile. */
import { expose, finalizer } from 'comlink';
import type { CompilerApi } from '../../src/workers/compiler/compiler.api';
import type { Compile } from '../../src/workers/contracts/compiler-link';
import type { ConnectCompiler } from '../../src/workers/contracts/contracts.api';
import { installedCompilers, loadCompiler, type NodeCompiler } from '../../tools/solc/installed';

export function newestSolc(): NodeCompiler {
  const newest = installedCompilers().at(-1);
  if (newest === undefined) throw new Error('no compiler is installed');
  return loadCompiler(newest);
}

/** Compiles everything with `solc`, whatever version is asked for. */
export function compilingWith(solc: NodeCompiler): Compile {
  return async ({ input }) => ({ ok: true, value: new TextEncoder().encode(solc.compile(input)) });
}

/** Answers at ports as the compiler worker does, whatever version is asked for. */
export function servingWith(solc: NodeCompiler): ConnectCompiler {
  const compile = compilingWith(solc);
  const served: Pick<CompilerApi, 'compile' | 'cancel'> = {
    compile: (_, request) => compile(request, new AbortController().signal, () => {}),
    cancel: async () => {},
  };
  return (port) =>
    new Promise((resolve) => {
      expose({ ...served, [finalizer]: resolve }, port);
    });
}
