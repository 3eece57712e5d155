import { expect, test } from 'vitest';
import { layoutChanges } from '../../../../src/core/source/edited/layout-changes';
import type { SourceType } from '../../../../src/core/source/values/source-type';
import type { StorageVariable } from '../../../../src/core/source/values/storage-layout';

const uint: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
const flag: SourceType = { kind: 'bool', name: 'bool', bytes: 1 };
const point = (type: SourceType): SourceType => ({
  kind: 'struct',
  name: 'struct Point',
  declaration: {},
  members: () => [{ name: 'x', type }],
});
const variable = (name: string, type: SourceType, slot: bigint, offset = 0): StorageVariable => ({
  name,
  id: 0,
  contract: 'Vault',
  type,
  slot,
  offset,
});

test('the same layout has no changes, whatever the ids of its declarations', () => {
  const before = [variable('total', uint, 0n), variable('isOpen', flag, 1n)];
  expect(
    layoutChanges(
      before,
      before.map((each) => ({ ...each, id: 7 })),
    ),
  ).toEqual([]);
});

test('moved, retyped, removed and new variables are named', () => {
  const before = [variable('owner', uint, 0n), variable('total', uint, 1n), variable('paused', flag, 2n)];
  const after = [variable('fresh', flag, 0n), variable('total', flag, 0n, 1), variable('paused', flag, 2n)];
  expect(layoutChanges(before, after)).toEqual([
    'owner (uint256) is gone: its value stays at slot 0.',
    'total at slot 0, byte 1 was uint256 and is bool: it reads the value of the other type.',
    'total was at slot 1 and is at slot 0, byte 1: it reads what is kept there.',
    'fresh (bool) is new at slot 0, and begins with what is kept there.',
  ]);
});

test('other members of a struct of the same name are told, within mappings too', () => {
  const mapping = (value: SourceType): SourceType => ({
    kind: 'mapping',
    name: 'mapping(uint256 => Point)',
    key: uint,
    value,
  });
  expect(
    layoutChanges([variable('points', mapping(point(uint)), 0n)], [variable('points', mapping(point(flag)), 0n)]),
  ).toEqual([
    'points at slot 0: the members of mapping(uint256 => Point) changed, and read the values of the old ones.',
  ]);
});

test('wide structs within structs are compared once each, down to the deepest', () => {
  const wide = (deepest: SourceType) => {
    let type = deepest;
    for (let level = 0; level < 12; level++) {
      const inner = type;
      const members = Array.from({ length: 40 }, (_, at) => ({ name: `m${at}`, type: inner }));
      type = { kind: 'struct', name: `struct S${level}`, declaration: {}, members: () => members };
    }
    return [variable('all', type, 0n)];
  };
  expect(layoutChanges(wide(point(uint)), wide(point(uint)))).toEqual([]);
  expect(layoutChanges(wide(point(uint)), wide(point(flag)))).toEqual([
    'all at slot 0: the members of struct S11 changed, and read the values of the old ones.',
  ]);
});

test('a struct that holds itself is the same where its members are, whichever declaration they name', () => {
  const tree = (leaf: SourceType, children: number) => {
    const declarations = Array.from({ length: children }, () => ({}));
    const typeAt = (at: number): SourceType => ({
      kind: 'struct',
      name: 'struct Tree',
      declaration: declarations[at % children] ?? {},
      members: () => [
        { name: 'leaf', type: leaf },
        { name: 'below', type: { kind: 'array', name: 'struct Tree[]', element: typeAt(at + 1), length: undefined } },
      ],
    });
    return [variable('tree', typeAt(0), 0n)];
  };
  expect(layoutChanges(tree(uint, 1), tree(uint, 3))).toEqual([]);
  expect(layoutChanges(tree(uint, 1), tree(flag, 1))).toHaveLength(1);
});
