import { bytesToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import type { StepIndex } from '../../../../src/core/evm/recording/steps';
import { slotOfNamespace } from '../../../../src/core/source/values/constants';
import { KnownStorage, MappingKeys } from '../../../../src/core/source/values/known-storage';
import { stateVariables } from '../../../../src/core/source/values/state-variables';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceRun } from '../../../helpers/source-run';

/** As JSON would have it; what is not known in angle brackets. */
function plain(value: Decoded): unknown {
  if (value.unknown) return `<${value.text}>`;
  if (value.kind === 'array') return value.items?.map(plain);
  if (value.kind === 'tuple') return Object.fromEntries((value.items ?? []).map((item) => [item.name, plain(item)]));
  return value.text;
}

/** The state variables of the outermost contract before its last step. */
function variablesOf(run: SourceRun, step = run.replay.steps.length - 1) {
  const { replay } = run;
  const before = replay.storageAt(step as StepIndex);
  const source = run.sourceOf(0 as never);
  if (before === undefined || source === undefined) throw new Error('nothing ran');
  const keys = new MappingKeys(replay.preimages);
  const isCreate = run.trace.rows.kind[0] === 4 || run.trace.rows.kind[0] === 5;
  return stateVariables(source.compilation, source.contract, {
    storage: new KnownStorage(before.storage, before.created ? 0n : undefined, keys),
    transient: new KnownStorage(before.transient, 0n, keys),
    code: isCreate ? undefined : run.codeOf(0 as never),
  });
}

const valuesOf = (run: SourceRun, step?: number) =>
  Object.fromEntries(variablesOf(run, step).map(({ value }) => [value.name, plain(value)]));

const SHOP = `pragma solidity >=0.6.0;
contract Token {}
contract Base { uint128 low = 5; uint128 high = 6; }
contract Shop is Base {
  enum State { Open, Closed }
  struct Part { uint8 size; int16 shift; }
  struct Order { uint64 price; bool paid; address buyer; Part[] parts; string note; mapping(uint => Part) extra; }
  int8 small; bool flag; bytes3 tag; State state; Token token;
  Order[] orders;
  Order single;
  uint[3] numbers;
  uint24[5] packed;
  uint16[] list;
  string short; string long; bytes raw; bytes longRaw; bytes31 full;
  mapping(address => mapping(string => uint)) ratings;
  mapping(int16 => uint8[]) lists;
  mapping(bytes32 => Part)[] maps;
  uint[1000] many;
  uint untouched; mapping(uint => uint) unused; string never;
  function(uint) internal returns (uint) inner;
  function() external outer;
  function fill() public {
    low; high;
    small = -7; flag = true; tag = "abc"; state = State.Closed; token = Token(address(0x1234));
    orders.push(); orders.push();
    orders[1].price = 99; orders[1].paid = true; orders[1].buyer = msg.sender;
    orders[1].parts.push(Part(3, -4)); orders[1].parts.push(Part(5, 6));
    orders[1].note = "n"; orders[1].extra[8] = Part(1, 2);
    single.price = 1;
    numbers[2] = 9;
    packed[0] = 1; packed[4] = 70000;
    list.push(1); list.push(2); list.push(65535);
    short = "thirty-one bytes fit in a slot.";
    long = "a text that is longer than thirty-one bytes, so it has slots of its own: \\xc3\\xa9";
    raw = hex"00ff"; longRaw = hex"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff01";
    full = bytes31("x");
    ratings[msg.sender]["good"] = 3; ratings[address(1)][""] = 4;
    lists[-2].push(7);
    maps.push(); maps[0][bytes32(uint(1))] = Part(9, 9);
    many[500] = 12;
  }
  function read() public view returns (uint) { return uint(uint8(small)); }
}
`;

const TEXTS = `pragma solidity >=0.6.0;
contract Texts {
  string short; string long;
  function fill() public {
    short = "\\xef\\xbb\\xbf\\xc3\\xa9\\xe2\\x82\\xac";
    long = "${'\\xc3\\xa9'.repeat(40)}";
  }
}
`;

const SENDER = `0x${'c0'.repeat(20)}`;
const LONG = 'a text that is longer than thirty-one bytes, so it has slots of its own: é';
const NOT = '<not touched in this transaction>';

const VERSIONS = [
  target('0.6.12'),
  target('0.7.6', true),
  target('0.8.37'),
  target('0.8.37', true),
  { ...target('0.8.37', true), viaIR: true },
];

