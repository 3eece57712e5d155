/** A value of any ABI type reads in storage as it does in calldata; the slots are written by the rules of the Solidity docs. */
import { assert as check, property } from 'fast-check';
import { type AbiParameter, concat, encodeAbiParameters, hexToBytes, keccak256, numberToHex, stringToHex } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../../src/core/abi/abi-index';
import { decodeRevert } from '../../../../src/core/abi/decode';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Hex } from '../../../../src/core/chain/primitives';
import { KnownStorage } from '../../../../src/core/source/values/known-storage';
import type { SourceType } from '../../../../src/core/source/values/source-type';
import { decodeStored } from '../../../../src/core/source/values/stored-value';
import { anyAbiValue } from '../../../../tools/fuzz/abi-values';

type Parameter = AbiParameter & { components?: readonly AbiParameter[] };

/** The element and the length of an array type, -1 for a dynamic one. */
function arrayOf({ type, ...others }: Parameter): { item: Parameter; length: number } | undefined {
  const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (inner === undefined) return undefined;
  return { item: { ...others, type: inner }, length: length === '' ? -1 : Number(length) };
}

function bytesOf(type: string): number {
  if (type === 'bool') return 1;
  if (type === 'address') return 20;
  const size = Number(/\d+$/.exec(type)?.[0]);
  return type.startsWith('bytes') ? size : size / 8;
}

function sourceType(parameter: Parameter): SourceType {
  const { type: name, components = [] } = parameter;
  const array = arrayOf(parameter);
  if (array) {
    const length = array.length < 0 ? undefined : array.length;
    return { kind: 'array', name, element: sourceType(array.item), length };
  }
  if (name === 'bytes' || name === 'string') return { kind: name, name };
  if (name === 'tuple') {
    const members = components.map((each, at) => ({ name: each.name || `arg${at}`, type: sourceType(each) }));
    return { kind: 'struct', name, declaration: components, members: () => members };
  }
  const bytes = bytesOf(name);
  if (name === 'bool' || name === 'address') return { kind: name, name, bytes };
  if (name.startsWith('bytes')) return { kind: 'bytesN', name, bytes };
  return { kind: name.startsWith('u') ? 'uint' : 'int', name, bytes };
}

const isValue = (parameter: Parameter) => !arrayOf(parameter) && !/^(tuple|bytes|string)$/.test(parameter.type);

/** Solidity docs, Layout of State Variables in Storage: values are packed from the low end; all else has slots of its own. */
class Slots {
  readonly words = new Map<bigint, bigint>();

  /** Puts items behind one another from a slot on; returns the first slot after them. */
  putAll(items: readonly { parameter: Parameter; value: unknown }[], start: bigint): bigint {
    let slot = start;
    let used = 0;
    for (const { parameter, value } of items) {
      const size = isValue(parameter) ? bytesOf(parameter.type) : 32;
      if (used > 0 && used + size > 32) {
        slot++;
        used = 0;
      }
      if (isValue(parameter)) {
        this.putValue(parameter, value, slot, used);
        used += size;
      } else {
        slot = this.put(parameter, value, slot);
        used = 0;
      }
    }
    return used > 0 ? slot + 1n : slot;
  }

  private putValue(parameter: Parameter, value: unknown, slot: bigint, offset: number): void {
    const size = bytesOf(parameter.type);
    const word = BigInt(encodeAbiParameters([parameter], [value]));
    const low = /^bytes/.test(parameter.type) ? word >> BigInt(8 * (32 - size)) : word;
    const part = low & ((1n << BigInt(8 * size)) - 1n);
    this.words.set(slot, (this.words.get(slot) ?? 0n) | (part << BigInt(8 * offset)));
  }

  /** Puts what has slots of its own; returns the slot after it. */
  private put(parameter: Parameter, value: unknown, slot: bigint): bigint {
    const array = arrayOf(parameter);
    if (array) {
      const items = (value as unknown[]).map((each) => ({ parameter: array.item, value: each }));
      if (array.length >= 0) return this.putAll(items, slot);
      this.words.set(slot, BigInt(items.length));
      this.putAll(items, behind(slot));
      return slot + 1n;
    }
    if (parameter.type !== 'tuple') return this.putBytes(parameter.type, value as string, slot);
    const members = (parameter.components ?? []).map((each, at) => ({
      parameter: each,
      value: (value as readonly unknown[])[at],
    }));
    return this.putAll(members, slot);
  }

  private putBytes(type: string, value: string, slot: bigint): bigint {
    const bytes = hexToBytes(type === 'string' ? stringToHex(value) : (value as Hex));
    const word = (from: number) => {
      const padded = new Uint8Array(32);
      padded.set(bytes.subarray(from, from + 32));
      return padded.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    };
    this.words.set(slot, bytes.length < 32 ? word(0) | BigInt(2 * bytes.length) : BigInt(2 * bytes.length + 1));
    for (let from = 0; bytes.length >= 32 && from < bytes.length; from += 32)
      this.words.set(behind(slot) + BigInt(from / 32), word(from));
    return slot + 1n;
  }
}

const behind = (slot: bigint) => BigInt(keccak256(numberToHex(slot, { size: 32 })));

const NO_KEYS = { of: () => [], behind: () => [] };

/** Names of the items of arrays in storage are their numbers. */
function withoutNumbers(value: Decoded): Decoded {
  if (value.items === undefined) return value;
  const items = value.items.map(withoutNumbers);
  return { ...value, items: value.kind === 'array' ? items.map((item) => ({ ...item, name: '' })) : items };
}

test('a value of any type reads in storage as it does in calldata', () => {
  void check(
    property(anyAbiValue, ({ parameter, value }) => {
      const slots = new Slots();
      slots.putAll([{ parameter, value }], 5n);
      const storage = new KnownStorage(slots.words, 0n, NO_KEYS as never);
      const stored = decodeStored('p', sourceType(parameter), { slot: 5n, offset: 0 }, storage);
      const index = createAbiIndex([{ type: 'error', name: 'E', inputs: [{ ...parameter, name: 'p' }] }] as never);
      const [selector = '0x'] = [...index.errors.keys()];
      const data = concat([selector as Hex, encodeAbiParameters([parameter], [value])]);
      const [argument] = decodeRevert([index], hexToBytes(data), 1e6)?.args ?? [];
      for (const room of [30, 400])
        expect(cutValue(withoutNumbers(stored), room).text).toBe(argument && cutValue(argument, room).text);
    }),
    { numRuns: 300 },
  );
});
