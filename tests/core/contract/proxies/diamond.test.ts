/** What diamonds answer about their facets, honest or not; answers are made by viem's encoder. */
import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  parseAbi,
  toBytes,
  toFunctionSelector,
} from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, Selector } from '../../../../src/core/chain/primitives';
import type { DiamondInfo } from '../../../../src/core/contract/knowledge';
import { mergeKnowledge } from '../../../../src/core/contract/merge-knowledge';
import { codeBehind, codesBehind } from '../../../../src/core/contract/proxies/code-behind';
import { DIAMOND_CUT, parseCuts, parseFacets, readDiamond } from '../../../../src/core/contract/proxies/diamond';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const DIAMOND = `0x${'dd'.repeat(20)}` as Address;
const A = `0x${'aa'.repeat(20)}` as Address;
const B = `0x${'bb'.repeat(20)}` as Address;
const ZERO = `0x${'00'.repeat(20)}` as Address;
const PLAIN: Hex = '0x6000f4';
const MARKED: Hex = `${PLAIN}${keccak256(toBytes('diamond.standard.diamond.storage')).slice(2)}`;

const selector = (number: number) => `0x${number.toString(16).padStart(8, '0')}` as Selector;
const CUT = parseAbi([
  'struct Cut { address facet; uint8 action; bytes4[] selectors; }',
  'event DiamondCut(Cut[] cuts, address init, bytes data)',
]);

type Facets = readonly (readonly [Address, readonly Selector[]])[];

function facetsAnswer(facets: Facets): Hex {
  const type = {
    type: 'tuple[]',
    components: [
      { name: 'a', type: 'address' },
      { name: 's', type: 'bytes4[]' },
    ],
  } as const;
  return encodeAbiParameters([type], [facets.map(([a, s]) => ({ a, s }))]);
}

/** A contract that answers by the signature of what is called, and counts what is asked of it. */
function contract(answers: Readonly<Record<string, Hex>>) {
  const asked: Hex[] = [];
  const bySelector = new Map(Object.entries(answers).map(([text, answer]) => [toFunctionSelector(text), answer]));
  return {
    asked,
    async call(_: Address, data: Hex) {
      asked.push(data);
      return bySelector.get(data.slice(0, 10) as Hex);
    },
  };
}

describe('a diamond', () => {
  test('that answers facets() is read with one round of calls', async () => {
    const loupe = contract({
      'facets()': facetsAnswer([
        [A, [selector(1), selector(2)]],
        [B, [selector(3)]],
      ]),
    });
    expect(await readDiamond(loupe, DIAMOND, PLAIN)).toEqual({
      facets: [
        { address: A, selectors: [selector(1), selector(2)] },
        { address: B, selectors: [selector(3)] },
      ],
    });
    // Its interface is asked for at once, before it is known that facets() answers.
    expect(loupe.asked).toHaveLength(2);
  });

  test('that answers facet by facet alone is asked so, where its code or ERC-165 says that it is one', async () => {
    const answers = {
      'facetAddresses()': encodeAbiParameters([{ type: 'address[]' }], [[A]]),
      'facetFunctionSelectors(address)': encodeAbiParameters([{ type: 'bytes4[]' }], [[selector(7)]]),
    };
    const facets = [{ address: A, selectors: [selector(7)] }];
    expect(await readDiamond(contract(answers), DIAMOND, MARKED)).toEqual({ facets });
    expect(await readDiamond(contract(answers), DIAMOND, PLAIN)).toBeUndefined();
    const supports = encodeAbiParameters([{ type: 'bool' }], [true]);
    const said = contract({ ...answers, 'supportsInterface(bytes4)': supports });
    expect(await readDiamond(said, DIAMOND, PLAIN)).toEqual({ facets });
    expect(said.asked).toContain(`0x01ffc9a748e2b093${'0'.repeat(56)}`);
  });

  test('whose loupe does not answer has no facets; what only answers everything is none', async () => {
    expect(await readDiamond(contract({}), DIAMOND, MARKED)).toEqual({});
    // The facet that changes a diamond has the marks of one, and the function.
    const cutter: Hex = `${MARKED}63${toFunctionSelector('diamondCut((address,uint8,bytes4[])[],address,bytes)').slice(2)}`;
    expect(await readDiamond(contract({}), A, cutter)).toBeUndefined();
    expect(await readDiamond({ call: async () => `0x${'0'.repeat(64)}` }, DIAMOND, PLAIN)).toBeUndefined();
    expect(await readDiamond({ call: async () => `0x${'f'.repeat(64)}` }, DIAMOND, PLAIN)).toBeUndefined();
  });
});

