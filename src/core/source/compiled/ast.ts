/**
 * The compiler's syntax tree, as far as debugging needs it: nodes by id, and
 * the compact form also where an old compiler only gives the legacy one.
 *
 *     compact   { nodeType, id, src, name, body, … }            solc 0.4.12 on
 *     legacy    { name: nodeType, id, src, attributes, children }   until 0.7
 */
import { type Fields, readFields, readList, readText } from '../../values/json-fields';
import type { SourceRange } from './source-file';

/** A node; fields as the compiler names them, to be read with the functions of json-fields. */
export type AstNode = Fields & { nodeType: string; id: number };

/** Nodes that are looked at in one compilation; the largest real ones have some hundred thousand. */
const MAX_NODES = 5_000_000;
const MAX_LEGACY_DEPTH = 2_000;

/** Reads the tree of one file, undefined when there is none. */
export function readAst(source: Fields): AstNode | undefined {
  if (isNode(source.ast)) return source.ast;
  const legacy = source.legacyAST ?? source.AST;
  return readText(readFields(legacy).name) === '' ? undefined : fromLegacy(readFields(legacy), 0);
}

export function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && typeof (value as Fields).nodeType === 'string';
}

/** Returns the node below `field`, undefined when there is none. */
export function nodeIn(node: Fields, field: string): AstNode | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** Returns the nodes in the list `field`. */
export function nodesIn(node: Fields, field: string): readonly AstNode[] {
  return readList(node[field]).filter(isNode);
}

/** Calls `visit` with the node and all below it, parents first. Iterative: trees are as deep as somebody wants. */
export function visitAst(root: AstNode, visit: (node: AstNode, parent: AstNode | undefined) => void): void {
  const open: [unknown, AstNode | undefined][] = [[root, undefined]];
  for (let count = 0; open.length > 0 && count < MAX_NODES; ) {
    const [value, parent] = open.pop() as [unknown, AstNode | undefined];
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) open.push([value[index], parent]);
    } else if (isNode(value)) {
      count++;
      visit(value, parent);
      const below = Object.values(value);
      for (let index = below.length - 1; index >= 0; index--)
        if (typeof below[index] === 'object' && below[index] !== null) open.push([below[index], value]);
    }
  }
}

/** Reads the range of a node from its `src`, `start:length:file`; undefined when that is malformed. */
export function rangeOf(node: Fields): SourceRange | undefined {
  return parseRange(readText(node.src));
}

/** Parses `start:length:file` as a range. */
export function parseRange(src: string): SourceRange | undefined {
  const [start, length, file] = src.split(':').map(Number);
  if (!(start >= 0 && length >= 0 && file >= 0)) return undefined;
  return { start, length, file };
}

/** Returns the type as the compiler writes it, `uint256[] memory`; '' when it does not say. */
export function typeStringOf(node: Fields): string {
  return readText(readFields(node.typeDescriptions).typeString);
}

function fromLegacy(node: Fields, depth: number): AstNode {
  const attributes = readFields(node.attributes);
  const nodeType = readText(node.name);
  const children =
    depth > MAX_LEGACY_DEPTH ? [] : readList(node.children).map((child) => fromLegacy(readFields(child), depth + 1));
  const typeString = readText(attributes.type);
  return {
    ...attributes,
    nodeType,
    id: Number(node.id),
    src: node.src,
    ...(typeString !== '' && { typeDescriptions: { typeString } }),
    ...legacyFields(nodeType, attributes, children),
  };
}

/** Names for the children that the compact form names. */
function legacyFields(nodeType: string, attributes: Fields, children: readonly AstNode[]): Fields {
  const lists = children.filter((child) => child.nodeType === 'ParameterList');
  const body = children.find((child) => child.nodeType === 'Block');
  switch (nodeType) {
    case 'FunctionDefinition':
      return {
        parameters: lists[0],
        returnParameters: lists[1],
        modifiers: children.filter((child) => child.nodeType === 'ModifierInvocation'),
        body,
        implemented: body !== undefined,
        stateMutability: attributes.stateMutability ?? (attributes.payable === true ? 'payable' : 'nonpayable'),
      };
    case 'ModifierDefinition':
      return { parameters: lists[0], body };
    case 'ParameterList':
      return { parameters: children };
    case 'ContractDefinition':
      return {
        nodes: children.filter((child) => child.nodeType !== 'InheritanceSpecifier'),
        contractKind: attributes.contractKind ?? (attributes.isLibrary === true ? 'library' : 'contract'),
      };
    case 'VariableDeclaration':
      return { typeName: children[0] };
    case 'Block':
      return { statements: children };
    case 'VariableDeclarationStatement':
      return { declarations: children.filter((child) => child.nodeType === 'VariableDeclaration') };
    case 'StructDefinition':
      return { members: children };
    case 'EnumDefinition':
      return { members: children };
    case 'Mapping':
      return { keyType: children[0], valueType: children[1] };
    case 'ArrayTypeName':
      return { baseType: children[0], length: children[1] };
    case 'SourceUnit':
      return { nodes: children };
    default:
      return { children };
  }
}
