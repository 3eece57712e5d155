/**
 * A Vyper source as a syntax tree of solc's form (ast.ts), so that whatever
 * reads trees reads Vyper as well: a module is a contract, a line of a function
 * a statement. Types are kept as the source writes them.
 */
import type { AstNode } from '../compiled/ast';
import type { SourceFile } from '../compiled/source-file';
import { type Outline, type OutlineFunction, type OutlineVariable, outlineOf, type TextPlace } from './outline';
import { type TextOffsets, textOffsets } from './text-offsets';

/** A module: its file, what it declares, and its tree. */
export type VyperModule = {
  file: SourceFile;
  offsets: TextOffsets;
  outline: Outline;
  root: AstNode;
  contract: AstNode;
};

/** Characters of a module that is read; compilers take minutes for far less. */
const MAX_CHARACTERS = 4_000_000;
const NOTHING: Outline = { functions: [], variables: [], structs: [], words: [], constants: new Map() };

/** Ids of nodes in one file; no file has that many declarations and statements. */
const IDS_OF_FILE = 1_000_000;

/** Returns the tree of a module whose contract is called `name`. Linear in the text. */
export function moduleOf(file: SourceFile, name: string): VyperModule {
  const outline = file.text.length > MAX_CHARACTERS ? NOTHING : outlineOf(file.text);
  const offsets = textOffsets(file);
  const srcOf = ({ start, end }: TextPlace) => {
    const from = offsets.ofUnit(start);
    return `${from}:${offsets.ofUnit(end) - from}:${file.index}`;
  };
  let id = (file.index + 1) * IDS_OF_FILE;
  const node = (nodeType: string, place: TextPlace, fields: Record<string, unknown> = {}): AstNode => ({
    nodeType,
    id: id++,
    src: srcOf(place),
    ...fields,
  });
  const whole = { start: 0, end: file.text.length };
  const contract = node('ContractDefinition', whole, { name, contractKind: 'contract' });
  const nodes = [
    ...outline.variables.map((variable) => node('VariableDeclaration', variable, fieldsOfVariable(variable))),
    ...outline.functions.map((each) => functionNode(each, node)),
  ];
  Object.assign(contract, { nodes, linearizedBaseContracts: [contract.id] });
  return { file, offsets, outline, contract, root: node('SourceUnit', whole, { nodes: [contract] }) };
}

function fieldsOfVariable({ name, type, isPublic, kind }: OutlineVariable): Record<string, unknown> {
  return {
    name,
    stateVariable: true,
    constant: kind === 'constant',
    visibility: isPublic ? 'public' : 'internal',
    mutability: kind === 'immutable' || kind === 'constant' ? kind : 'mutable',
    storageLocation: kind === 'transient' ? 'transient' : 'default',
    typeDescriptions: { typeString: type },
  };
}

type MakeNode = (nodeType: string, place: TextPlace, fields?: Record<string, unknown>) => AstNode;

function functionNode(declared: OutlineFunction, node: MakeNode): AstNode {
  const { name, decorators, parameters, returns, body, statements } = declared;
  const head = { start: declared.start, end: body.start };
  const list = (variables: readonly { name: string; type: string }[]) =>
    node('ParameterList', head, {
      parameters: variables.map(({ name, type }) =>
        node('VariableDeclaration', head, { name, typeDescriptions: { typeString: type } }),
      ),
    });
  const isExternal = decorators.includes('external') || decorators.includes('public');
  return node('FunctionDefinition', declared, {
    name,
    kind: kindOf(name),
    visibility: isExternal || name === '__default__' || name === '__init__' ? 'external' : 'internal',
    stateMutability: ['payable', 'view', 'pure'].find((each) => decorators.includes(each)) ?? 'nonpayable',
    implemented: true,
    parameters: list(parameters),
    returnParameters: list(returns.map((type) => ({ name: '', type }))),
    modifiers: [],
    body: node('Block', body, {
      statements: statements.map((place) =>
        place.isCompound
          ? node('IfStatement', place, { condition: node('Expression', place) })
          : node('ExpressionStatement', place),
      ),
    }),
  });
}

/** Vyper's names for what Solidity has words for. */
function kindOf(name: string): string {
  return name === '__init__' ? 'constructor' : name === '__default__' ? 'fallback' : 'function';
}
