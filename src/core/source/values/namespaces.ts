/**
 * Structs that a contract keeps at a place of their own. Either the struct is
 * annotated `@custom:storage-location erc7201:<id>`, and its first slot is
 *
 *     keccak256(keccak256(id) - 1) & ~0xff        (ERC-7201)
 *
 * or a function points at a constant slot, as diamonds do:
 *
 *     bytes32 position = POSITION;
 *     assembly { s.slot := position }
 */
import { numberToHex, stringToBytes } from 'viem';
import { readFields, readList, readText } from '../../values/json-fields';
import { type AstNode, isNode, nodeIn, nodesIn, rangeOf, visitAst } from '../compiled/ast';
import { type SourceFile, textOfRange } from '../compiled/source-file';
import { outsideOf, slotOfYul, slotsOfConstants } from './constant-slots';
import { slotOfNamespace } from './constants';
import { type Declarations, typeOfDeclaration, typeOfVariable } from './source-type';
import type { StorageVariable } from './storage-layout';
import { wellKnownPart } from './well-known-slots';

const ANNOTATION = /@custom:storage-location\s+(erc7201:\S+)/;
/** Bytes before a struct in which its comment is looked for. */
const MAX_COMMENT = 2_000;

/** Returns the structs at places of their own of all files, and the slots that constants name, each once. Linear in the trees. */
export function namespacesOf(
  roots: readonly AstNode[],
  files: ReadonlyMap<number, SourceFile>,
  declarations: Declarations,
): StorageVariable[] {
  const annotated = annotatedIn(roots, files, declarations);
  const bySlot = new Map(annotated.map((variable) => [variable.slot, variable]));
  const others = [
    ...roots.flatMap((root) => pointedIn(root, declarations)),
    ...slotsOfConstants(roots, declarations).filter(({ slot }) => wellKnownPart(slot).length === 0),
  ];
  for (const other of others) if (!bySlot.has(other.slot)) bySlot.set(other.slot, other);
  return [...bySlot.values()];
}

/** Storage pointers that functions of a file set to a constant slot. */
function pointedIn(root: AstNode, declarations: Declarations): StorageVariable[] {
  const found: StorageVariable[] = [];
  for (const unit of nodesIn(root, 'nodes'))
    for (const node of unit.nodeType === 'ContractDefinition' ? nodesIn(unit, 'nodes') : [unit]) {
      const body = node.nodeType === 'FunctionDefinition' ? nodeIn(node, 'body') : undefined;
      if (body === undefined) continue;
      const values = new Map<number, AstNode>();
      const pointers = new Map<string, AstNode>();
      const slots: [pointer: string, slot: bigint][] = [];
      visitAst(node, (inner) => {
        if (inner.nodeType === 'VariableDeclaration' && inner.storageLocation === 'storage')
          pointers.set(readText(inner.name), inner);
        const [only] = inner.nodeType === 'VariableDeclarationStatement' ? readList(inner.declarations) : [];
        const first = nodeIn(inner, 'initialValue');
        if (isNode(only) && first) values.set(only.id, first);
        if (inner.nodeType === 'InlineAssembly') slots.push(...slotsSet(inner, values, declarations));
      });
      for (const [name, slot] of slots) {
        const pointer = pointers.get(name);
        const type = pointer && typeOfVariable(pointer, declarations);
        if (pointer === undefined || type?.kind !== 'struct') continue;
        const contract = unit.nodeType === 'ContractDefinition' ? readText(unit.name) : '';
        found.push({
          name: type.name.replace(/^struct /, '').replace(/^.*\./, ''),
          id: pointer.id,
          contract,
          type,
          slot,
          offset: 0,
          namespace: `slot ${numberToHex(slot, { size: 32 })}`,
        });
      }
    }
  return found;
}

/** `name.slot := value` of a block of assembly, where the value is constant; `values` are those that local variables begin with. */
function slotsSet(
  assembly: AstNode,
  values: ReadonlyMap<number, AstNode>,
  declarations: Declarations,
): [name: string, slot: bigint][] {
  const outside = outsideOf(assembly);
  const found: [string, bigint][] = [];
  const tree = nodeIn(assembly, 'AST');
  if (tree)
    visitAst(tree, (node) => {
      if (node.nodeType !== 'YulAssignment') return;
      const [target, ...others] = nodesIn(node, 'variableNames');
      // `s_slot` before 0.7.
      const name = /^(.+)[._]slot$/.exec(readText(target?.name))?.[1];
      const value = nodeIn(node, 'value');
      if (name === undefined || others.length > 0 || value === undefined) return;
      const slot = slotOfYul(value, outside, values, declarations);
      if (slot !== undefined) found.push([name, slot]);
    });
  return found;
}

function annotatedIn(
  roots: readonly AstNode[],
  files: ReadonlyMap<number, SourceFile>,
  declarations: Declarations,
): StorageVariable[] {
  const found: StorageVariable[] = [];
  for (const root of roots)
    for (const unit of nodesIn(root, 'nodes')) {
      const members = unit.nodeType === 'ContractDefinition' ? nodesIn(unit, 'nodes') : [unit];
      const contract = unit.nodeType === 'ContractDefinition' ? readText(unit.name) : '';
      for (const node of members) {
        if (node.nodeType !== 'StructDefinition') continue;
        const namespace = ANNOTATION.exec(commentOf(node, files))?.[1];
        if (namespace === undefined) continue;
        const type = typeOfDeclaration(node, declarations);
        const slot = slotOfNamespace(stringToBytes(namespace.slice('erc7201:'.length)));
        found.push({ name: readText(node.name), id: node.id, contract, type, slot, offset: 0, namespace });
      }
    }
  return found;
}

/** The comment right before a struct: newer trees have it, of older ones the text tells. */
function commentOf(struct: AstNode, files: ReadonlyMap<number, SourceFile>): string {
  const { documentation } = struct;
  const stated = readText(documentation) || readText(readFields(documentation).text);
  const range = rangeOf(struct);
  const file = range && files.get(range.file);
  if (stated !== '' || range === undefined || file === undefined) return stated;
  const start = Math.max(0, range.start - MAX_COMMENT);
  const before = textOfRange(file, start, range.start - start);
  return /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/|(?:\/\/\/.*\r?\n\s*)+)\s*$/.exec(before)?.[1] ?? '';
}
