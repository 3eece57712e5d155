/**
 * Names the variable of a storage slot by the layout that the compiler wrote, and reads its value, as forge 1.7.1 does
 * for state diffs: one variable to a slot, members for structs that fit in one.
 */

import { checksumAddress } from '../../chain/address';
import { bytesToHex, hexToBytes, wordHex } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Address } from '../../chain/primitives';
import { utf8Text } from '../../text/utf8';
import { type Fields, readFields, readList, readText } from '../../values/json-fields';
import type { MappingSlots } from './cheat-state';

/** A variable or member of a layout, and its type. */
type Variable = { label: string; offset: number; slot: bigint; type: string };
type VariableType = { label: string; encoding: string; bytes: number; key: string; value: string; members: Variable[] };

export type Layout = { variables: readonly Variable[]; types: ReadonlyMap<string, VariableType> };

/** The variable of a slot. `type` is as the layout writes it, `decodes` as a value is read; values are texts. */
export type SlotName = {
  label: string;
  type: string;
  decodes: string;
  offset: number;
  slot: bigint;
  members?: SlotName[];
  decoded?: [before: string, after: string] | undefined;
  /** For mappings: the keys, the outermost first. */
  keys?: readonly string[];
};

/** Values before and after, by slot. */
export type SlotChanges = ReadonlyMap<bigint, readonly [bigint, bigint]>;

const MAX_DEPTH = 10;
/** Slots of one long text at most. */
const MAX_SLOTS = 256;

/** Returns the layout of a contract; undefined where the build has none. */
export function layoutOf(raw: unknown): Layout | undefined {
  const fields = readFields(raw);
  if (!Array.isArray(fields.storage)) return undefined;
  const types = Object.entries(readFields(fields.types)).map(([id, given]): [string, VariableType] => {
    const type = readFields(given);
    const [label, encoding, key, value] = ['label', 'encoding', 'key', 'value'].map((name) => readText(type[name]));
    return [id, { label, encoding, key, value, bytes: Number(type.numberOfBytes), members: variablesIn(type.members) }];
  });
  return { variables: variablesIn(fields.storage), types: new Map(types) };
}

function variablesIn(list: unknown): Variable[] {
  return readList(list).map((item) => {
    const one: Fields = readFields(item);
    return {
      label: readText(one.label),
      offset: Number(one.offset),
      slot: BigInt(readText(one.slot) || 0),
      type: readText(one.type),
    };
  });
}

const VALUE = /^(address|bool|string|bytes([1-9]|[12]\d|3[0-2])?|function|u?int\d*)((\[\d*\])*)$/;
const isValue = (label: string) => VALUE.test(label);
const isFixedArray = (label: string) => isValue(label) && /\[\d+\]$/.test(label);
const isStruct = (label: string) => label.startsWith('struct ');
/** The type inside of all arrays of a fixed length. */
const inner = (label: string) => label.replace(/(\[\d+\])+$/, '');

/** Returns the variable of a slot that was written; undefined for one of none. `changes` are those of the same call. */
export function slotName(
  layout: Layout,
  slot: bigint,
  mappings: MappingSlots | undefined,
  changes: SlotChanges,
): SlotName | undefined {
  for (const variable of layout.variables) {
    const type = layout.types.get(variable.type);
    if (type === undefined) return undefined;
    const { label } = type;
    if (variable.slot === slot && isValue(label)) {
      const indices = isFixedArray(label) ? (label.match(/\[\d+\]/g) ?? []).map(() => '[0]').join('') : '';
      return { label: variable.label + indices, type: label, decodes: label, offset: variable.offset, slot };
    }
    const found =
      type.encoding === 'mapping'
        ? mappings && inMapping(layout, variable, slot, mappings)
        : type.encoding !== 'inplace'
          ? undefined
          : isFixedArray(label)
            ? inArray(variable, type, slot)
            : isStruct(label)
              ? inStruct(layout, variable, type, slot, 0)
              : undefined;
    if (found !== undefined) return found;
  }
  return inText(layout, slot, changes);
}

