/**
 * Compiles the demo contracts with the `solc` npm package.
 *
 * The result has the shape of a Hardhat build-info file, so the app imports it
 * like any other build output. `unverified/` is compiled on its own: it gets
 * deployed, but is never part of the build output.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Abi, Hex } from 'viem';
import { StartFailure } from './start-failure';
import { writeWhole } from './write-whole';

type LinkReferences = Record<string, Record<string, { start: number; length: number }[]>>;

/** One contract of solc's standard JSON output, as far as the demo chain reads it. */
export type CompiledContract = {
  abi: Abi;
  evm: { bytecode: { object: string; linkReferences: LinkReferences } };
};

type StandardInput = {
  language: 'Solidity';
  sources: Record<string, { content: string }>;
  settings: Record<string, unknown>;
};

type StandardOutput = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, CompiledContract>>;
  sources?: Record<string, unknown>;
};

/** A Hardhat build-info file. */
export type BuildInfo = {
  _format: 'hh-sol-build-info-1';
  id: string;
  solcVersion: string;
  solcLongVersion: string;
  input: StandardInput;
  output: StandardOutput;
};

/** The verified family, and what is compiled apart from it. */
export type Compiled = { verified: BuildInfo; unverified: BuildInfo };

type Solc = { compile(input: string): string; version(): string };

const contractsFolder = join(dirname(fileURLToPath(import.meta.url)), 'contracts');

/** A listing of the opcodes is not asked for: it is as long as the code and its map together. */
const CODE_FIELDS = ['object', 'sourceMap', 'linkReferences', 'generatedSources', 'functionDebugData'];

const settings = {
  evmVersion: 'prague',
  optimizer: { enabled: true, runs: 200 },
  outputSelection: {
    '*': {
      '': ['ast'],
      '*': [
        'abi',
        'metadata',
        'devdoc',
        'userdoc',
        'storageLayout',
        'transientStorageLayout',
        'evm.methodIdentifiers',
        ...['bytecode', 'deployedBytecode'].flatMap((code) => CODE_FIELDS.map((field) => `evm.${code}.${field}`)),
        'evm.deployedBytecode.immutableReferences',
      ],
    },
  },
};

/**
 * The compiled demo contracts, from `cacheFolder` when sources, settings and compiler are those of the cached ones.
 * Throws with the compiler's messages when a source does not compile.
 */
export async function compileContracts(cacheFolder: string): Promise<Compiled> {
  const sources = await readSources();
  const solcVersion = readSolcVersion();
  const key = createHash('sha256')
    .update(JSON.stringify({ sources, settings, solcVersion }))
    .digest('hex')
    .slice(0, 16);
  const cached = join(cacheFolder, `compiled-${key}.json`);
  const found = await readFile(cached, 'utf8').catch(() => undefined);
  if (found !== undefined) return JSON.parse(found) as Compiled;

  const solc = loadSolc();
  const isUnverified = (path: string) => path.startsWith('contracts/unverified/');
  const compiled = {
    verified: compileFamily(
      solc,
      solcVersion,
      key,
      pick(sources, (path) => !isUnverified(path)),
    ),
    unverified: compileFamily(solc, solcVersion, `${key}u`, pick(sources, isUnverified)),
  };
  await mkdir(cacheFolder, { recursive: true });
  await writeWhole(cached, JSON.stringify(compiled));
  return compiled;
}

function loadSolc(): Solc {
  try {
    return createRequire(import.meta.url)('solc') as Solc;
  } catch (error) {
    throw new StartFailure(`The Solidity compiler (npm package solc) cannot be loaded: ${firstLine(error)}.`);
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}

function compileFamily(solc: Solc, solcVersion: string, id: string, sources: StandardInput['sources']): BuildInfo {
  const input: StandardInput = { language: 'Solidity', sources, settings };
  const output = runSolc(solc, input);
  const errors = (output.errors ?? []).filter((entry) => entry.severity === 'error');
  if (errors.length > 0) {
    throw new StartFailure(
      `The demo contracts do not compile: ${errors.map((entry) => entry.formattedMessage).join(' ')}`,
    );
  }
  const solcLongVersion = solc.version().replace(/\.Emscripten.*$/, '');
  return { _format: 'hh-sol-build-info-1', id, solcVersion, solcLongVersion, input, output };
}

function runSolc(solc: Solc, input: StandardInput): StandardOutput {
  try {
    return JSON.parse(solc.compile(JSON.stringify(input)), withoutTrees) as StandardOutput;
  } catch (error) {
    throw new StartFailure(`The Solidity compiler gave up on the demo contracts: ${firstLine(error)}.`);
  }
}

/** Leaves the syntax trees of generated code out, half of all that the compiler says. */
function withoutTrees(key: string, value: unknown): unknown {
  return key === 'generatedSources' ? (value as { ast: unknown }[]).map(({ ast: _, ...kept }) => kept) : value;
}

async function readSources(): Promise<StandardInput['sources']> {
  const entries = await readdir(contractsFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sol'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const sources: StandardInput['sources'] = {};
  for (const file of files) {
    const path = ['contracts', ...relative(contractsFolder, file).split(sep)].join('/');
    // Sources are hashed into the bytecode, so a checkout with other line ends must not change them.
    sources[path] = { content: (await readFile(file, 'utf8')).replaceAll('\r\n', '\n') };
  }
  return sources;
}

function readSolcVersion(): string {
  return (createRequire(import.meta.url)('solc/package.json') as { version: string }).version;
}

function pick<T>(record: Record<string, T>, wanted: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => wanted(key)));
}

/** The named contract's ABI and creation code, external libraries linked in. Throws when there is none of that name. */
export function contractNamed(
  compiled: Compiled,
  name: string,
  libraries: Record<string, Hex> = {},
): { abi: Abi; bytecode: Hex } {
  for (const { output } of [compiled.verified, compiled.unverified]) {
    for (const contracts of Object.values(output.contracts ?? {})) {
      const contract = contracts[name];
      if (contract !== undefined) return { abi: contract.abi, bytecode: link(contract, libraries) };
    }
  }
  throw new Error(`There is no demo contract named ${name}.`);
}

function link(contract: CompiledContract, libraries: Record<string, Hex>): Hex {
  let code = contract.evm.bytecode.object;
  for (const references of Object.values(contract.evm.bytecode.linkReferences)) {
    for (const [library, places] of Object.entries(references)) {
      const address = libraries[library];
      if (address === undefined) throw new Error(`The library ${library} has no address to link.`);
      for (const { start, length } of places) {
        code = code.slice(0, start * 2) + address.slice(2).toLowerCase() + code.slice((start + length) * 2);
      }
    }
  }
  return `0x${code}`;
}
