/**
 * Where each state variable lies in storage (Solidity docs, Layout of State
 * Variables in Storage): in the order of declaration, most basic contract
 * first, packed into slots of 32 bytes from the lowest byte up; arrays and
 * structs begin a slot and end one. Computed from the tree, because compilers
 * before 0.5.13 do not tell; where the compiler tells, what it says counts.
 */
import { type AstNode, nodesIn } from './ast';
import { readFields, readList, readText } from './json-fields';
import { type Declarations, isValueType, type SourceType, typeOfVariable } from './source-type';

export type StorageVariable = {
  name: string;
  /** Id of its declaration. */
  id: number;
  type: SourceType;
  slot: bigint;
  /** Bytes from the low end of the slot. */
  offset: number;
};

export type StorageLayout = { storage: readonly StorageVariable[]; transient: readonly StorageVariable[] };

/** The layout of a contract; `bases` are the nodes of itself and its bases, most derived first. */
export function computeStorageLayout(
  bases: readonly AstNode[],
  declarations: Declarations,
  stated: { storage: unknown; transient: unknown },
): StorageLayout {
  const variables = [...bases]
    .reverse()
    .flatMap((base) => nodesIn(base, 'nodes'))
    .filter((node) => node.nodeType === 'VariableDeclaration' && isStored(node));
  const isTransient = (node: AstNode) => node.storageLocation === 'transient';
  const place = (nodes: readonly AstNode[], told: unknown) => corrected(placed(nodes, declarations), told);
  return {
    storage: place(
      variables.filter((node) => !isTransient(node)),
      stated.storage,
    ),
    transient: place(variables.filter(isTransient), stated.transient),
  };
}

function isStored(node: AstNode): boolean {
  return node.constant !== true && node.mutability !== 'constant' && node.mutability !== 'immutable';
}

function placed(nodes: readonly AstNode[], declarations: Declarations): StorageVariable[] {
  const typed = nodes.map((node) => ({ node, type: typeOfVariable(node, declarations) }));
  return pack(typed.map(({ type }) => type)).map(({ slot, offset }, index) => ({
    name: readText(typed[index].node.name),
    id: typed[index].node.id,
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

/** With slots and offsets as the compiler's `storageLayout` has them. */
function corrected(variables: readonly StorageVariable[], told: unknown): StorageVariable[] {
  const byId = new Map(
    readList(readFields(told).storage).map((entry) => [Number(readFields(entry).astId), readFields(entry)]),
  );
  return variables.map((variable) => {
    const entry = byId.get(variable.id);
    if (entry === undefined || !/^\d{1,80}$/.test(String(entry.slot))) return variable;
    return { ...variable, slot: BigInt(String(entry.slot)), offset: Number(entry.offset) || 0 };
  });
}
