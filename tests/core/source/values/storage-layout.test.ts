import { expect, test } from 'vitest';
import type { AstNode } from '../../../../src/core/source/compiled/ast';
import { computeStorageLayout } from '../../../../src/core/source/values/storage-layout';

const elementary = (name: string) =>
  ({ nodeType: 'ElementaryTypeName', id: 0, name, typeDescriptions: { typeString: name } }) as AstNode;
const missingStruct = {
  nodeType: 'UserDefinedTypeName',
  id: 0,
  referencedDeclaration: 99,
  typeDescriptions: { typeString: 'struct Gone' },
} as unknown as AstNode;

const variable = (id: number, name: string, typeName: AstNode) =>
  ({ nodeType: 'VariableDeclaration', id, name, typeName, stateVariable: true }) as unknown as AstNode;
const contract = (name: string, nodes: AstNode[], more: object = {}) =>
  ({ nodeType: 'ContractDefinition', id: 1, name, nodes, ...more }) as unknown as AstNode;

const uint8 = elementary('uint8');
const namesOf = (...given: Parameters<typeof computeStorageLayout>) =>
  computeStorageLayout(...given).storage.map(({ name, slot, offset }) => `${name} ${slot}+${offset}`);

const NOTHING = { storage: undefined, transient: undefined };

test('behind a base that the tree does not have nothing is placed', () => {
  const bases = [contract('C', [variable(3, 'c', uint8)]), undefined, contract('A', [variable(1, 'a', uint8)])];
  expect(namesOf(bases, new Map(), NOTHING)).toEqual(['a 0+0']);
  expect(namesOf([contract('C', [variable(3, 'c', uint8)]), undefined], new Map(), NOTHING)).toEqual([]);
});

test('what the compiler told of it is placed all the same', () => {
  const bases = [contract('C', [variable(3, 'c', uint8)]), undefined, contract('A', [variable(1, 'a', uint8)])];
  const storage = { storage: [{ astId: 3, slot: '0', offset: 2 }] };
  expect(namesOf(bases, new Map(), { storage, transient: undefined })).toEqual(['a 0+0', 'c 0+2']);
});

test('behind a type of unknown size nothing is placed', () => {
  const nodes = [variable(1, 'a', uint8), variable(2, 'gone', missingStruct), variable(3, 'b', uint8)];
  expect(namesOf([contract('C', nodes)], new Map(), NOTHING)).toEqual(['a 0+0']);
});

test('a layout that begins elsewhere begins there', () => {
  const at = (value: string | undefined) =>
    contract('C', [variable(1, 'a', uint8)], {
      storageLayout: { nodeType: 'StorageLayoutSpecifier', id: 5, baseSlotExpression: { value } },
    });
  expect(namesOf([at('0x1_00')], new Map(), NOTHING)).toEqual(['a 256+0']);
  // An expression that is no number only the compiler can evaluate.
  expect(namesOf([at(undefined)], new Map(), NOTHING)).toEqual([]);
});
