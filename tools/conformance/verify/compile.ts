/**
 * Compiling a case's sources: with the very version where it is installed or
 * can be fetched, otherwise with the nearest later one of the same minor
 * version that is installed, which tells ABI and storage layout but not the
 * bytecode.
 */
import { createHash } from 'node:crypto';
import { fetchedCompiler } from '../../solc/fetched';
import {
  compareVersions,
  type InstalledCompiler,
  installedCompilers,
  loadCompiler,
  type NodeCompiler,
} from '../../solc/installed';

export type StandardInput = {
  language?: string;
  sources: Record<string, { content?: string }>;
  settings?: Record<string, unknown>;
};

export type CompiledOutput = {
  abi?: unknown;
  metadata?: string;
  storageLayout?: unknown;
  transientStorageLayout?: unknown;
  evm?: { bytecode?: unknown; deployedBytecode?: unknown; legacyAssembly?: unknown };
};

export type Compilation =
  | { outcome: 'compiled'; exactVersion: boolean; version: string; path: string; contract: CompiledOutput }
  /** Why it could not be compiled here. */
  | { outcome: 'skipped'; reason: string };

/** Loaded compilers by their files. */
const loaded = new Map<string, NodeCompiler>();
const outputs = new Map<string, Output>();

/** The first that takes standard JSON. */
const OLDEST = '0.4.11';

const OUTPUTS = [
  'abi',
  'metadata',
  'storageLayout',
  'transientStorageLayout',
  'evm.bytecode',
  'evm.deployedBytecode',
  'evm.legacyAssembly',
];

/** Compiles the contract `name` of `path`, or of whichever file has it. `version` is like `v0.8.18+commit.87f61d96`. */
export function compileContract(version: string, input: StandardInput, name: string, path?: string): Compilation {
  const wanted = /(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (wanted === null) return skipped(`no Solidity version in ${version}`);
  const [number, major, minor] = wanted;
  const compiler = compilerFor(number, `${major}.${minor}.`);
  if (compiler === undefined) return skipped(`no compiler of ${major}.${minor} at or after the version is installed`);
  const exactVersion = compiler.version === number;
  const settings = { ...input.settings, outputSelection: { '*': { '*': OUTPUTS } } };
  const text = JSON.stringify({ language: 'Solidity', ...input, settings });
  const key = createHash('sha256').update(compiler.version).update(text).digest('hex');
  let output = outputs.get(key);
  if (output === undefined) {
    const node = nodeCompiler(compiler);
    output = JSON.parse(node.compile(text)) as Output;
    if (!exactVersion && output.errors?.some(isError)) {
      const free = { language: 'Solidity', ...input, sources: withoutPragmas(input.sources), settings };
      output = JSON.parse(node.compile(JSON.stringify(free))) as Output;
    }
    outputs.clear();
    outputs.set(key, output);
  }
  const error = output.errors?.find(isError);
  if (error !== undefined) {
    return exactVersion
      ? skipped(`the sources do not compile: ${String(error.message).slice(0, 80)}`)
      : skipped('the sources do not compile with the nearest installed version');
  }
  const files = output.contracts ?? {};
  const declaring = [path ?? '', ...Object.keys(files)].find((file) => files[file]?.[name] !== undefined) ?? '';
  const contract = files[declaring]?.[name];
  if (contract === undefined) return skipped('the contract is not among those compiled');
  return { outcome: 'compiled', exactVersion, version: compiler.version, path: declaring, contract };
}

/** Returns the very compiler of a version like `v0.8.18+commit.87f61d96` and its file, or why there is none here. */
export function exactCompiler(
  version: string,
): { ok: true; compiler: NodeCompiler; soljson: string } | { ok: false; reason: string } {
  const [number, major, minor] = /(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (number === undefined) return { ok: false, reason: `no Solidity version in ${version}` };
  if (compareVersions(number, OLDEST) < 0) return { ok: false, reason: `solc ${number} takes no standard JSON` };
  const compiler = compilerFor(number, `${major}.${minor}.`);
  if (compiler?.version !== number) return { ok: false, reason: `solc ${number} cannot be had on this machine` };
  return { ok: true, compiler: nodeCompiler(compiler), soljson: compiler.soljson };
}

/** Returns a function that compiles, and repeats its answer for a text that it compiled before: contracts of a fixture share their compilations. */
export function compilingOnce(compiler: NodeCompiler): (input: string) => unknown {
  const answers = new Map<string, unknown>();
  return (input) => {
    if (!answers.has(input)) answers.set(input, JSON.parse(compiler.compile(input)));
    return answers.get(input);
  };
}

function compilerFor(version: string, family: string): InstalledCompiler | undefined {
  const nearest = installedCompilers().find(
    (candidate) => candidate.version.startsWith(family) && compareVersions(candidate.version, version) >= 0,
  );
  if (nearest?.version === version || compareVersions(version, OLDEST) < 0) return nearest;
  // The packages of some releases hold another compiler; of some of those a second package has the right one.
  for (const release of [version, `${version}-fixed`]) {
    const soljson = fetchedCompiler(release);
    if (soljson === undefined) continue;
    const fetched = { version, soljson };
    if (nodeCompiler(fetched).longVersion.startsWith(`${version}+`)) return fetched;
  }
  return nearest;
}

function nodeCompiler(compiler: InstalledCompiler): NodeCompiler {
  const node = loaded.get(compiler.soljson) ?? loadCompiler(compiler);
  loaded.set(compiler.soljson, node);
  return node;
}

type Output = {
  errors?: { severity: string; message: string }[];
  contracts?: Record<string, Record<string, CompiledOutput>>;
};

function isError({ severity }: { severity: string }): boolean {
  return severity === 'error';
}

/** The sources for another version than the one they ask for; what they declare stays where it is. */
function withoutPragmas(sources: StandardInput['sources']): StandardInput['sources'] {
  const blanked = Object.entries(sources).map(([path, source]) => [
    path,
    { ...source, content: source.content?.replace(/pragma\s+solidity[^;]*;/g, (text) => text.replace(/[^\n]/g, ' ')) },
  ]);
  return Object.fromEntries(blanked) as StandardInput['sources'];
}

function skipped(reason: string): Compilation {
  return { outcome: 'skipped', reason };
}
