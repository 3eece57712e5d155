/**
 * A run of the Vyper compiler, read into what the decoder knows of a
 * compilation (see ../compiled/compilation.ts): sources with trees made of their
 * text, and of each contract its code with a map that fits it.
 */
import { type Abi, toFunctionSelector } from 'viem';
import { createAbiIndex } from '../../abi/abi-index';
import { parseAbi } from '../../abi/parse-abi';
import { type Fields, readFields, readList, readText } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import type { AstNode } from '../compiled/ast';
import type { CodeMap } from '../compiled/code-map';
import type { Compilation, SourceContract } from '../compiled/compilation';
import { indexFunctions, type SourceFunction } from '../compiled/functions';
import { createSourceFile } from '../compiled/source-file';
import { type CheckNames, readVyperCode, type VyperCode } from './code-map';
import { vyperImmutableBytes } from './immutables';
import { vyperLayout } from './storage';
import { moduleOf, type VyperModule } from './tree';
import { declaredTypes } from './types';

const MAX_SOURCE_CHARACTERS = 32_000_000;
const MAX_MODULES = 5_000;

type Modules = ReadonlyMap<number, VyperModule>;

/** Reads a run whose language is Vyper. The error is one sentence. Linear in sources and output. */
export function parseVyperCompilation(
  version: Compilation['version'],
  input: Fields,
  output: Fields,
): Result<Compilation, string> {
  const modules = readModules(readFields(input.sources), output);
  if (modules === undefined) return fail(`The sources are larger than ${MAX_SOURCE_CHARACTERS} characters.`);
  const all = [...modules.values()];
  const roots = all.map(({ root }) => root);
  const functions = indexFunctions(roots);
  const checks = new Map<CodeMap, CheckNames>();
  const contracts = Object.entries(readFields(output.contracts)).flatMap(([path, named]) =>
    Object.entries(readFields(named)).map(([name, contract]) =>
      readContract({ modules, functions: functions.byId, checks }, path, name, readFields(contract)),
    ),
  );
  if (contracts.length === 0) return fail('The compiler made no contract of these sources.');
  return ok({
    language: 'Vyper',
    version,
    viaIR: false,
    optimized: false,
    files: new Map(all.map(({ file }) => [file.index, file])),
    roots,
    functions,
    declarations: new Map(all.flatMap(({ contract }) => declared(contract).map((node) => [node.id, node] as const))),
    contracts,
    checks,
  });
}

/** The sources whose index in the maps the output states. Undefined when they are too large. */
function readModules(texts: Fields, output: Fields): Modules | undefined {
  const modules = new Map<number, VyperModule>();
  let characters = 0;
  for (const [path, index] of indexesOf(readFields(output.sources))) {
    const text = readText(readFields(texts[path]).content);
    characters += text.length;
    if (characters > MAX_SOURCE_CHARACTERS) return undefined;
    if (text === '' || modules.has(index) || modules.size >= MAX_MODULES) continue;
    modules.set(index, moduleOf(createSourceFile(index, path, text), nameOfPath(path)));
  }
  return modules;
}

/** Paths with the index by which maps name them: of compiled files, and of the modules that an annotated tree says they import. */
function indexesOf(sources: Fields): [string, number][] {
  return Object.entries(sources).flatMap(([path, source]): [string, number][] => {
    const { id, ast, annotated_ast: annotated } = readFields(source);
    const own = id ?? readFields(ast).source_id;
    const imports = readList(readFields(annotated).imports).map(readFields);
    const imported = imports.flatMap(({ source_id: index, path }): [string, number][] =>
      isIndex(index) && typeof path === 'string' ? [[path, index]] : [],
    );
    return isIndex(own) ? [[path, own], ...imported] : imported;
  });
}

function isIndex(value: unknown): value is number {
  // Beyond that ids of nodes would not be safe integers.
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000;
}

/** Output names a contract after its file. */
function nameOfPath(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/\.vyi?$/, '');
}

function declared(contract: AstNode): AstNode[] {
  return [contract, ...(contract.nodes as AstNode[]).filter(({ nodeType }) => nodeType === 'VariableDeclaration')];
}

type Parts = {
  modules: Modules;
  functions: ReadonlyMap<number, SourceFunction>;
  checks: Map<CodeMap, CheckNames>;
};

function readContract(parts: Parts, path: string, name: string, fields: Fields): SourceContract {
  const evm = readFields(fields.evm);
  const module = [...parts.modules.values()].find(({ file }) => file.path === path);
  const members = readList(module?.contract.nodes).flatMap(
    (node) => parts.functions.get(Number(readFields(node).id)) ?? [],
  );
  const parsed = parseAbi(fields.abi ?? []);
  const abi = parsed.ok ? parsed.value.abi : [];
  const immutables = vyperImmutableBytes(fields, module?.file.text ?? '');
  const keep = (read: VyperCode | undefined) => {
    if (read) parts.checks.set(read.code, read.checks);
    return read?.code;
  };
  const offsetsOf = (file: number) => parts.modules.get(file)?.offsets;
  const types = declaredTypes([...parts.modules.values()].map(({ outline }) => outline));
  const runtime = keep(readVyperCode(evm.deployedBytecode, offsetsOf, immutables));
  return {
    name,
    path,
    kind: 'contract',
    id: module?.contract.id ?? -1,
    range: module && { file: module.file.index, start: 0, length: module.file.bytes.length },
    bases: module ? [module.contract.id] : [],
    abi,
    abiIndex: createAbiIndex(abi),
    creation: keep(readVyperCode(evm.bytecode, offsetsOf, 0)),
    runtime,
    selectors: selectorsOf(abi, [...parts.functions.values()], members),
    constructor_: members.find(({ kind }) => kind === 'constructor'),
    fallback: members.find(({ kind }) => kind === 'fallback'),
    receive: undefined,
    layout: vyperLayout(
      fields.layout,
      types,
      module ? readText(module.contract.name) : name,
      runtime && runtime.bytes.length - immutables,
    ),
  };
}

/** Which function each selector reaches: its own, else one that its module exports from another. */
function selectorsOf(
  abi: Abi,
  all: readonly SourceFunction[],
  own: readonly SourceFunction[],
): Map<string, SourceFunction> {
  const selectors = new Map<string, SourceFunction>();
  for (const item of abi) {
    if (item.type !== 'function') continue;
    const isIt = ({ name, visibility }: SourceFunction) =>
      name === item.name && (visibility === 'external' || visibility === 'public');
    const found = own.find(isIt) ?? all.find(isIt);
    if (found) selectors.set(toFunctionSelector(item).slice(2), found);
  }
  return selectors;
}
