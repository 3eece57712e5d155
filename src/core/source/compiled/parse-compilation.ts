/** Reads the output of solc into a compilation; that of Vyper is read beside (../vyper/compilation.ts). */
import { createAbiIndex } from '../../abi/abi-index';
import { parseAbi } from '../../abi/parse-abi';
import { readFields, readList, readText } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { namespacesOf } from '../values/namespaces';
import type { Declarations } from '../values/source-type';
import { computeStorageLayout, type StorageLayout, type StorageVariable } from '../values/storage-layout';
import { parseVyperCompilation } from '../vyper/compilation';
import { type AstNode, nodesIn, rangeOf, readAst, visitAst } from './ast';
import { parseCodeMap } from './code-map';
import type { Compilation, CompilerRun, SourceContract } from './compilation';
import { enumSizes, type FunctionIndex, indexFunctions, parameterTypes, type SourceFunction } from './functions';
import { createSourceFile, type SourceFile } from './source-file';

/** Characters of source texts that are read. */
const MAX_SOURCE_CHARACTERS = 32_000_000;

/** Reads a run. The error is one sentence. Linear in the output. */
export function parseCompilation(run: CompilerRun): Result<Compilation, string> {
  const version = /^v?(\d+)\.(\d+)\.(\d+)/.exec(run.version);
  if (version === null) return fail(`The compiler's version is not one: ${run.version.slice(0, 50)}.`);
  const output = readFields(run.output);
  const input = readFields(run.input);
  const texts = readFields(input.sources);
  const settings = readFields(input.settings);
  const numbers = [Number(version[1]), Number(version[2]), Number(version[3])] as const;
  if (input.language === 'Vyper') return parseVyperCompilation(numbers, input, output);
  const files = new Map<number, SourceFile>();
  const roots: AstNode[] = [];
  let characters = 0;
  for (const [path, source] of Object.entries(readFields(output.sources))) {
    const fields = readFields(source);
    const root = readAst(fields);
    if (root !== undefined) roots.push(root);
    const index = Number(fields.id ?? (root && rangeOf(root)?.file));
    const text = readText(readFields(texts[path]).content);
    characters += text.length;
    if (characters > MAX_SOURCE_CHARACTERS)
      return fail(`The sources are larger than ${MAX_SOURCE_CHARACTERS} characters.`);
    if (Number.isInteger(index) && index >= 0) files.set(index, createSourceFile(index, path, text));
  }
  const functions = indexFunctions(roots);
  const declarations = declarationsOf(roots);
  let namespaces: readonly StorageVariable[] | undefined;
  const parts: CompilationParts = {
    functions,
    contracts: contractNodes(roots),
    files,
    enums: enumSizes(declarations),
    declarations,
    get namespaces() {
      namespaces ??= namespacesOf(roots, files, declarations);
      return namespaces;
    },
  };
  const contracts = Object.entries(readFields(output.contracts)).flatMap(([path, named]) =>
    Object.entries(readFields(named)).map(([name, contract]) => readContract(parts, path, name, contract)),
  );
  if (contracts.length === 0) return fail('The compiler made no contract of these sources.');
  return ok({
    language: 'Solidity',
    version: numbers,
    viaIR: settings.viaIR === true,
    optimized: readFields(settings.optimizer).enabled === true,
    files,
    roots,
    functions,
    declarations,
    contracts,
    checks: new Map(),
  });
}

/** What reading one contract of the output needs of the whole compilation. */
type CompilationParts = {
  functions: FunctionIndex;
  /** Contract nodes by id. */
  contracts: ReadonlyMap<number, AstNode>;
  /** Source unit names, by index of the file. */
  files: ReadonlyMap<number, SourceFile>;
  enums: ReadonlyMap<number, number>;
  declarations: Declarations;
  readonly namespaces: readonly StorageVariable[];
};

const DECLARATIONS =
  /^(Contract|Struct|Enum|UserDefinedValueType|Modifier|Event|Error)Definition$|^VariableDeclaration$/;

