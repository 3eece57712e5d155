/**
 * Slots that code names by a constant, without a variable of the layout: read and written in assembly, or handed to a
 * function that points at the slot it is given, as OpenZeppelin's StorageSlot does.
 *
 *     bytes32 constant OWNER_SLOT = keccak256("owner");
 *     assembly { sstore(OWNER_SLOT, owner) }
 *     StorageSlot.getAddressSlot(OWNER_SLOT).value = owner;
 */
import { numberToHex } from 'viem';
import { bytesToHex } from '../../chain/hex';
import { readFields, readList, readText } from '../../values/json-fields';
import { type AstNode, isNode, nodeIn, nodesIn, visitAst } from '../compiled/ast';
import { constantOf, padded } from './constants';
import { type Declarations, type SourceType, typeOfVariable } from './source-type';
import type { StorageVariable } from './storage-layout';

const WORD: SourceType = { kind: 'bytesN', name: 'bytes32', bytes: 32 };
/** Functions of assembly whose first argument is a slot. */
const ACCESSES = new Set(['sload', 'sstore']);

/** A function that points at the slot which is its parameter at `index`. */
type Pointing = { index: number; parameters: number; type: SourceType };

/** Returns the slots that constants of the files name, the same one as often as it is mentioned. Linear in the trees. */
export function slotsOfConstants(roots: readonly AstNode[], declarations: Declarations): StorageVariable[] {
  const pointing = new Map(roots.flatMap((root) => pointingIn(root, declarations)));
  const found: StorageVariable[] = [];
  for (const root of roots)
    for (const unit of nodesIn(root, 'nodes')) {
      const contract = unit.nodeType === 'ContractDefinition' ? readText(unit.name) : '';
      const add = (constant: AstNode | undefined, type: SourceType, slot: bigint | undefined) => {
        const name = readText(constant?.name) || readText(constant?.memberName);
        if (slot === undefined || constant === undefined || name === '') return;
        const namespace = `slot ${numberToHex(slot, { size: 32 })}`;
        found.push({ name, id: constant.id, contract, type, slot, offset: 0, namespace });
      };
      const values = new Map<number, AstNode>();
      visitAst(unit, (node) => {
        const [only] = node.nodeType === 'VariableDeclarationStatement' ? readList(node.declarations) : [];
        const first = nodeIn(node, 'initialValue');
        if (isNode(only) && first) values.set(only.id, first);
        if (node.nodeType === 'InlineAssembly') addAccessed(node, values, declarations, add);
        if (node.nodeType !== 'FunctionCall') return;
        const callee = nodeIn(node, 'expression');
        const called = callee && pointing.get(Number(callee.referencedDeclaration));
        if (called === undefined) return;
        const given = nodesIn(node, 'arguments');
        // `SLOT.getAddressSlot()`: what stands before the point is the first argument.
        const attached = callee && given.length < called.parameters ? nodeIn(callee, 'expression') : undefined;
        const argument = (attached ? [attached, ...given] : given)[called.index];
        add(argument, called.type, wordOf(argument, declarations));
      });
    }
  return found;
}

/** Calls `add` for each constant that a block of assembly reads or writes storage at. */
function addAccessed(
  assembly: AstNode,
  values: ReadonlyMap<number, AstNode>,
  declarations: Declarations,
  add: (constant: AstNode | undefined, type: SourceType, slot: bigint | undefined) => void,
): void {
  const outside = outsideOf(assembly);
  const tree = nodeIn(assembly, 'AST');
  if (tree)
    visitAst(tree, (node) => {
      if (node.nodeType !== 'YulFunctionCall' || !ACCESSES.has(readText(readFields(node.functionName).name))) return;
      const [place] = nodesIn(node, 'arguments');
      if (place?.nodeType !== 'YulIdentifier') return;
      const declared = outside.get(readText(place.src)) ?? -1;
      // A local variable goes by the constant that it was given.
      const constant = values.get(declared) ?? declarations.get(declared);
      add(constant, WORD, slotOfYul(place, outside, values, declarations));
    });
}

/** The functions of a file that set a storage pointer which they return to a parameter, by their ids. */
function pointingIn(root: AstNode, declarations: Declarations): [id: number, pointing: Pointing][] {
  const found: [number, Pointing][] = [];
  for (const unit of nodesIn(root, 'nodes'))
    for (const node of unit.nodeType === 'ContractDefinition' ? nodesIn(unit, 'nodes') : [unit]) {
      if (node.nodeType !== 'FunctionDefinition') continue;
      const parameters = nodesIn(nodeIn(node, 'parameters') ?? {}, 'parameters');
      const [pointer] = nodesIn(nodeIn(node, 'returnParameters') ?? {}, 'parameters');
      if (pointer?.storageLocation !== 'storage' || parameters.length === 0) continue;
      visitAst(node, (inner) => {
        const tree = inner.nodeType === 'InlineAssembly' ? nodeIn(inner, 'AST') : undefined;
        if (tree === undefined) return;
        const outside = outsideOf(inner);
        visitAst(tree, (assignment) => {
          if (assignment.nodeType !== 'YulAssignment') return;
          const [target] = nodesIn(assignment, 'variableNames');
          if (!/^.+[._]slot$/.test(readText(target?.name))) return;
          const declared = outside.get(readText(nodeIn(assignment, 'value')?.src));
          const index = parameters.findIndex(({ id }) => id === declared);
          const type = typeOfVariable(pointer, declarations);
          if (index >= 0 && type.kind === 'struct')
            found.push([node.id, { index, parameters: parameters.length, type }]);
        });
      });
    }
  return found;
}

/** Returns the declarations of what a block of assembly uses from outside, by the `src` of its mention. */
export function outsideOf(assembly: AstNode): ReadonlyMap<string, number> {
  return new Map(
    readList(assembly.externalReferences).map((reference) => {
      const { src, declaration } = readFields(reference);
      return [readText(src), Number(declaration)];
    }),
  );
}

/** Returns the slot that an expression of assembly is where it is constant; `values` are those that local variables begin with. */
export function slotOfYul(
  value: AstNode,
  outside: ReadonlyMap<string, number>,
  values: ReadonlyMap<number, AstNode>,
  declarations: Declarations,
): bigint | undefined {
  const text = readText(value.value);
  if (value.nodeType === 'YulLiteral') return /^(0x[\da-f]{1,64}|\d{1,77})$/i.test(text) ? BigInt(text) : undefined;
  const declared = value.nodeType === 'YulIdentifier' ? (outside.get(readText(value.src)) ?? -1) : -1;
  const variable = declarations.get(declared);
  // A state variable that is no constant is read when the code runs.
  if (variable?.stateVariable === true && variable.constant !== true && variable.mutability !== 'constant')
    return undefined;
  return wordOf(values.get(declared) ?? (variable && nodeIn(variable, 'value')), declarations);
}

function wordOf(node: AstNode | undefined, declarations: Declarations): bigint | undefined {
  const constant = constantOf(node, declarations);
  return constant === undefined ? undefined : BigInt(bytesToHex(padded(constant)));
}
