/**
 * Contracts as a build left them, with what linking needs. The shape of a file decides, as in
 * `src/core/contract/build-output/build-output.ts`, which drops the links that a deployment here has to fill.
 */

import type { Abi } from 'viem';
import { bytesToString } from 'viem';
import { parseAbi } from '../abi/parse-abi';
import { selectorOf, signatureOf } from '../abi/signature';
import { type Fields, isFields, readFields, readList, readText } from '../values/json-fields';
import { type LazyRun, lazyRun, parseArtefact } from './lazy-json';
import type { ProjectFile } from './project-file';

/** A place for the address of a library: bytes from the start of the code. */
export type Link = { file: string; library: string; start: number };

/** Hex without 0x, with zeros where a link goes; '' for what has no code. */
export type LinkedCode = { hex: string; links: readonly Link[] };

export type Artefact = {
  /** `src/Token.sol:Token`, unique in the project: with the version behind, `Token.0.8.30`, where several compilers made it, as forge names it. */
  id: string;
  name: string;
  /** Path of the source as the compiler knew it. */
  file: string;
  abi: Abi;
  creation: LinkedCode;
  runtime: LinkedCode;
  /** Version of the compiler, '' where it is not stated. */
  version: string;
  /** Lines of documentation by signature, and of the contract by ''; they may hold configuration of its tests. */
  documentation: Readonly<Record<string, string>>;
  /** Path of the file that it was read from. */
  path: string;
  /** The artefact as the build states it, with source maps and the tree of the file where it has them. */
  raw: Fields;
};

/** One file of a build as it was read: one contract, or a compiler run or half of one; undefined for what is none. */
type FileRead =
  | { artefact: Artefact | undefined }
  | { run: LazyRun }
  | { half: Fields; contracts?: readonly Artefact[] }
  | undefined;

/** Returns whether the path is that of a whole compiler run. */
export function isOfBuildInfo(path: string): boolean {
  return /(^|\/)build-info\//.test(path);
}

/** A build that changes has few files that did, and some of 100 MB that did not. */
const known = new WeakMap<object, FileRead>();

/** Reads artefacts and whole compiler runs of files; what is none is passed over, what is broken warned of. Linear in the size of what was not read before. */
export async function readArtefacts(
  files: readonly ProjectFile[],
  warnings: string[],
): Promise<{ artefacts: readonly Artefact[]; runs: readonly LazyRun[]; runFiles: ReadonlySet<string> }> {
  const artefacts = new Map<string, Artefact>();
  const runs: LazyRun[] = [];
  const runFiles = new Set<string>();
  const halves = new Map<string, Fields>();
  const put = (artefact: Artefact | undefined) => {
    if (artefact === undefined) return;
    // One contract may be compiled by several compilers, each for those that need its version.
    const id = `${artefact.id}:${artefact.version}`;
    if (!artefacts.has(id)) artefacts.set(id, artefact);
  };
  const hasArtefacts = files.some(({ path }) => !isOfBuildInfo(path));
  for (const file of files) {
    let read = file.kept && known.get(file.kept);
    if (read === undefined) {
      const bytes = await file.read().catch(() => undefined);
      try {
        if (bytes !== undefined) read = readFile(bytesToString(bytes), file.path, hasArtefacts);
      } catch {
        warnings.push(`${file.path} is not valid JSON.`);
        continue;
      }
      if (bytes === undefined) {
        warnings.push(`${file.path} cannot be read.`);
        continue;
      }
      if (file.kept) known.set(file.kept, read);
    }
    if (read === undefined) continue;
    if ('artefact' in read) {
      put(read.artefact);
      continue;
    }
    runFiles.add(file.path);
    if ('run' in read) {
      if (read.run.version !== '') runs.push(read.run);
      continue;
    }
    const { half } = read;
    const id = readText(half.id);
    const other = id === '' ? undefined : halves.get(id);
    if (id !== '' && other === undefined) halves.set(id, half);
    const whole = { ...other, ...half };
    const { input, output } = withUserNames(whole);
    if (!isFields(input) || !isFields(output)) continue;
    const version = versionOf(whole);
    if (version !== '') runs.push({ version, input, output });
    const isAlone = other === undefined;
    const contracts = (isAlone ? read.contracts : undefined) ?? contractsOf(output, version, file.path);
    if (isAlone) read.contracts = contracts;
    for (const contract of contracts) put(contract);
  }
  return { artefacts: withVersions(withoutPoorer([...artefacts.values()])), runs, runFiles };
}

