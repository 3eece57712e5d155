import { toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import type { AstNode } from '../../../../src/core/source/compiled/ast';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { callValues } from '../../../../src/core/source/values/call-values';
import { decodeVariable } from '../../../../src/core/source/values/decode-value';
import { type SourceType, typeOfDeclaration } from '../../../../src/core/source/values/source-type';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceCall } from '../../../helpers/source-run';

const SOURCE = `pragma solidity ^0.8.0;
contract C {
  struct Node { Node[] next; }
  function grow(uint256 width) external {
    Node memory node;
    node.next = new Node[](width);
    for (uint256 i = 0; i < width; i++) node.next[i] = node;
    taken(node);
  }
  function taken(Node memory node) internal { node; }
  function pass(uint256[][][][] calldata lists) external { given(lists); }
  function given(uint256[][][][] calldata lists) internal { lists; }
}
`;

/** The argument that the function called `name` was given. */
function argumentOf(name: string, call: SourceCall): Decoded | undefined {
  const run = runSource(SOURCE, 'C', target('0.8.37'), [call]);
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  while (!builder.run(1e9));
  const tree = builder.tree();
  const row = Array.from(tree.subject).findIndex((subject) => tree.functions[subject]?.entry.name === name);
  const found = tree.functions[tree.subject[row] ?? -1];
  if (found === undefined) throw new Error(`no call of ${name}`);
  const steps = { step: tree.step[row] ?? 0, endStep: tree.endStep[row] ?? 0 };
  const { compilation } = run;
  return callValues(run.replay, { ...found, compilation, ...steps }, () => undefined).arguments?.[0];
}

const valuesIn = (value: Decoded): Decoded[] => [value, ...(value.items ?? []).flatMap(valuesIn)];
/** Values that are read, and one for each item of the lists that are open when it is too much. */
const MOST = 2_000 + 17 * 100;

test('of memory that points at itself no more is read than is shown', () => {
  const value = argumentOf('taken', { name: 'grow', args: [5n] });
  const values = value ? valuesIn(value) : [];
  expect(value?.items?.[0]?.items).toHaveLength(5);
  expect(values.length).toBeGreaterThan(2_000);
  expect(values.length).toBeLessThan(MOST);
  expect(values.filter(({ text }) => text === 'too much to show').length).toBeGreaterThan(0);
});

test('what is not readable is told as no value', () => {
  const list: SourceType = {
    kind: 'array',
    name: 'uint256[]',
    element: { kind: 'uint', name: 'uint256', bytes: 32 },
    length: undefined,
  };
  const from = { memory: new Uint8Array(64), input: new Uint8Array(0), slotName: () => undefined };
  expect(decodeVariable('list', list, 'memory', [1n << 200n], from)).toMatchObject({ unknown: true });
});

test('a variable that holds nothing yet is empty, also where memory ends at the zero slot', () => {
  // Solidity docs, Layout in Memory: 0x60 is the zero slot, the first value of dynamic arrays.
  const from = { memory: new Uint8Array(0x60), input: new Uint8Array(0), slotName: () => undefined };
  const read = (type: SourceType) => decodeVariable('v', type, 'memory', [0x60n], from);
  const word: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
  expect(read({ kind: 'bytes', name: 'bytes' })).toMatchObject({ text: '0x', length: 2 });
  expect(read({ kind: 'string', name: 'string' })).toMatchObject({ text: '' });
  expect(read({ kind: 'array', name: 'uint256[]', element: word, length: undefined })).toMatchObject({ items: [] });
  expect(read({ kind: 'bytes', name: 'bytes' }).unknown).toBeUndefined();
});

test('of lists in calldata that share their items no more is read than is shown', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const width = 15;
  const list = (items: number[]) => [width, ...items].map(word).join('');
  const all = (item: number) => list(Array.from({ length: width }, () => item));
  // Offsets count from behind the length: all of a list lead to the list behind it.
  const data = `${word(32)}${all(width * 32).repeat(3)}${all(7)}`;
  const value = argumentOf('given', { data: `${toFunctionSelector('pass(uint256[][][][])')}${data}` });
  const values = value ? valuesIn(value) : [];
  expect(value?.items?.[0]?.items?.[0]?.items?.[0]?.items?.map(({ text }) => text)).toEqual(Array(width).fill('7'));
  expect(values.length).toBeLessThan(MOST);
  expect(values.filter(({ text }) => text === 'too much to show').length).toBeGreaterThan(0);
});

test('the head of a struct is measured once for all its mentions', () => {
  let reads = 0;
  const declarations = new Map<number, AstNode>();
  const member = (typeName: object) => ({ nodeType: 'VariableDeclaration', id: 0, name: 'm', typeName });
  const word = { nodeType: 'ElementaryTypeName', id: 0, name: 'uint256', typeDescriptions: { typeString: 'uint256' } };
  for (let id = 0; id < 12; id++) {
    const typeName = id === 0 ? word : { nodeType: 'UserDefinedTypeName', id: 0, referencedDeclaration: id - 1 };
    const declared = {
      nodeType: 'StructDefinition',
      id,
      get members() {
        reads++;
        return [member(typeName), member(typeName)];
      },
    };
    declarations.set(id, declared as unknown as AstNode);
  }
  const outermost = declarations.get(11);
  if (outermost === undefined) throw new Error('no struct');
  const element = typeOfDeclaration(outermost, declarations);
  const type: SourceType = { kind: 'array', name: 'S[1]', element, length: 1 };
  const input = new Uint8Array(32 * 2 ** 12 - 1);
  const value = decodeVariable('s', type, 'calldata', [0n], { memory: input, input, slotName: () => undefined });
  // A byte is missing.
  expect(value.text).toBe('not readable here');
  expect(reads).toBe(12);
});
