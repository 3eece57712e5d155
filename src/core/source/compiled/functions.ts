/**
 * The functions of a compilation: what the source calls one, and the getters
 * of public state variables, which the compiler writes.
 */

import { firstPlace } from '../../values/first-place';
import { readFields, readText } from '../../values/json-fields';
import { type AstNode, nodeIn, nodesIn, rangeOf, typeStringOf } from './ast';
import type { SourceRange } from './source-file';

export type SourceFunction = {
  /** Id of its node. */
  id: number;
  kind: 'function' | 'constructor' | 'fallback' | 'receive' | 'modifier' | 'getter' | 'free';
  /** '' for those that have none. */
  name: string;
  range: SourceRange;
  /** Id of the contract that declares it, -1 for a free function. */
  contract: number;
  payable: boolean;
  /** `public`, `external`, `internal` or `private`. */
  visibility: string;
  /** Eight hex digits where the compiler states it (0.6 on), else ''. */
  selector: string;
  parameters: readonly AstNode[];
  returns: readonly AstNode[];
  node: AstNode;
};

/** Returns the name of a function, or its kind where it has none, such as `constructor`. */
export function functionName({ name, kind }: SourceFunction): string {
  return name || kind;
}

/** Functions by id and by place. */
export type FunctionIndex = {
  byId: ReadonlyMap<number, SourceFunction>;
  /** Functions by file, in the order of the text; they do not nest. */
  byFile: ReadonlyMap<number, readonly SourceFunction[]>;
};

/** Indexes the functions of the given trees. Linear in the nodes. */
export function indexFunctions(roots: readonly AstNode[]): FunctionIndex {
  const byId = new Map<number, SourceFunction>();
  const byFile = new Map<number, SourceFunction[]>();
  for (const root of roots)
    for (const [node, contract] of declarationsOf(root)) {
      const found = functionOf(node, contract);
      if (found === undefined) continue;
      byId.set(found.id, found);
      const list = byFile.get(found.range.file);
      if (list) list.push(found);
      else byFile.set(found.range.file, [found]);
    }
  for (const list of byFile.values()) list.sort((a, b) => a.range.start - b.range.start);
  return { byId, byFile };
}

/** Returns the function whose text holds the range, undefined outside of any. Logarithmic. */
export function functionContaining(index: FunctionIndex, range: SourceRange): SourceFunction | undefined {
  const list = index.byFile.get(range.file);
  if (list === undefined) return undefined;
  const candidate = list[firstPlace(1, list.length, (at) => list[at].range.start > range.start) - 1];
  if (candidate === undefined || candidate.range.start > range.start) return undefined;
  return candidate.range.start + candidate.range.length >= range.start + range.length ? candidate : undefined;
}

/** Members of contracts, and free functions, with the id of their contract. */
function* declarationsOf(root: AstNode): Iterable<[AstNode, number]> {
  for (const unit of nodesIn(root, 'nodes')) {
    if (unit.nodeType === 'FunctionDefinition') yield [unit, -1];
    if (unit.nodeType !== 'ContractDefinition') continue;
    for (const member of nodesIn(unit, 'nodes')) yield [member, unit.id];
  }
}

function functionOf(node: AstNode, contract: number): SourceFunction | undefined {
  const range = rangeOf(node);
  if (range === undefined) return undefined;
  const base = {
    id: node.id,
    name: readText(node.name),
    range,
    contract,
    payable: node.stateMutability === 'payable' || node.payable === true,
    visibility: readText(node.visibility),
    selector: readText(node.functionSelector),
    parameters: parametersIn(node, 'parameters'),
    returns: parametersIn(node, 'returnParameters'),
    node,
  };
  if (node.nodeType === 'FunctionDefinition') return { ...base, kind: kindOf(node, contract) };
  if (node.nodeType === 'ModifierDefinition') return { ...base, kind: 'modifier' };
  if (node.nodeType === 'VariableDeclaration' && node.visibility === 'public')
    return { ...base, kind: 'getter', payable: false, parameters: [], returns: [] };
  return undefined;
}

function kindOf(node: AstNode, contract: number): SourceFunction['kind'] {
  const kind = readText(node.kind);
  if (contract === -1 || kind === 'freeFunction') return 'free';
  if (kind === 'constructor' || node.isConstructor === true) return 'constructor';
  if (kind === 'fallback' || kind === 'receive') return kind;
  // Before 0.5 a function without a name is the fallback.
  return readText(node.name) === '' ? 'fallback' : 'function';
}

function parametersIn(node: AstNode, field: string): readonly AstNode[] {
  const list = nodeIn(node, field);
  return list === undefined ? [] : nodesIn(list, 'parameters');
}

/**
 * Returns the types of a function's parameters as its signature has them,
 * joined by commas (Solidity docs, Contract ABI Specification, Mapping Solidity
 * to ABI types). Structs are written as they stand, for the compiler states the
 * selector itself wherever they are allowed.
 */
export function parameterTypes(parameters: readonly AstNode[], enums: ReadonlyMap<number, number>): string {
  return parameters.map((parameter) => canonicalTypeOf(parameter, enums)).join(',');
}

function canonicalTypeOf(parameter: AstNode, enums: ReadonlyMap<number, number>): string {
  return typeStringOf(parameter)
    .replace(/ (storage|memory|calldata)( (ref|pointer|slice))?/g, '')
    .replace(/^contract [^[\]]+/, 'address')
    .replace(/^enum [^[\]]+/, () => (enumSize(parameter, enums) > 256 ? 'uint16' : 'uint8'))
    .replace(/^address payable/, 'address')
    .replace(/^function .*$/, 'function');
}

function enumSize(parameter: AstNode, enums: ReadonlyMap<number, number>): number {
  const typeName = nodeIn(parameter, 'typeName');
  return enums.get(Number(typeName && readFields(typeName).referencedDeclaration)) ?? 0;
}

/** Returns how many members each enum has, by the id of its node. */
export function enumSizes(declarations: ReadonlyMap<number, AstNode>): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const [id, node] of declarations)
    if (node.nodeType === 'EnumDefinition') sizes.set(id, nodesIn(node, 'members').length);
  return sizes;
}