/** Hardhat 3 gives the compiler `project/contracts/A.sol`, and states that the project calls it `contracts/A.sol`: so do files of contracts. */
function withUserNames(run: Fields): Fields {
  const own = new Map(Object.entries(readFields(run.userSourceNameMap)).map(([name, input]) => [input, name]));
  if (own.size === 0) return run;
  const renamed = (value: unknown) =>
    Object.fromEntries(Object.entries(readFields(value)).map(([name, one]) => [own.get(name) ?? name, one]));
  const { input, output } = run;
  if (!isFields(input) || !isFields(output)) return run;
  return {
    ...run,
    input: { ...input, sources: renamed(input.sources) },
    output: { ...output, sources: renamed(output.sources), contracts: renamed(output.contracts) },
  };
}

/** Leaves out contracts that do not say their compiler where the same contract is there with all that the compiler told. */
function withoutPoorer(artefacts: readonly Artefact[]): Artefact[] {
  const told = new Set(artefacts.filter(({ version }) => version !== '').map(({ id }) => id));
  return artefacts.filter(({ id, version }) => version !== '' || !told.has(id));
}

/** Says the version behind the names of contracts that several compilers made. */
function withVersions(artefacts: readonly Artefact[]): Artefact[] {
  const made = new Map<string, number>();
  for (const { id } of artefacts) made.set(id, (made.get(id) ?? 0) + 1);
  return artefacts.map((one) =>
    made.get(one.id) === 1 ? one : { ...one, id: `${one.id}.${plainVersion(one.version)}` },
  );
}

/** Returns `0.8.30` of `0.8.30+commit.73712a01`; undefined where a text begins with no version. */
export function plainVersion(text: string): string | undefined {
  return /^\d+\.\d+\.\d+/.exec(text)?.[0];
}

/**
 * Reads one file of a build. Where each contract has a file of its own, only the compiler runs are read from build
 * info, and only those that are asked for.
 */
function readFile(text: string, path: string, hasArtefacts: boolean): FileRead {
  const run = hasArtefacts && isOfBuildInfo(path) ? lazyRun(text) : undefined;
  if (run !== undefined) return { run };
  const value = parseArtefact(text);
  if (!isFields(value)) return undefined;
  return Array.isArray(value.abi) ? { artefact: readArtefact(value, path) } : { half: value };
}

function versionOf(run: Fields): string {
  return readText(run.solcLongVersion) || readText(run.solcVersion);
}

function contractsOf(output: Fields, version: string, path: string): Artefact[] {
  return Object.entries(readFields(output.contracts)).flatMap(([file, named]) =>
    Object.entries(readFields(named)).flatMap(
      ([name, contract]) => readCompiled(file, name, readFields(contract), version, path) ?? [],
    ),
  );
}

/** Returns the contract of one file of a build, a file's text; undefined for what is none. */
export function artefactOf(text: string, path: string): Artefact | undefined {
  try {
    return readArtefact(readFields(JSON.parse(text)), path);
  } catch {
    return undefined;
  }
}

/** One file to a contract: Foundry, Hardhat. */
function readArtefact(value: Fields, path: string): Artefact | undefined {
  const metadata = metadataOf(value.metadata ?? value.rawMetadata);
  const [target] = Object.entries(readFields(readFields(metadata.settings).compilationTarget));
  const file = readText(value.sourceName) || (target?.[0] ?? fileOf(value));
  const name = readText(value.contractName) || readText(target?.[1]) || nameOf(path);
  return make(value, metadata, {
    name,
    // Hardhat 3 writes `project/test/X.t.sol` as the input knows it, and the plain path beside it.
    file: readText(value.inputSourceName) === '' ? file : readText(value.sourceName),
    path,
    creation: codeOf(value.bytecode, value.linkReferences),
    runtime: codeOf(value.deployedBytecode, value.deployedLinkReferences),
  });
}

