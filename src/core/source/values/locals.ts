/**
 * Parameters and local variables at a step, for code of the legacy generator.
 *
 * It keeps every variable at a fixed distance above the return label of its
 * function:
 *
 *     label | parameters | return values | modifiers' variables | locals
 *
 * A local has its place from the end of its declaration to the end of its
 * block; before 0.5 all locals of a function have theirs from its beginning,
 * below the modifiers' variables. Those of inline assembly have theirs like
 * locals, but for what a function of the assembly declares, which lies above
 * whatever its caller had.
 * An optimizer may write a variable later than its statement, where its block ends.
 * Code made via IR keeps variables wherever it likes, so there they are not known.
 */
import type { Decoded } from '../../abi/decoded';
import type { MachineState } from '../../replay/replay';
import { readList } from '../../values/json-fields';
import { type AstNode, isNode, nodeIn, nodesIn, rangeOf } from '../compiled/ast';
import { type Compilation, isAtLeast } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import { modifiersOf, placeholderOf } from '../compiled/modifiers';
import { contains, type SourceRange } from '../compiled/source-file';
import { type SlotNames, valueSource } from './call-values';
import { decodeVariable, pointerText, type ValueSource } from './decode-value';
import { functionVariables, type TypedVariable, typedVariable } from './function-variables';
import type { KnownStorage } from './known-storage';
import { decodeStored } from './stored-value';

export type Local = {
  value: Decoded;
  role: 'parameter' | 'return' | 'local';
  /** Lowest slot of the variable in the stack, counted from the bottom; `slots` is how many it takes. */
  slot: number;
  slots: number;
  /** For a storage pointer: what it points at, `orders[3]`, or its slot where that has no name. */
  path?: string;
};

/** A variable and its distance above the return label, in slots. */
type Place = { variable: TypedVariable; role: Local['role']; at: number };

/** Knowledge by which values that point elsewhere are read. */
export type LocalsContext = {
  slotNames: SlotNames;
  /** What is known of storage, asked for where a variable points there; without it storage pointers read as what they point at. */
  storage?: () => KnownStorage;
  /** Ids of the contract that runs and its bases, most derived first: they decide which modifier a name means. */
  bases?: readonly number[];
  /** Names the functions in a value. */
  named?: (value: Decoded) => Decoded;
};

/** Text on why there are no variables, and on where they are. */
export const VIA_IR =
  'Compiled via IR: variables have no fixed places. With the switch “Debug build” the code is compiled in the other way, which has them.';

/** Slots above the return label, or the sentence that says why they are not known. */
export type LocalsAnswer = { known: true; locals: Local[] } | { known: false; why: string };

/**
 * Returns the variables of `entry` that are in scope at `position`, in a
 * machine whose stack holds the function's return label at index `label`.
 * Storage pointers have their values where it is said what is known of storage.
 */
export function localsAt(
  state: MachineState,
  compilation: Compilation,
  entry: SourceFunction,
  label: number,
  position: SourceRange,
  known: LocalsContext,
): LocalsAnswer {
  if (compilation.language === 'Vyper')
    return { known: false, why: 'Vyper keeps variables in memory, at places that the compiler does not state.' };
  if (compilation.viaIR) return { known: false, why: VIA_IR };
  const { slotNames, storage, bases, named = (value) => value } = known;
  const from: ValueSource = {
    ...valueSource(state, slotNames),
    stored: storage && ((name, type, slot) => decodeStored(name, type, { slot, offset: 0 }, storage())),
  };
  const locals: Local[] = [];
  for (const { variable, role, at } of placesAt(compilation, entry, bases ?? [], position)) {
    const { name, type, location, slots } = variable;
    const start = label + 1 + at;
    if (name === '' || start + slots > state.stack.length) continue;
    const words = state.stack.slice(start, start + slots);
    const path = location === 'storage' ? pointerText(type, words[0], from) : undefined;
    locals.push({
      role,
      slot: start,
      slots,
      value: named(decodeVariable(name, type, location, words, from)),
      ...(path !== undefined && { path }),
    });
  }
  return { known: true, locals };
}

/** Returns the ranges of a function and of its modifiers; `bases` as in `LocalsContext`. */
export function rangesOf(compilation: Compilation, entry: SourceFunction, bases: readonly number[]): SourceRange[] {
  return [entry.node, ...modifiersOf(compilation, entry, bases)].flatMap((node) => rangeOf(node) ?? []);
}