describe('an answer of facets()', () => {
  test('gives a function to the first facet that has it, and leaves out the zero address', () => {
    const answer = facetsAnswer([
      [ZERO, [selector(9)]],
      [A, [selector(1)]],
      [B, [selector(1), selector(2)]],
      [A, [selector(3)]],
    ]);
    expect(parseFacets(answer)).toEqual({
      facets: [
        { address: A, selectors: [selector(1), selector(3)] },
        { address: B, selectors: [selector(2)] },
      ],
    });
  });

  test.each<[string, Hex | undefined]>([
    ['nothing', undefined],
    ['empty', '0x'],
    ['no facet', facetsAnswer([])],
    ['a facet without functions', facetsAnswer([[A, []]])],
    ['cut off', facetsAnswer([[A, [selector(1)]]]).slice(0, -64) as Hex],
    ['a length beyond its end', `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
    ['megabytes', `0x${'00'.repeat(2_000_000)}`],
  ])('that is %s names none', (_, answer) => {
    expect(parseFacets(answer)).toBeUndefined();
  });

  test('is read as far as the bound, and says so', () => {
    const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as Address;
    const many: Facets = Array.from({ length: 300 }, (_, at) => [addressOf(at + 1), [selector(at)]]);
    const read = parseFacets(facetsAnswer(many));
    expect(read?.facets).toHaveLength(256);
    expect(read?.isCut).toBe(true);
  });
});

test('a cut is read from its event, without actions that the standard does not have', () => {
  expect(encodeEventTopics({ abi: CUT })[0]).toBe(DIAMOND_CUT);
  const [{ inputs }] = CUT;
  const cuts = [
    { facet: A, action: 0, selectors: [selector(1)] },
    { facet: ZERO, action: 2, selectors: [selector(2)] },
    { facet: B, action: 7, selectors: [selector(3)] },
  ];
  expect(parseCuts(encodeAbiParameters(inputs, [cuts, ZERO, '0x1234']))).toEqual([
    { action: 'added', facet: A, selectors: [selector(1)] },
    { action: 'removed', facet: ZERO, selectors: [selector(2)] },
  ]);
  expect(parseCuts('0x1234')).toBeUndefined();
});

test('a call runs the facet of its selector, and none where the diamond runs its own code', () => {
  const facets = [
    { address: A, selectors: [selector(1)] },
    { address: DIAMOND, selectors: [selector(2)] },
  ];
  const implementation = B;
  const known = { address: DIAMOND, diamond: { facets }, proxy: { kind: 'EIP-1967', implementation } } as const;
  expect([1, 2, 3].map((number) => codeBehind(known, selector(number)))).toEqual([A, undefined, undefined]);
  expect(codesBehind(known)).toEqual([A]);
  const { proxy } = known;
  expect(codeBehind({ address: DIAMOND, proxy, diamond: {} }, selector(1))).toBe(B);
  expect(codesBehind({ address: DIAMOND, proxy })).toEqual([B]);
});

test('of two readings the last says what the facets are, if it was answered', () => {
  const reading = (fetchedAt: number, diamond: DiamondInfo) => ({
    networkId: ANVIL_NETWORK,
    address: DIAMOND,
    abi: [],
    diamond,
    fetchedAt,
  });
  const of = (facet: Address): DiamondInfo => ({ facets: [{ address: facet, selectors: [selector(1)] }] });
  expect(mergeKnowledge([reading(2, of(B)), reading(1, of(A))])?.diamond).toEqual(of(B));
  expect(mergeKnowledge([reading(2, {}), reading(1, of(A))])?.diamond).toEqual({});
  expect(mergeKnowledge([reading(2, { isUnread: true }), reading(1, of(A))])?.diamond).toEqual(of(A));
  expect(mergeKnowledge([reading(2, { isUnread: true })])?.diamond).toEqual({ isUnread: true });
});
