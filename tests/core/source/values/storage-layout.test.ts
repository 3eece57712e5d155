import { expect, test } from 'vitest';
import type { AstNode } from '../../../../src/core/source/compiled/ast';
import type { SourceType } from '../../../../src/core/source/values/source-type';
import { computeStorageLayout, slotsOf } from '../../../../src/core/source/values/storage-layout';

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
      storageLayout: {
        nodeType: 'StorageLayoutSpecifier',
        id: 5,
        baseSlotExpression: { nodeType: 'Literal', id: 6, value },
      },
    });
  expect(namesOf([at('0x1_00')], new Map(), NOTHING)).toEqual(['a 256+0']);
  // An expression that is no number only the compiler can evaluate.
  expect(namesOf([at(undefined)], new Map(), NOTHING)).toEqual([]);
});

test('the members of nested structs are read once for the size of the outermost', () => {
  let reads = 0;
  const within = (type: SourceType): SourceType => ({
    kind: 'struct',
    name: 'struct S',
    declaration: {},
    members: () => {
      reads++;
      return [{ name: 's', type }];
    },
  });
  let type: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
  for (let depth = 0; depth < 12; depth++) type = within(type);
  expect(slotsOf(type)).toBe(1n);
  expect(reads).toBe(12);
});

test('a struct that is mentioned in many places is laid out once', () => {
  let reads = 0;
  const mention = (id: number) =>
    ({ nodeType: 'UserDefinedTypeName', id: 0, referencedDeclaration: id }) as unknown as AstNode;
  const struct = (id: number, member: AstNode) => ({
    nodeType: 'StructDefinition',
    id,
    get members() {
      reads++;
      return [variable(0, 'a', member), variable(0, 'b', member)];
    },
  });
  const structs = Array.from({ length: 12 }, (_, id) => struct(id, id === 0 ? elementary('uint256') : mention(id - 1)));
  const declarations = new Map(structs.map((each) => [each.id, each as AstNode]));
  const nodes = [variable(100, 'x', mention(11)), variable(101, 'y', uint8)];
  expect(namesOf([contract('C', nodes)], declarations, NOTHING)).toEqual(['x 0+0', `y ${2 ** 12}+0`]);
  expect(reads).toBe(12);
});

test('behind a struct that a broken tree puts into itself nothing is placed', () => {
  const itself = { nodeType: 'UserDefinedTypeName', id: 0, referencedDeclaration: 7 } as unknown as AstNode;
  const members = [variable(0, 'a', itself), variable(0, 'b', itself)];
  const struct = { nodeType: 'StructDefinition', id: 7, members } as unknown as AstNode;
  const nodes = [variable(1, 'a', uint8), variable(2, 's', itself), variable(3, 'b', uint8)];
  expect(namesOf([contract('C', nodes)], new Map([[7, struct]]), NOTHING)).toEqual(['a 0+0']);
});
