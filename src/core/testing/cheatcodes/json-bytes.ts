/**
 * JSON as the bytes that `vm.parseJson` gives: types are guessed from the values, and the fields of an object stand in
 * the order of a struct of the project with these fields, or in that of the alphabet.
 */

import { bytesToHex, stringToBytes } from 'viem';
import { wordHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { type Fields, readFields, readList, readText } from '../../values/json-fields';
import { CheatError } from '../cheats/cheat-error';
import type { CheatProject } from '../cheats/vm';
import { isJsonObject, JsonNumber, type JsonValue } from './json-values';

/** ABI encoding in hex without 0x; a dynamic one stands behind, with its offset in its place. */
type Encoded = { hex: string; isDynamic: boolean };

const word = (value: bigint) => wordHex(BigInt.asUintN(256, value)).slice(2);
const fixed = (hex: string): Encoded => ({ hex, isDynamic: false });

/** Elements may differ in type, as they do not for Solidity. */
function sequence(items: readonly Encoded[]): string {
  let offset = items.reduce((size, { hex, isDynamic }) => size + (isDynamic ? 32 : hex.length / 2), 0);
  let heads = '';
  let tails = '';
  for (const { hex, isDynamic } of items) {
    heads += isDynamic ? word(BigInt(offset)) : hex;
    if (!isDynamic) continue;
    tails += hex;
    offset += hex.length / 2;
  }
  return heads + tails;
}

function list(items: readonly Encoded[]): Encoded {
  return { hex: word(BigInt(items.length)) + sequence(items), isDynamic: true };
}

function bytes(hex: string): Encoded {
  const padded = hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
  return { hex: word(BigInt(hex.length / 2)) + padded, isDynamic: true };
}

/** Returns the encoding of the values that a path chose: of the one, of none as no bytes, or of a list. Throws a `CheatError`. */
export function jsonBytes(values: readonly JsonValue[], project: CheatProject): Hex {
  const items = values.map((value) => encoded(value, project));
  if (items.length === 0) return '0x';
  return `0x${sequence([items.length === 1 ? items[0] : list(items)])}`;
}

function encoded(value: JsonValue, project: CheatProject): Encoded {
  if (value === null) return fixed(word(0n));
  if (typeof value === 'boolean') return fixed(word(value ? 1n : 0n));
  if (typeof value === 'string') return ofText(value);
  if (value instanceof JsonNumber) return fixed(word(wholeNumber(value.text)));
  if (!isJsonObject(value)) return list(value.map((item) => encoded(item, project)));
  const items = fieldOrder([...value.keys()], project).map((key) => encoded(value.get(key) ?? null, project));
  return { hex: sequence(items), isDynamic: items.some(({ isDynamic }) => isDynamic) };
}

function wholeNumber(text: string): bigint {
  const whole = /e/i.test(text) && Number.isInteger(Number(text)) ? BigInt(Number(text)) : wholeIn(text);
  if (whole === undefined || whole >= 1n << 256n || whole < -(1n << 255n))
    throw new CheatError(`unsupported JSON number: ${text}`);
  return whole;
}

function wholeIn(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** Hex stands for bytes, an address or a word by its length, and digits past 64 bits for a number. */
function ofText(text: string): Encoded {
  const [, digits] = /^0x([\da-f]*)$/i.exec(text) ?? [];
  if (digits?.length === 39)
    throw new CheatError(
      `Cannot parse "${digits}" as an address. If you want to specify address, prepend zero to the value.`,
    );
  if (digits !== undefined) {
    const even = (digits.length % 2 === 0 ? digits : `0${digits}`).toLowerCase();
    return even.length === 40 || even.length === 64 ? fixed(even.padStart(64, '0')) : bytes(even);
  }
  const whole = wholeIn(text);
  if (whole !== undefined && whole < 1n << 256n && whole >= -(1n << 255n) && BigInt.asIntN(64, whole) !== whole)
    return fixed(word(whole));
  return bytes(bytesToHex(stringToBytes(text)).slice(2));
}

const orders = new WeakMap<CheatProject['artefacts'], ReadonlyMap<string, readonly string[]>>();

function fieldOrder(keys: readonly string[], { artefacts }: CheatProject): readonly string[] {
  let known = orders.get(artefacts);
  if (known === undefined) {
    known = structOrders(artefacts);
    orders.set(artefacts, known);
  }
  const sorted = [...keys].sort();
  return known.get(sorted.join()) ?? sorted;
}

/** Fields of the project's structs in their order, by the same in the order of the alphabet. */
function structOrders(artefacts: CheatProject['artefacts']): ReadonlyMap<string, readonly string[]> {
  const structs = new Map<string, readonly string[]>();
  for (const { raw } of artefacts) for (const node of nodesOf(readFields(raw.ast))) addStruct(structs, node, '');
  const byName = [...structs].sort(([a], [b]) => (a < b ? -1 : 1));
  const found = new Map<string, readonly string[]>();
  for (const [, fields] of byName) {
    const key = [...fields].sort().join();
    if (!found.has(key)) found.set(key, fields);
  }
  return found;
}

function addStruct(structs: Map<string, readonly string[]>, node: Fields, contract: string): void {
  const name = readText(node.name);
  if (node.nodeType === 'ContractDefinition') for (const inner of nodesOf(node)) addStruct(structs, inner, `${name}.`);
  if (node.nodeType === 'StructDefinition')
    structs.set(
      contract + name,
      readList(node.members).map((member) => readText(readFields(member).name)),
    );
}

function nodesOf(node: Fields): Fields[] {
  return readList(node.nodes).map(readFields);
}
