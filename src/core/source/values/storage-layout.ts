/**
 * Where each state variable lies in storage (Solidity docs, Layout of State
 * Variables in Storage): in the order of declaration, most basic contract
 * first, packed into slots of 32 bytes from the lowest byte up; arrays and
 * structs begin a slot and end one. Computed from the tree, because compilers
 * before 0.5.13 do not tell; where the compiler tells, what it says counts.
 */
import { numberToHex } from 'viem';
import { keccakHex } from '../../chain/keccak';
import { readFields, readList, readText } from '../../values/json-fields';
import { type AstNode, nodeIn, nodesIn } from '../compiled/ast';
import { constantOf } from './constants';
import { type Declarations, isValueType, type SourceType, typeOfVariable } from './source-type';

export type StorageVariable = {
  name: string;
  /** Id of its declaration. */
  id: number;
  /** Name of the contract that declares it, '' where none does. */
  contract: string;
  type: SourceType;
  slot: bigint;
  /** Bytes from the low end of the slot. */
  offset: number;
  /** For a struct at a place of its own, `erc7201:<id>`; see namespaces.ts. */
  namespace?: string;
};

/**
 * Returns how a path to the variable begins among the `variables` of its contract: its name, and where several have
 * that name, as private variables of two bases may, the contract that declares it before it: `Base.total`.
 */
export function rootPath({ name, contract, id }: StorageVariable, variables: readonly StorageVariable[]): string {
  const isAmbiguous = contract !== '' && variables.some((other) => other.name === name && other.id !== id);
  return isAmbiguous ? `${contract}.${name}` : name;
}

export type StorageLayout = {
  storage: readonly StorageVariable[];
  transient: readonly StorageVariable[];
  /** Structs at places of their own, those of other contracts of the compilation too. */
  namespaces: readonly StorageVariable[];
  /**
   * Vyper's immutables, laid out like storage in the runtime code: the word at the byte `start` is slot 0. Undefined
   * where the syntax tree has the immutables.
   */
  inCode?: { start: number; variables: readonly StorageVariable[] };
};

/**
 * Computes the layout of a contract. `bases` are the nodes of the contract
 * itself and of its bases, most derived first, undefined where the tree lacks
 * one. `compilerLayout` is what the compiler's output says, undefined where it
 * says nothing; its places count before computed ones. A computed place counts
 * only as long as the sizes of all variables before it are known.
 */
export function computeStorageLayout(
  bases: readonly (AstNode | undefined)[],
  declarations: Declarations,
  compilerLayout: { storage: unknown; transient: unknown },
  namespaces: readonly StorageVariable[] = [],
): StorageLayout {
  const isTransient = ({ node }: Declared) => node.storageLocation === 'transient';
  const isPermanent = (declared: Declared) => !isTransient(declared);
  const storage = layOut(bases, declarations, isPermanent, compilerLayout.storage);
  return {
    storage: compilerLayout.storage === undefined ? moveToBaseSlot(storage, bases[0], declarations) : storage,
    transient: layOut(bases, declarations, isTransient, compilerLayout.transient),
    namespaces,
  };
}

/** Lays out the variables of one kind of storage, those that `isHere` accepts. */
function layOut(
  bases: readonly (AstNode | undefined)[],
  declarations: Declarations,
  isHere: (declared: Declared) => boolean,
  compilerLayout: unknown,
): readonly StorageVariable[] {
  const knownBases = bases.filter((base) => base !== undefined);
  const declared = stateVariablesOf(knownBases).filter((each) => isStored(each.node) && isHere(each));
  const variables = computePlaces(declared, declarations);
  // The variables of the bases behind the last missing one come first in storage; a missing base moves all others.
  const basesBeforeGap = bases.slice(bases.lastIndexOf(undefined) + 1).filter((base) => base !== undefined);
  const idsBeforeGap = new Set(stateVariablesOf(basesBeforeGap).map(({ node }) => node.id));
  const firstUncertain = variables.findIndex(({ id, type }) => !idsBeforeGap.has(id) || !isSized(type));
  const certainCount = firstUncertain < 0 ? variables.length : firstUncertain;
  return preferCompilerPlaces(variables, compilerLayout, certainCount);
}

/**
 * Moves the variables to the base slot of `contract C layout at 0x…` (solc
 * 0.8.29 on). Returns none where the expression is not understood.
 */
function moveToBaseSlot(
  variables: readonly StorageVariable[],
  contract: AstNode | undefined,
  declarations: Declarations,
): readonly StorageVariable[] {
  const specifier = contract && nodeIn(contract, 'storageLayout');
  if (specifier === undefined) return variables;
  const base = constantOf(nodeIn(specifier, 'baseSlotExpression'), declarations);
  if (typeof base !== 'bigint') return [];
  return variables.map((variable) => ({ ...variable, slot: base + variable.slot }));
}

function isStored(node: AstNode): boolean {
  return node.constant !== true && node.mutability !== 'constant' && node.mutability !== 'immutable';
}

/** A state variable and the name of the contract that declares it. */
type Declared = { node: AstNode; contract: string };

