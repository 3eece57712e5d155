/**
 * Build output: what Hardhat, Foundry, Truffle and solc leave behind, read
 * into contracts.
 *
 *     Hardhat   artifacts/…/X.json            { _format: 'hh-sol-artifact-1', bytecode: '0x…', … }
 *     Hardhat   artifacts/build-info/….json   { solcVersion, input, output }
 *     Hardhat 3 build-info/….json and ….output.json, the two halves of that
 *     Foundry   out/X.sol/X.json              { abi, bytecode: { object, linkReferences }, … }
 *     Truffle   build/contracts/X.json        { contractName, abi, bytecode, deployedBytecode, … }
 *     solc      --standard-json               { contracts: { file: { X: { abi, evm } } }, sources }
 *     Vyper     its standard JSON             { input: { language: 'Vyper', … }, output: { compiler, contracts, sources } }
 *
 * A file may also be an array of these, or an object with them as values. The
 * shape decides, not the file's name. Paths are kept as text and never opened.
 */

import type { Abi } from 'viem';
import { parseAbi } from '../../abi/parse-abi';
import { utf8Text } from '../../text/utf8';
import { type Fields, isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { type EnumMembers, enumMembers, withEnumMembers } from '../functions/enum-members';
import { type LibraryDeclarations, libraryDeclarations, libraryFunctions } from '../functions/library-functions';
import {
  type BuildOrigin,
  compilationTarget,
  compilerOf,
  originOf,
  sourcesOf,
  textIn,
  versionOf,
  withMetadata,
} from './build-origin';
import { MAX_BUILD_OUTPUT_BYTES } from './build-output-size';
import { readBytecode } from './linked-bytecode';

export type CompiledContract = {
  name: string;
  /** Path of the source as the compiler knew it, or the name of the file read. */
  fileName: string;
  abi: Abi;
  /** Hex without 0x, links as zeros; '' for interfaces and abstract contracts. */
  runtimeBytecode: string;
  creationBytecode: string;
  /** Immutables and library links in the runtime bytecode, bytes. */
  holes: readonly { start: number; length: number }[];
  /** Version as the output states it, `0.8.30+commit.73712a01`. */
  compilerVersion?: string;
  /** Path to text, where the output has them. */
  sources?: Readonly<Record<string, string>>;
  /** Index in `runs` of the compiler run it came from, where the file has that. */
  run?: number;
};

/** A run of the compiler as standard JSON, or the half of it that the file has. Not validated. */
export type BuildRun = {
  /** Names the run in both files of a Hardhat 3 build; absent where a file has both halves. */
  id?: string;
  /** '' in a half that does not state it. */
  version: string;
  input?: unknown;
  output?: unknown;
};

export type BuildOutput = {
  contracts: readonly CompiledContract[];
  runs: readonly BuildRun[];
  /** Parts that were left out and why, one sentence each, at most 20. */
  warnings: readonly string[];
  /** Whether the file is what a tool keeps beside its artefacts for itself: there is nothing in it to import. */
  isCompanion: boolean;
};

/** Says how many bytes of immutables a Vyper contract appends to its code, of its standard JSON output and its source. */
type CountImmutableBytes = (contract: unknown, text: string) => number;
type BuildOutputParts = {
  fileName: string;
  vyperImmutableBytes: CountImmutableBytes;
  contracts: CompiledContract[];
  runs: BuildRun[];
  warnings: string[];
};
/** What the syntax trees of a build say that its ABIs do not. */
type Declared = { enums: EnumMembers; libraries: LibraryDeclarations };

/** The ABI of a contract, with what its build declares. */
type AbiParts = { json: unknown; declared: Declared };

const MAX_CONTRACTS = 20_000;
const MAX_WARNINGS = 20;
const MAX_NESTING = 4;
const MAX_NAME = 1_000;

/**
 * Parses contracts in a file of build output. The error is one sentence. Linear in its size. `vyperImmutableBytes`
 * is source/vyper/immutables.ts, which reads declarations.
 */
export function parseBuildOutput(
  fileName: string,
  bytes: Uint8Array,
  vyperImmutableBytes: CountImmutableBytes,
): Result<BuildOutput, string> {
  if (bytes.length > MAX_BUILD_OUTPUT_BYTES) return fail(`The file is larger than ${MAX_BUILD_OUTPUT_BYTES >> 20} MB.`);
  let value: unknown;
  try {
    value = JSON.parse(utf8Text(bytes).replace(/^\ufeff/, ''));
  } catch {
    return fail('The file is not valid JSON.');
  }
  if (isCompanion(value)) return ok({ contracts: [], runs: [], warnings: [], isCompanion: true });
  const reading: BuildOutputParts = {
    fileName: fileName.slice(0, MAX_NAME),
    vyperImmutableBytes,
    contracts: [],
    runs: [],
    warnings: [],
  };
  if (!readAny(value, reading, 0)) {
    return fail('The file is not build output of Hardhat, Foundry, Truffle or solc.');
  }
  return ok({ contracts: reading.contracts, runs: reading.runs, warnings: reading.warnings, isCompanion: false });
}

/** Formats of Hardhat's pointers to build info and caches, and of Foundry's cache, as their `_format` states them. */
const COMPANIONS = /^(hh-sol-dbg-|hh-sol-cache-|hh3-sol-.*cache|ethers-rs-sol-cache-)/;

function isCompanion(value: unknown): boolean {
  return isFields(value) && typeof value._format === 'string' && COMPANIONS.test(value._format);
}

/** Whether `value` is build output of some shape; its contracts are added to `reading`. */
function readAny(value: unknown, reading: BuildOutputParts, nesting: number): boolean {
  if (Array.isArray(value)) return readMany(value, reading, nesting);
  if (!isFields(value)) return false;
  const { output, contracts, abi } = value;
  if (isFields(output) && isFields(output.contracts)) {
    // Vyper names itself in its output.
    const stated = { ...value, compiler: output.compiler };
    const build = withRun(originOf(value.input, stated), stated, output, reading);
    readStandardOutput(output.contracts, declaredIn(output.sources), build, reading);
    return true;
  }
  if (isFields(contracts)) {
    const build = withRun(originOf(value.input ?? value, value), value, value, reading);
    readStandardOutput(contracts, declaredIn(value.sources), build, reading);
    return true;
  }
  if (Array.isArray(abi)) {
    readArtifact(value, abi, reading);
    return true;
  }
  // The other half of a Hardhat 3 build: compiler input alone has no contracts, and is no mistake to hand in.
  if (isFields(value.input) && typeof value.solcVersion === 'string') {
    warn(reading, 'The file has the compiler input only; its contracts are in the .output.json file');
    const id = textIn(value.id);
    if (id !== undefined) reading.runs.push({ id, version: versionOf(value), input: value.input });
    return true;
  }
  return readMany(Object.values(value), reading, nesting);
}

function declaredIn(sources: unknown): Declared {
  // Lists, as artefacts have one tree, are read as files by number.
  const files = Array.isArray(sources) ? { ...sources } : sources;
  return { enums: enumMembers(files), libraries: libraryDeclarations(files) };
}

function readMany(values: readonly unknown[], reading: BuildOutputParts, nesting: number): boolean {
  if (nesting >= MAX_NESTING) return false;
  let found = false;
  for (const value of values) found = readAny(value, reading, nesting + 1) || found;
  return found;
}

/** `contracts` of standard JSON output: path, then name, then `{ abi, evm }`. */
function readStandardOutput(files: Fields, declared: Declared, build: BuildOrigin, reading: BuildOutputParts): void {
  for (const [path, contracts] of Object.entries(files)) {
    if (!isFields(contracts)) continue;
    // solc --combined-json has `path:Name` as key and the contract right below.
    if (contracts.abi !== undefined && ('bin' in contracts || 'bin-runtime' in contracts)) {
      const separator = path.lastIndexOf(':');
      add(
        reading,
        path.slice(separator + 1),
        path.slice(0, Math.max(separator, 0)),
        { json: contracts.abi, declared },
        build,
        {
          runtime: contracts['bin-runtime'],
          creation: contracts.bin,
        },
      );
      continue;
    }
    for (const [name, contract] of Object.entries(contracts)) {
      if (!isFields(contract)) continue;
      const evm = isFields(contract.evm) ? contract.evm : {};
      const own = sourcesOf(withMetadata(build, contract.metadata), path, contract.metadata);
      const { deployedBytecode: runtime, bytecode: creation, methodIdentifiers } = evm;
      const appended = isVyperPath(path) ? reading.vyperImmutableBytes(contract, build.sources?.[path] ?? '') : 0;
      add(reading, name, path, { json: contract.abi, declared }, own, {
        runtime,
        creation,
        methodIdentifiers,
        appended,
      });
    }
  }
}

/** One contract to a file: Hardhat, Foundry, Truffle. */
function readArtifact(artifact: Fields, abi: readonly unknown[], reading: BuildOutputParts): void {
  const evm = isFields(artifact.evm) ? artifact.evm : {};
  const runtime = artifact.deployedBytecode ?? evm.deployedBytecode;
  const creation = artifact.bytecode ?? evm.bytecode;
  const target = compilationTarget(artifact);
  const name = textIn(artifact.contractName) ?? target?.name ?? baseName(reading.fileName);
  const path = textIn(artifact.sourceName) ?? textIn(artifact.sourcePath) ?? target?.path ?? reading.fileName;
  const build = withMetadata(compilerOf(artifact), artifact.metadata ?? artifact.rawMetadata);
  const source = textIn(artifact.source);
  const declared = declaredIn([{ ast: artifact.ast }]);
  add(
    reading,
    name,
    path,
    { json: abi, declared },
    source === undefined ? build : { ...build, sources: { [path]: source } },
    {
      runtime: isFields(runtime) ? { ...runtime } : withReferences(runtime, artifact, 'deployedLinkReferences'),
      creation: isFields(creation) ? creation : withReferences(creation, artifact, 'linkReferences'),
      methodIdentifiers: artifact.methodIdentifiers ?? evm.methodIdentifiers,
    },
  );
}

/** Hardhat writes the references beside the bytecode; solc and Foundry inside. */
function withReferences(object: unknown, artifact: Fields, links: string): Fields {
  return { object, linkReferences: artifact[links], immutableReferences: artifact.immutableReferences };
}

function add(
  reading: BuildOutputParts,
  name: string,
  path: string,
  { json, declared }: AbiParts,
  build: BuildOrigin,
  /** `appended` is what Vyper's constructor puts behind the runtime code, bytes. */
  code: { runtime: unknown; creation: unknown; methodIdentifiers?: unknown; appended?: number },
): void {
  if (reading.contracts.length >= MAX_CONTRACTS) {
    if (reading.contracts.length === MAX_CONTRACTS)
      warn(reading, `Only the first ${MAX_CONTRACTS} contracts are taken`);
    return;
  }
  const parsed = parseAbi(json ?? []);
  if (!parsed.ok) {
    warn(reading, `${name} is left out: ${parsed.error.replace(/\.$/, '')}`);
    return;
  }
  for (const warning of parsed.value.warnings) warn(reading, `${name}: ${warning.replace(/\.$/, '')}`);
  const runtime = readBytecode(code.runtime);
  const creation = readBytecode(code.creation);
  if (runtime === undefined || creation === undefined) {
    warn(reading, `${name} is left out: its bytecode is no hex`);
    return;
  }
  const { appended = 0 } = code;
  const end = runtime.hex.length / 2;
  reading.contracts.push({
    name: name.slice(0, MAX_NAME),
    fileName: path.slice(0, MAX_NAME),
    abi: withEnumMembers(
      [...parsed.value.abi, ...libraryFunctions(parsed.value.abi, code.methodIdentifiers, name, declared.libraries)],
      declared.enums,
    ),
    runtimeBytecode: runtime.hex + '00'.repeat(appended),
    creationBytecode: creation.hex,
    holes: appended === 0 ? runtime.holes : [...runtime.holes, { start: end, length: appended }],
    ...build,
  });
}

/** `build` with the run it is of: whole, or the output half of a Hardhat 3 build, whose input is another file of the same id. */
function withRun(build: BuildOrigin, value: Fields, output: unknown, reading: BuildOutputParts): BuildOrigin {
  const id = textIn(value.id);
  const version = versionOf(value);
  if (isFields(value.input) ? version === '' : id === undefined) return build;
  const half = isFields(value.input) ? { input: value.input } : { id: id ?? '' };
  reading.runs.push({ ...half, version, output });
  return { ...build, run: reading.runs.length - 1 };
}

/** `X` of `out/X.sol/X.json`. */
function baseName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/\.json$/i, '');
}

function isVyperPath(path: string): boolean {
  return path.endsWith('.vy');
}

function warn(reading: BuildOutputParts, sentence: string): void {
  if (reading.warnings.length < MAX_WARNINGS) reading.warnings.push(`${sentence}.`);
}