describe.each(VERSIONS)('solc $version, optimizer $optimizer, via IR $viaIR', (compiler) => {
  test('what a transaction reached has its value, and nothing else does', () => {
    const values = valuesOf(runSource(SHOP, 'Shop', compiler, [{ name: 'fill' }]));
    expect(values).toMatchObject({
      small: '-7',
      flag: 'true',
      tag: '0x616263',
      state: 'Closed',
      token: `0x${'1234'.padStart(40, '0')}`,
      numbers: [NOT, NOT, '9'],
      packed: ['1', '0', '0', '0', '70000'],
      list: ['1', '2', '65535'],
      short: 'thirty-one bytes fit in a slot.',
      long: LONG,
      raw: '0x00ff',
      longRaw: '0x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff01',
      full: `0x78${'00'.repeat(30)}`,
      // The optimizer hashes a constant key while it compiles, so the transaction does not.
      lists: compiler.optimizer ? {} : { '-2': ['7'] },
      maps: [{ [`0x${'1'.padStart(64, '0')}`]: { size: '9', shift: '9' } }],
      many: ['12'],
      untouched: NOT,
      unused: {},
      never: NOT,
    });
    expect(values.orders).toEqual([
      expect.objectContaining({ price: NOT, parts: NOT, note: NOT, extra: {} }),
      {
        price: '99',
        paid: 'true',
        buyer: SENDER,
        parts: [
          { size: '3', shift: '-4' },
          { size: '5', shift: '6' },
        ],
        note: 'n',
        extra: { 8: { size: '1', shift: '2' } },
      },
    ]);
    expect(values.single).toMatchObject({ price: '1', paid: 'false', parts: NOT });
    expect(values.ratings).toMatchObject({ [SENDER]: { '"good"': '3' } });
    if (!compiler.optimizer) expect(values.ratings).toHaveProperty(`0x${'1'.padStart(40, '0')}`, { '""': '4' });
  });

  test('the length of a text counts its characters', () => {
    const run = runSource(TEXTS, 'Texts', compiler, [{ name: 'fill' }]);
    const texts = variablesOf(run).map(({ value }) => [value.text, value.length]);
    expect(texts).toEqual([
      ['\uFEFFé€', 3],
      ['é'.repeat(40), 40],
    ]);
  });

  test('values are those before the step', () => {
    const run = runSource(SHOP, 'Shop', compiler, [{ name: 'fill' }]);
    const before = valuesOf(run, 0);
    expect(before).toMatchObject({ small: '0', flag: 'false', list: [], short: '', many: ['0'] });
  });

  test('what an earlier transaction of the block left is known', () => {
    const values = valuesOf(runSource(SHOP, 'Shop', compiler, [{ name: 'fill' }, { name: 'read' }]));
    expect(values).toMatchObject({ small: '-7', tag: '0x616263', list: ['1', '2', '65535'] });
  });

  test('a contract that is being created has zeros where nothing was written', () => {
    const values = valuesOf(runSource(SHOP, 'Shop', compiler, []));
    expect(values).toMatchObject({ low: '5', high: '6', untouched: '0', unused: {}, never: '', list: [] });
  });
});

const MODERN = `pragma solidity ^0.8.28;
type Price is uint96;
struct Free { uint a; }
contract Vault {
  /// @custom:storage-location erc7201:example.main
  struct Main { uint256 x; mapping(address => uint256) shares; }
  address immutable owner; Price immutable price; bytes4 immutable id; int8 immutable low; uint immutable unread;
  uint constant FEE = 3;
  Price last;
  uint transient lock; bool transient inside; address transient who;
  constructor() { owner = msg.sender; price = Price.wrap(77); id = 0x12345678; low = -3; unread = 4; }
  function main() private pure returns (Main storage s) {
    assembly { s.slot := 0x183a6125c38840424c4a85fa12bab2ab606c4b6d0e7cc73c0c06ba5300eab500 }
  }
  function run() public returns (address, Price, bytes4, int8) {
    lock = 9; inside = true; last = Price.wrap(5);
    main().x = 6; main().shares[msg.sender] = 7;
    return (owner, price, id, low);
  }
}
`;

test('the place of a namespace is that of ERC-7201', () => {
  // The example of the standard.
  expect(slotOfNamespace(new TextEncoder().encode('example.main')).toString(16)).toBe(
    '183a6125c38840424c4a85fa12bab2ab606c4b6d0e7cc73c0c06ba5300eab500',
  );
});

test.each(VERSIONS.slice(2))(
  'transient storage, namespaces, immutables and value types, optimizer $optimizer, via IR $viaIR',

  (compiler) => {
    const run = runSource(MODERN, 'Vault', compiler, [{ name: 'run' }]);
    const found = variablesOf(run);
    expect(found.map(({ kind, declaredIn, value }) => [kind, declaredIn, value.name, plain(value)])).toEqual([
      ['storage', 'Vault', 'last', '5'],
      ['transient', 'Vault', 'lock', '9'],
      ['transient', 'Vault', 'inside', 'true'],
      ['transient', 'Vault', 'who', `0x${'0'.repeat(40)}`],
      ['namespace', 'Vault', 'Main', { x: '6', shares: { [SENDER]: '7' } }],
      ['immutable', 'Vault', 'owner', SENDER],
      ['immutable', 'Vault', 'price', '77'],
      ['immutable', 'Vault', 'id', '0x12345678'],
      ['immutable', 'Vault', 'low', '-3'],
      ['immutable', 'Vault', 'unread', '<not in the code: nothing reads it>'],
    ]);
    expect(found.find(({ value }) => value.name === 'Main')?.namespace).toBe('erc7201:example.main');
    expect(bytesToHex(run.codeOf(0 as never) ?? new Uint8Array(0)).length).toBeGreaterThan(2);
    const made = variablesOf(runSource(MODERN, 'Vault', compiler, []));
    expect(plain((made.find(({ value }) => value.name === 'owner') ?? made[0])?.value as Decoded)).toBe(
      '<not in the code yet: the contract is being created>',
    );
  },
);