function inArray(variable: Variable, { label, bytes }: VariableType, slot: bigint): SlotName | undefined {
  const at = Number(slot - variable.slot);
  if (at < 0 || at >= Math.ceil(bytes / 32)) return undefined;
  const sizes = (label.match(/\[(\d+)\]/g) ?? []).map((size) => Number(size.slice(1, -1)));
  const columns = sizes.length > 1 ? sizes[sizes.length - 2] : undefined;
  const index = columns === undefined ? `[${at}]` : `[${Math.floor(at / columns)}][${at % columns}]`;
  return { label: variable.label + index, type: label, decodes: label, offset: 0, slot };
}

/** `struct_` has the slot at which it begins, and the label with those around it. */
function inStruct(
  layout: Layout,
  struct_: Variable,
  type: VariableType,
  slot: bigint,
  depth: number,
): SlotName | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const { members, label: written } = type;
  const typeOf = (member: Variable) => layout.types.get(member.type);
  const named = (member: Variable, label: string): SlotName | undefined => {
    const own = typeOf(member)?.label;
    if (own === undefined || !isValue(own)) return undefined;
    return { label, type: own, decodes: own, offset: member.offset, slot };
  };
  const below = (member: Variable): Variable => ({
    ...member,
    label: `${struct_.label}.${member.label}`,
    slot: struct_.slot + member.slot,
  });
  const first = members.find((member) => member.slot === 0n);
  if (struct_.slot === slot && first !== undefined) {
    if (members.every((member) => member.slot === 0n)) {
      const inside = members.flatMap((member) => named(member, member.label) ?? []);
      const { label, offset } = struct_;
      const decodes = `(${inside.map((member) => member.decodes).join()})`;
      return { label, type: written, decodes, offset, slot, ...(inside.length > 0 && { members: inside }) };
    }
    const firstType = typeOf(first);
    if (firstType === undefined) return undefined;
    if (isStruct(firstType.label)) return inStruct(layout, below(first), firstType, slot, depth + 1);
    return named(first, `${struct_.label}.${first.label}`);
  }
  for (const member of members) {
    const memberType = typeOf(member);
    if (memberType === undefined) return undefined;
    const placed = below(member);
    if (isStruct(memberType.label)) {
      const found = inStruct(layout, placed, memberType, slot, depth + 1);
      if (found !== undefined || placed.slot === slot) return found;
    }
    if (placed.slot === slot) return named(member, placed.label);
  }
  return undefined;
}

function inMapping(layout: Layout, variable: Variable, slot: bigint, mappings: MappingSlots): SlotName | undefined {
  const words: bigint[] = [];
  let at = slot;
  for (;;) {
    const entry = mappings.entries.get(at);
    if (entry === undefined || !mappings.children.get(entry.parent)?.includes(at)) return undefined;
    words.unshift(entry.key);
    if (entry.parent === variable.slot) break;
    at = entry.parent;
  }
  const keyTypes: string[] = [];
  let type = layout.types.get(variable.type);
  const written = type?.label ?? '';
  while (type?.encoding === 'mapping') {
    keyTypes.push(layout.types.get(type.key)?.label ?? '');
    type = layout.types.get(type.value);
  }
  if (type === undefined) return undefined;
  const keys = words.map((word, index) => valueText(word, keyTypes[index] ?? '') ?? wordHex(word));
  const label = variable.label + keys.map((key) => `[${key}]`).join('');
  return {
    label,
    type: written,
    decodes: isValue(type.label) ? type.label : 'bytes',
    offset: variable.offset,
    slot,
    keys,
  };
}

/** A slot of the bytes of a long text, whose length was written by the same call. */
function inText(layout: Layout, slot: bigint, changes: SlotChanges): SlotName | undefined {
  for (const variable of layout.variables) {
    const type = layout.types.get(variable.type);
    const [, base] = changes.get(variable.slot) ?? [];
    if (type?.encoding !== 'bytes' || base === undefined || (base & 1n) === 0n) continue;
    const from = dataOf(variable.slot);
    if (slot < from || slot >= from + ((base >> 1n) + 31n) / 32n) continue;
    return { label: `${variable.label}[${slot - from}]`, type: type.label, decodes: 'bytes32', offset: 0, slot };
  }
  return undefined;
}