function declarationsOf(roots: readonly AstNode[]): Map<number, AstNode> {
  const declarations = new Map<number, AstNode>();
  for (const root of roots)
    visitAst(root, (node) => {
      if (DECLARATIONS.test(node.nodeType)) declarations.set(node.id, node);
    });
  return declarations;
}

function contractNodes(roots: readonly AstNode[]): Map<number, AstNode> {
  const contracts = new Map<number, AstNode>();
  for (const root of roots)
    for (const node of nodesIn(root, 'nodes')) if (node.nodeType === 'ContractDefinition') contracts.set(node.id, node);
  return contracts;
}

function readContract(parts: CompilationParts, path: string, name: string, contract: unknown): SourceContract {
  const fields = readFields(contract);
  const evm = readFields(fields.evm);
  const node = contractNode(parts, path, name);
  const bases = node ? readList(node.linearizedBaseContracts).map(Number) : [];
  const members = bases.flatMap((base) => membersOf(parts, base));
  const parsed = parseAbi(fields.abi ?? []);
  const abi = parsed.ok ? parsed.value.abi : [];
  const kind = readText(node?.contractKind);
  let layout: StorageLayout | undefined;
  return {
    name,
    path,
    kind: kind === 'library' || kind === 'interface' ? kind : 'contract',
    id: node?.id ?? -1,
    range: node && rangeOf(node),
    bases,
    abi,
    abiIndex: createAbiIndex(abi),
    creation: parseCodeMap(evm.bytecode),
    runtime: parseCodeMap(evm.deployedBytecode),
    selectors: selectorsOf(parts, members, readFields(evm.methodIdentifiers)),
    constructor_: members.find((member) => member.kind === 'constructor' && member.contract === node?.id),
    fallback: members.find((member) => member.kind === 'fallback'),
    receive: members.find((member) => member.kind === 'receive'),
    get layout() {
      const nodes = bases.map((base) => parts.contracts.get(base));
      const told = { storage: fields.storageLayout, transient: fields.transientStorageLayout };
      layout ??= computeStorageLayout(nodes, parts.declarations, told, parts.namespaces);
      return layout;
    },
  };
}

/** The node of the contract: names are unique in a file. */
function contractNode(parts: CompilationParts, path: string, name: string): AstNode | undefined {
  return [...parts.contracts.values()].find(
    (node) => node.name === name && parts.files.get(rangeOf(node)?.file ?? -1)?.path === path,
  );
}

function membersOf(parts: CompilationParts, contract: number): SourceFunction[] {
  return nodesIn(parts.contracts.get(contract) ?? {}, 'nodes').flatMap(({ id }) => parts.functions.byId.get(id) ?? []);
}

/** Which function each selector reaches: the most derived one wins. */
function selectorsOf(
  parts: CompilationParts,
  members: readonly SourceFunction[],
  identifiers: Readonly<Record<string, unknown>>,
): Map<string, SourceFunction> {
  const bySignature = new Map<string, string>(
    Object.entries(identifiers).map(([signature, selector]) => [signature, readText(selector)]),
  );
  const selectors = new Map<string, SourceFunction>();
  for (const member of members) {
    if (member.kind !== 'function' && member.kind !== 'getter') continue;
    if (member.visibility !== 'public' && member.visibility !== 'external') continue;
    const selector = member.selector || selectorBySignature(parts, member, bySignature);
    if (selector !== undefined && selector !== '' && !selectors.has(selector)) selectors.set(selector, member);
  }
  return selectors;
}

/** Before 0.6 the tree does not state selectors: the compiler's list of signatures does. */
function selectorBySignature(
  parts: CompilationParts,
  member: SourceFunction,
  identifiers: ReadonlyMap<string, string>,
): string | undefined {
  const exact = identifiers.get(`${member.name}(${parameterTypes(member.parameters, parts.enums)})`);
  if (exact !== undefined && member.kind === 'function') return exact;
  const named = [...identifiers].filter(([signature]) => signature.startsWith(`${member.name}(`));
  return named.length === 1 ? named[0][1] : undefined;
}