function readCompiled(file: string, name: string, contract: Fields, version: string, path: string) {
  const evm = readFields(contract.evm);
  const made = make(contract, metadataOf(contract.metadata), {
    name,
    file,
    path,
    creation: codeOf(evm.bytecode, undefined),
    runtime: codeOf(evm.deployedBytecode, undefined),
  });
  return made && { ...made, version: made.version || version };
}

type Found = Pick<Artefact, 'name' | 'file' | 'path' | 'creation' | 'runtime'>;

function make(value: Fields, metadata: Fields, found: Found): Artefact | undefined {
  const abi = parseAbi(value.abi ?? []);
  if (!abi.ok) return undefined;
  return {
    ...found,
    id: `${found.file}:${found.name}`,
    abi: abi.value.abi,
    version: readText(readFields(metadata.compiler).version),
    documentation: isFields(value.ast)
      ? treeDocumentation(value.ast, found.name, abi.value.abi)
      : documentationOf(readFields(metadata.output)),
    raw: value,
  };
}

/** The name of the source where a build without metadata has its tree, '' otherwise. */
function fileOf(value: Fields): string {
  return readText(readFields(value.ast).absolutePath);
}

/** `out/Token.t.sol/TokenTest.0.8.30.json` is of `TokenTest`. */
function nameOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.slice(0, file.indexOf('.'));
}

function metadataOf(value: unknown): Fields {
  if (typeof value !== 'string') return readFields(value);
  try {
    return readFields(JSON.parse(value));
  } catch {
    return {};
  }
}

function documentationOf(output: Fields): Record<string, string> {
  const lines: Record<string, string> = {};
  for (const part of ['userdoc', 'devdoc']) {
    const documented = readFields(output[part]);
    const add = (key: string, fields: Fields) => {
      const texts = Object.values(fields).filter((text): text is string => typeof text === 'string');
      if (texts.length > 0) lines[key] = [...(lines[key] === undefined ? [] : [lines[key]]), ...texts].join('\n');
    };
    add('', { notice: documented.notice, details: documented.details });
    for (const [signature, method] of Object.entries(readFields(documented.methods)))
      add(signature, readFields(method));
  }
  return lines;
}

/**
 * Documentation of the contract and of its own functions, as its tree has it: solc's output has none of the contract
 * without a tag, and that of inherited functions, too, which configure nothing in forge.
 */
function treeDocumentation(ast: Fields, name: string, abi: Abi): Record<string, string> {
  const nodes = readList(ast.nodes).map(readFields);
  const contract = nodes.find((node) => node.nodeType === 'ContractDefinition' && node.name === name);
  if (contract === undefined) return {};
  const textOf = (node: Fields) => readText(readFields(node.documentation).text);
  const texts = new Map(
    readList(contract.nodes).map((node) => [
      `0x${readText(readFields(node).functionSelector)}`,
      textOf(readFields(node)),
    ]),
  );
  const documented = abi.flatMap((entry) => {
    const signature = entry.type === 'function' ? signatureOf(entry) : '';
    const text = signature === '' ? undefined : texts.get(selectorOf(signature));
    return text ? [[signature, text]] : [];
  });
  return { '': textOf(contract), ...Object.fromEntries(documented) };
}

/** solc and Foundry write the links inside of the bytecode, Hardhat beside it. */
function codeOf(value: unknown, beside: unknown): LinkedCode {
  const fields = isFields(value) ? value : { object: value, linkReferences: beside };
  const links: Link[] = [];
  for (const [file, libraries] of Object.entries(readFields(fields.linkReferences)))
    for (const [library, places] of Object.entries(readFields(libraries)))
      for (const place of readList(places)) {
        const { start } = readFields(place);
        if (typeof start === 'number') links.push({ file, library, start });
      }
  const text = readText(fields.object)
    .replace(/^0x/, '')
    .replace(/__.{38}/g, '0'.repeat(40));
  return { hex: /^([\da-f]{2})*$/i.test(text) ? text.toLowerCase() : '', links };
}
