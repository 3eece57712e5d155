/** The newest installed Solidity compiler, for tests that compile. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expose, finalizer } from 'comlink';
import type { CompilerApi } from '../../src/workers/compiler/compiler.api';
import type { Compile } from '../../src/workers/contracts/compiling/compiler-link';
import type { ConnectCompiler } from '../../src/workers/contracts/contracts.api';
import {
  type InstalledCompiler,
  installedCompilers,
  loadCompiler,
  type NodeCompiler,
} from '../../tools/solc/installed';

const CACHE = resolve(import.meta.dirname, '../../.cache/compiled');

let newest: NodeCompiler | undefined;

/**
 * The compiler is loaded when it has to compile. Its answers are kept by
 * compiler and input under `.cache/compiled`, so that files and later runs
 * compile the same input once.
 */
export function newestSolc(): NodeCompiler {
  newest ??= keptAnswers(installedCompilers().at(-1));
  return newest;
}

function keptAnswers(installed: InstalledCompiler | undefined): NodeCompiler {
  if (installed === undefined) throw new Error('no compiler is installed');
  let loaded: NodeCompiler | undefined;
  const load = () => {
    loaded ??= loadCompiler(installed);
    return loaded;
  };
  return {
    get longVersion() {
      return load().longVersion;
    },
    compile(input) {
      const file = join(CACHE, createHash('sha256').update(`${installed.version}\n${input}`).digest('hex'));
      if (existsSync(file)) return gunzipSync(readFileSync(file)).toString();
      const output = load().compile(input);
      mkdirSync(CACHE, { recursive: true });
      // Another process may read it meanwhile: it must be whole from the first.
      const written = `${file}.${process.pid}`;
      writeFileSync(written, gzipSync(output, { level: 1 }));
      renameSync(written, file);
      return output;
    },
  };
}

/** Compiles one file with all that Loupe reads of a build, and returns it as Hardhat writes its build info. */
export function buildInfo(solc: NodeCompiler, file: string, content: string) {
  const outputs = ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'storageLayout', 'metadata'];
  const settings = { outputSelection: { '*': { '*': outputs, '': ['ast'] } } };
  const input = { language: 'Solidity', sources: { [file]: { content } }, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const { longVersion } = solc;
  return { id: 'b', _format: 'hh-sol-build-info-1', solcVersion: '', solcLongVersion: longVersion, input, output };
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