function placesAt(
  compilation: Compilation,
  entry: SourceFunction,
  bases: readonly number[],
  position: SourceRange,
): Place[] {
  const places: Place[] = [];
  let at = 0;
  let hidden = false;
  const add = (variable: TypedVariable, role: Local['role']) => {
    // Neither sees what the other declares; the slots are there all the same.
    if (!hidden) places.push({ variable, role, at });
    at += variable.slots;
  };
  const declare = (node: AstNode, role: Local['role']) => add(typedVariable(node, compilation), role);
  const { parameters, returns } = functionVariables(compilation, entry);
  for (const parameter of parameters) add(parameter, 'parameter');
  for (const variable of returns) add(variable, 'return');
  const body = nodeIn(entry.node, 'body');
  const declareLocals = () => {
    if (body) for (const local of localsIn(compilation, body, position)) declare(local, 'local');
  };
  const hoisted = isHoisting(compilation);
  if (hoisted) declareLocals();
  for (const modifier of modifiersOf(compilation, entry, bases)) {
    const range = rangeOf(modifier);
    const isHere = range !== undefined && contains(range, position);
    if (isHere) places.length = 0;
    hidden = !isHere;
    const list = nodeIn(modifier, 'parameters');
    for (const parameter of list ? nodesIn(list, 'parameters') : []) declare(parameter, 'parameter');
    const inner = nodeIn(modifier, 'body');
    const until = isHere ? position : placeholderOf(inner);
    if (inner && until) for (const local of localsIn(compilation, inner, until)) declare(local, 'local');
    if (isHere) return places;
  }
  hidden = false;
  if (!hoisted) declareLocals();
  return places;
}

/** Before 0.5 a function gives all of its locals a slot where it begins. */
function isHoisting(compilation: Compilation): boolean {
  return !isAtLeast(compilation, 0, 5, 0);
}

/** Variables declared in `block` and the blocks around `position` that have a slot there, in the order of their slots. */
function localsIn(compilation: Compilation, block: AstNode, position: SourceRange): AstNode[] {
  const found: AstNode[] = [];
  const hoisted = isHoisting(compilation);
  const collect = (node: AstNode): void => {
    for (const child of childrenOf(node)) {
      const range = rangeOf(child);
      const declared = DECLARATIONS[child.nodeType];
      if (declared !== undefined) {
        const isOver = range !== undefined && range.start + range.length <= position.start;
        if (hoisted || isOver) found.push(...readList(child[declared]).filter(isNode));
        continue;
      }
      // The optimizer writes assembly anew.
      if (child.nodeType === 'YulFunctionDefinition' || (child.nodeType === 'InlineAssembly' && compilation.optimized))
        continue;
      // What a try returned and what a catch caught is there as long as its block runs.
      if (child.nodeType === 'TryCatchClause') {
        const body = nodeIn(child, 'block');
        const place = body && rangeOf(body);
        if (body === undefined || place === undefined || !contains(place, position)) continue;
        const list = nodeIn(child, 'parameters');
        if (list) found.push(...nodesIn(list, 'parameters'));
        collect(body);
        continue;
      }
      // A block that is over took its variables with it, but for what a loop of assembly begins with.
      const isBeginning = node.nodeType === 'YulForLoop' && child === node.pre;
      if (hoisted || isBeginning || isAround(child, position)) collect(child);
    }
  };
  collect(block);
  return found;
}

/** By type of a statement that declares variables: the field that lists them. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  VariableDeclarationStatement: 'declarations',
  YulVariableDeclaration: 'variables',
};

/** Whether what the node declares is there at `position`; some compilers give statements of assembly the range of their first word. */
function isAround(node: AstNode, position: SourceRange): boolean {
  const range = rangeOf(node);
  if (range === undefined || !node.nodeType.startsWith('Yul') || node.nodeType === 'YulBlock')
    return range !== undefined && contains(range, position);
  return Object.values(node).some((part) => isNode(part) && isAround(part, position));
}

/** The nodes right below, in the order of the text. */
function childrenOf(node: AstNode): AstNode[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .sort((a, b) => (rangeOf(a)?.start ?? 0) - (rangeOf(b)?.start ?? 0));
}