/** Returns the state variables of contracts, those of the most basic one first; `bases` are most derived first. */
export function stateVariablesOf(bases: readonly AstNode[]): Declared[] {
  return [...bases]
    .reverse()
    .flatMap((base) => nodesIn(base, 'nodes').map((node) => ({ node, contract: readText(base.name) })))
    .filter(({ node }) => node.nodeType === 'VariableDeclaration');
}

/** The variables with the slots and offsets they have when `variables` begin at slot 0. */
function computePlaces(variables: readonly Declared[], declarations: Declarations): StorageVariable[] {
  const typed = variables.map((declared) => ({ ...declared, type: typeOfVariable(declared.node, declarations) }));
  return packIntoSlots(typed.map(({ type }) => type)).places.map(({ slot, offset }, index) => ({
    name: readText(typed[index].node.name),
    id: typed[index].node.id,
    contract: typed[index].contract,
    type: typed[index].type,
    slot,
    offset,
  }));
}

/** The slots that a value takes in place, at least one. A part of a type that is not known counts as one, and the size is not certain. */
type Size = { slots: bigint; isCertain: boolean };

const ONE_SLOT: Size = { slots: 1n, isCertain: true };

/** Sizes of structs by their declarations: within other structs one may stand any number of times. */
const structSizes = new WeakMap<object, Size>();

/** A place among others; `isCertain` where the sizes of all before it are known. */
type PackedPlace = { slot: bigint; offset: number; isCertain: boolean };

/** Returns the place of each of the types, laid out one after the other from slot 0, and the slots that all of them take. */
export function packIntoSlots(types: readonly SourceType[]): { places: PackedPlace[]; size: Size } {
  let slot = 0n;
  let offset = 0;
  let isCertain = true;
  const places = types.map((type) => {
    const bytes = isValueType(type) && 'bytes' in type ? type.bytes : 32;
    const whole = !isValueType(type);
    if (offset > 0 && (whole || offset + bytes > 32)) {
      slot++;
      offset = 0;
    }
    const at = { slot, offset, isCertain };
    const size = sizeOf(type);
    if (whole) slot += size.slots;
    else offset += bytes;
    isCertain &&= size.isCertain;
    return at;
  });
  const end = offset > 0 ? slot + 1n : slot;
  return { places, size: { slots: end || 1n, isCertain } };
}

/** Returns how many slots a variable of the type takes in place, at least one. */
export function slotsOf(type: SourceType): bigint {
  return sizeOf(type).slots;
}

/** Returns whether it is known how many slots a value of the type takes. */
export function isSized(type: SourceType): boolean {
  return sizeOf(type).isCertain;
}

function sizeOf(type: SourceType): Size {
  switch (type.kind) {
    case 'struct':
      return sizeOfStruct(type);
    case 'array':
      return sizeOfArray(type);
    case 'bytes':
    case 'string':
      return type.inPlace === undefined ? ONE_SLOT : { ...ONE_SLOT, slots: 1n + BigInt(Math.ceil(type.inPlace / 32)) };
    case 'unknown':
      return { ...ONE_SLOT, isCertain: type.isWord === true };
    default:
      return ONE_SLOT;
  }
}

function sizeOfStruct({ declaration, members }: SourceType & { kind: 'struct' }): Size {
  const known = structSizes.get(declaration);
  if (known) return known;
  // What a tree says of a struct that holds itself has no end.
  structSizes.set(declaration, { ...ONE_SLOT, isCertain: false });
  const { size } = packIntoSlots(members().map((member) => member.type));
  structSizes.set(declaration, size);
  return size;
}

function sizeOfArray({ element, length, inPlace }: SourceType & { kind: 'array' }): Size {
  if (length === undefined && inPlace === undefined) return ONE_SLOT;
  const { slots: each, isCertain } = sizeOf(element);
  if (length === undefined) return { slots: 1n + BigInt(inPlace ?? 0) * each, isCertain };
  const count = BigInt(length);
  if (!('bytes' in element)) return { slots: count * each || 1n, isCertain };
  const perSlot = BigInt(Math.floor(32 / element.bytes));
  return { slots: (count + perSlot - 1n) / perSlot || 1n, isCertain };
}

/** Returns the slot where the items of a dynamic array begin, and long `bytes` and `string`, by the slot of its length. */
export function firstItem(slot: bigint): bigint {
  return BigInt(keccakHex(numberToHex(slot, { size: 32 })));
}

/**
 * Replaces computed places by those of the compiler's `storageLayout`. Only the first `certainCount` of the variables
 * that it does not list stay.
 */
function preferCompilerPlaces(
  variables: readonly StorageVariable[],
  compilerLayout: unknown,
  certainCount: number,
): StorageVariable[] {
  const byId = new Map(
    readList(readFields(compilerLayout).storage).map((entry) => [Number(readFields(entry).astId), readFields(entry)]),
  );
  return variables.flatMap((variable, index) => {
    const entry = byId.get(variable.id);
    const isListed = entry !== undefined && /^\d{1,80}$/.test(String(entry.slot)) && isSized(variable.type);
    if (isListed) return { ...variable, slot: BigInt(String(entry.slot)), offset: Number(entry.offset) || 0 };
    return index < certainCount ? variable : [];
  });
}
