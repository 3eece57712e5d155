import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../../src/core/abi/abi-index';
import { decodeCalldata } from '../../../../src/core/abi/decode';
import { parseAbi } from '../../../../src/core/abi/parse-abi';
import { hexToBytes } from '../../../../src/core/chain/hex';
import { enumMembers, withEnumMembers } from '../../../../src/core/contract/functions/enum-members';

const phase = (canonicalName: string, ...names: string[]) => ({
  nodeType: 'EnumDefinition',
  name: 'Phase',
  canonicalName,
  members: names.map((name) => ({ nodeType: 'EnumValue', name })),
});

const sources = {
  'Lab.sol': {
    ast: {
      nodes: [
        { nodeType: 'ContractDefinition', name: 'Lab', nodes: [phase('Lab.Phase', 'Open', 'Filled')] },
        phase('Phase', 'Low', 'High'),
      ],
    },
  },
};

const abi = [
  {
    type: 'function',
    name: 'fill',
    inputs: [
      {
        name: 'order',
        type: 'tuple',
        internalType: 'struct Lab.Order',
        components: [{ name: 'phase', type: 'uint8', internalType: 'enum Lab.Phase' }],
      },
      { name: 'phases', type: 'uint8[]', internalType: 'enum Phase[]' },
    ],
    outputs: [],
    stateMutability: 'nonpayable',
  },
];

function index() {
  const parsed = parseAbi(abi);
  if (!parsed.ok) throw new Error(parsed.error);
  return createAbiIndex(withEnumMembers(parsed.value.abi, enumMembers(sources)));
}

const word = (value: number) => value.toString(16).padStart(64, '0');

test('structs and enums are called as the source calls them, members by name', () => {
  const [selector = '0x'] = index().functions.keys();
  const words = [1, 64, 3, 0, 1, 9].map(word).join('');
  const call = decodeCalldata(index(), hexToBytes(`0x${selector.slice(2)}${words}`), 100);
  expect(call?.inputs).toMatchObject([
    { declared: 'struct Lab.Order', items: [{ declared: 'enum Lab.Phase', text: '1', member: 'Filled' }] },
    {
      declared: 'enum Phase[]',
      items: [
        { text: '0', member: 'Low' },
        { text: '1', member: 'High' },
        { type: 'uint8', declared: 'enum Phase', text: '9' },
      ],
    },
  ]);
  expect(call?.inputs?.[1]?.items?.[2]).not.toHaveProperty('member');
});

test('two enums of one name that differ name nothing', () => {
  const both = { ...sources, 'Other.sol': { ast: { nodes: [phase('Phase', 'On', 'Off')] } } };
  expect([...enumMembers(both)]).toEqual([['Lab.Phase', ['Open', 'Filled']]]);
});

test.each([undefined, null, 7, [], { a: 1 }, { a: { ast: 7 } }, { a: { ast: { nodes: [null, {}, 'x'] } } }])(
  '%j has none',
  (value) => {
    expect(enumMembers(value).size).toBe(0);
  },
);

test('members without names are no members', () => {
  const broken = { a: { ast: { nodes: [{ ...phase('P', 'A'), members: [{ name: 7 }, {}] }] } } };
  expect(enumMembers(broken).size).toBe(0);
});