const dataOf = (slot: bigint) => BigInt(bytesToHex(keccak(hexToBytes(wordHex(slot)))));

/** Reads the values before and after into the name of a slot. */
export function decodeSlot(name: SlotName, [before, after]: readonly [bigint, bigint], changes: SlotChanges): void {
  if (name.members !== undefined && !isText(name)) {
    for (const member of name.members)
      member.decoded = pairOf(member, memberWord(member, before), memberWord(member, after));
    return;
  }
  name.decoded = pairOf(name, before, after) ?? name.decoded;
  const own = isText(name) ? changes.get(name.slot) : undefined;
  if (own === undefined) return;
  const texts = own.map((base, at) =>
    base & 1n ? longText(name, base, changes, at as 0 | 1) : valueText(base, name.decodes),
  );
  const [was, is] = texts;
  if (was !== undefined && is !== undefined) name.decoded = [was, is];
}

const isText = ({ decodes }: SlotName) => decodes === 'string' || decodes === 'bytes';

function pairOf({ decodes }: SlotName, before: bigint, after: bigint): [string, string] | undefined {
  const [was, is] = [before, after].map((word) => valueText(word, inner(decodes)));
  return was === undefined || is === undefined ? undefined : [was, is];
}

/** The part of a word that a member has, at its right. */
function memberWord({ decodes, offset }: SlotName, word: bigint): bigint {
  const size = /int(\d+)$/.exec(decodes)?.[1] ?? (decodes === 'address' ? 160 : decodes === 'bool' ? 8 : undefined);
  const bits = Number(size ?? Number(/^bytes(\d+)$/.exec(decodes)?.[1] ?? 32) * 8);
  return offset * 8 + bits > 256 ? 0n : BigInt.asUintN(bits, word >> BigInt(offset * 8));
}

/** The text of a value in a word; undefined for one that has more slots. */
function valueText(word: bigint, type: string): string | undefined {
  const hex = wordHex(word);
  if (type === 'string' || type === 'bytes') {
    if (word & 1n) return undefined;
    return bytesText(hexToBytes(hex).slice(0, Number(BigInt.asUintN(8, word)) >> 1), type);
  }
  if (type === 'address') return checksumAddress(`0x${hex.slice(26)}` as Address);
  if (type === 'bool') return String(word !== 0n);
  if (/^uint\d*$/.test(type)) return word.toString();
  if (/^int\d*$/.test(type)) return BigInt.asIntN(256, word).toString();
  const [, size] = /^bytes(\d+)$/.exec(type) ?? [];
  return size === undefined ? undefined : hex.slice(0, 2 + 2 * Number(size));
}

function bytesText(bytes: Uint8Array, type: string): string {
  return type === 'bytes' ? bytesToHex(bytes) : JSON.stringify(utf8Text(bytes) ?? '').slice(1, -1);
}

/** A long text of the slots that the same call wrote; its slots become members. */
function longText(name: SlotName, base: bigint, changes: SlotChanges, side: 0 | 1): string {
  const length = Number(base >> 1n);
  const from = dataOf(name.slot);
  const bytes: number[] = [];
  const members: SlotName[] = [];
  for (let at = 0; at < Math.min(MAX_SLOTS, Math.ceil(length / 32)); at++) {
    const slot = from + BigInt(at);
    members.push({ label: `${name.label}[${at}]`, type: name.type, decodes: 'bytes32', offset: 0, slot });
    const word = changes.get(slot)?.[side];
    if (word !== undefined) bytes.push(...hexToBytes(wordHex(word)).slice(0, length - bytes.length));
  }
  if (members.length > 0) name.members = members;
  return bytesText(Uint8Array.from(bytes), name.decodes);
}
