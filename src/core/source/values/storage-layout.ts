/**
 * Where each state variable lies in storage (Solidity docs, Layout of State
 * Variables in Storage): in the order of declaration, most basic contract
 * first, packed into slots of 32 bytes from the lowest byte up; arrays and
 * structs begin a slot and end one. Computed from the tree, because compilers
 * before 0.5.13 do not tell; where the compiler tells, what it says counts.
 */
import { keccak256, numberToHex } from 'viem';
import { type AstNode, nodeIn, nodesIn } from '../compiled/ast';
import { readFields, readList, readText } from '../compiled/json-fields';
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
  /** Of a struct at a place of its own, `erc7201:<id>`; see namespaces.ts. */
  namespace?: string;
};

export type StorageLayout = {
  storage: readonly StorageVariable[];
  transient: readonly StorageVariable[];
  /** Structs at places of their own, those of other contracts of the compilation too. */
  namespaces: readonly StorageVariable[];
};

/**
 * The layout of a contract; `bases` are the nodes of itself and its bases, most
 * derived first, undefined where the tree has none. Behind what is missing, and
 * behind a type whose size is not known, only what the compiler told is placed.
 */
export function computeStorageLayout(
  bases: readonly (AstNode | undefined)[],
  declarations: Declarations,
  stated: { storage: unknown; transient: unknown },
  namespaces: readonly StorageVariable[] = [],
): StorageLayout {
  const isTransient = ({ node }: Declared) => node.storageLocation === 'transient';
  const contract = bases[0];
  return {
    storage: movedToBase(
      place(bases, declarations, (each) => !isTransient(each), stated.storage),
      contract,
      stated,
    ),
    transient: place(bases, declarations, isTransient, stated.transient),
    namespaces,
  };
}

function place(
  bases: readonly (AstNode | undefined)[],
  declarations: Declarations,
  isHere: (declared: Declared) => boolean,
  told: unknown,
): readonly StorageVariable[] {
  const present = bases.filter((base) => base !== undefined);
  const isWanted = (declared: Declared) => isStored(declared.node) && isHere(declared);
  const declared = stateVariablesOf(present).filter(isWanted);
  const variables = placed(declared, declarations);
  const gap = bases.lastIndexOf(undefined);
  const before = new Set(
    stateVariablesOf(present.slice(present.length - (bases.length - 1 - gap))).map(({ node }) => node.id),
  );
  const firstUnknown = variables.findIndex(({ id, type }) => !before.has(id) || !isSized(type, 0));
  const certain = firstUnknown < 0 ? variables.length : firstUnknown;
  return corrected(variables, told, certain);
}

/** Whether the slots that a value of the type takes are known. */
function isSized(type: SourceType, depth: number): boolean {
  if (depth > 16) return true;
  if (type.kind === 'struct') return type.members().every((member) => isSized(member.type, depth + 1));
  if (type.kind === 'array') return type.length === undefined || isSized(type.element, depth + 1);
  return type.kind !== 'unknown';
}

/** `contract C layout at 0x…` (solc 0.8.29 on); an expression that only the compiler can evaluate leaves no layout. */
function movedToBase(
  variables: readonly StorageVariable[],
  contract: AstNode | undefined,
  stated: { storage: unknown },
): readonly StorageVariable[] {
  const specifier = contract && nodeIn(contract, 'storageLayout');
  if (specifier === undefined || stated.storage !== undefined) return variables;
  const text = readText(readFields(specifier.baseSlotExpression).value).replaceAll('_', '');
  if (!/^(0x[\da-f]{1,64}|\d{1,78})$/i.test(text)) return [];
  const base = BigInt(text);
  return variables.map((variable) => ({ ...variable, slot: base + variable.slot }));
}

function isStored(node: AstNode): boolean {
  return node.constant !== true && node.mutability !== 'constant' && node.mutability !== 'immutable';
}

/** A state variable and the name of the contract that declares it. */
type Declared = { node: AstNode; contract: string };

/** The state variables of contracts, those of the most basic one first; `bases` are most derived first. */
export function stateVariablesOf(bases: readonly AstNode[]): Declared[] {
  return [...bases]
    .reverse()
    .flatMap((base) => nodesIn(base, 'nodes').map((node) => ({ node, contract: readText(base.name) })))
    .filter(({ node }) => node.nodeType === 'VariableDeclaration');
}

function placed(nodes: readonly Declared[], declarations: Declarations): StorageVariable[] {
  const typed = nodes.map((declared) => ({ ...declared, type: typeOfVariable(declared.node, declarations) }));
  return pack(typed.map(({ type }) => type)).map(({ slot, offset }, index) => ({
    name: readText(typed[index].node.name),
    id: typed[index].node.id,
    contract: typed[index].contract,
    type: typed[index].type,
    slot,
    offset,
  }));
}

/** Slot and offset of each of the types, laid out one after the other from slot 0. */
export function pack(types: readonly SourceType[]): { slot: bigint; offset: number }[] {
  let slot = 0n;
  let offset = 0;
  return types.map((type) => {
    const bytes = isValueType(type) && 'bytes' in type ? type.bytes : 32;
    const whole = !isValueType(type);
    if (offset > 0 && (whole || offset + bytes > 32)) {
      slot++;
      offset = 0;
    }
    const at = { slot, offset };
    if (whole) slot += slotsOf(type);
    else offset += bytes;
    return at;
  });
}

/** Slots that a variable of the type takes in place, at least one. */
export function slotsOf(type: SourceType, depth = 0): bigint {
  if (depth > 64) return 1n;
  if (type.kind === 'struct') {
    const types = type.members().map((member) => member.type);
    const last = pack(types).at(-1);
    return last ? last.slot + slotsOf(types[types.length - 1], depth + 1) : 1n;
  }
  if (type.kind !== 'array' || type.length === undefined) return 1n;
  const { element } = type;
  const length = BigInt(type.length);
  if (isValueType(element) && 'bytes' in element) {
    const each = BigInt(Math.floor(32 / element.bytes));
    return length === 0n ? 1n : (length + each - 1n) / each;
  }
  return length * slotsOf(element, depth + 1) || 1n;
}

/** Where the items of a dynamic array begin, and long `bytes` and `string`, by the slot of its length. */
export function firstItem(slot: bigint): bigint {
  return BigInt(keccak256(numberToHex(slot, { size: 32 })));
}

/** With slots and offsets as the compiler's `storageLayout` has them; of the others only the first `certain` ones. */
function corrected(variables: readonly StorageVariable[], told: unknown, certain: number): StorageVariable[] {
  const byId = new Map(
    readList(readFields(told).storage).map((entry) => [Number(readFields(entry).astId), readFields(entry)]),
  );
  return variables.flatMap((variable, index) => {
    const entry = byId.get(variable.id);
    const isTold = entry !== undefined && /^\d{1,80}$/.test(String(entry.slot)) && isSized(variable.type, 0);
    if (isTold) return { ...variable, slot: BigInt(String(entry.slot)), offset: Number(entry.offset) || 0 };
    return index < certain ? variable : [];
  });
}
