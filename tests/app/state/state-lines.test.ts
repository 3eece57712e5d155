import { expect, test } from 'vitest';
import { stateCsv } from '../../../src/app/views/state/state-csv';
import { stateLines, withDistinctNames } from '../../../src/app/views/state/state-lines';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import type { StatePart } from '../../../src/core/proof/proof-level';
import type { SlotVariables } from '../../../src/workers/trace/source-trace.api';
import type { StateChange } from '../../../src/workers/trace/views.api';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hex;
const [ONE, OTHER] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}` as Address) as [Address, Address];
const integer = (value: number): Decoded => ({
  name: '',
  type: 'uint256',
  kind: 'integer',
  text: `${value}`,
  length: 1,
});

function account(address: Address, keys: readonly number[]): StateChange {
  const storage = keys.map((key) => ({ key: word(key), before: word(0), after: word(1) }));
  return { address, coinbase: false, created: false, destructed: false, storage };
}

function variable(address: Address, key: number, ...paths: string[]): SlotVariables {
  const values = paths.map((path) => ({ path, before: integer(0), after: integer(1) }));
  return { address, key: word(key), values, names: {} };
}

// Slots as they are sorted by their number; names in another order, as they are declared.
const changes = { origin: 'replay' as const, accounts: [account(ONE, [1, 5, 9, 12, 30]), account(OTHER, [1, 2])] };
const variables = [
  variable(ONE, 30, 'first'),
  variable(OTHER, 2, 'second'),
  variable(ONE, 5, 'packed', 'alike'),
  variable(ONE, 1, 'cells[1]'),
];

const named = (lines: ReturnType<typeof stateLines>) =>
  lines.map((line) => (line.kind === 'variable' ? line.path : line.kind === 'slot' ? Number(line.key) : line.kind));

test('named slots stand in the order of their variables, the others after them by number', () => {
  expect(named(stateLines(changes, variables))).toEqual([
    'account',
    'first',
    'packed',
    'alike',
    'cells[1]',
    9,
    12,
    'account',
    'second',
    1,
  ]);
});

test('without names all stand by number', () => {
  expect(named(stateLines(changes))).toEqual(['account', 1, 5, 9, 12, 30, 'account', 1, 2]);
});

test('the file has the order of the page', () => {
  const rows = stateCsv(changes, variables).trimEnd().split('\r\n').slice(1);
  const cells = rows.map((row) => row.split(','));
  expect(cells.map((cell) => cell[6] || Number(cell[3]))).toEqual([
    'first',
    'packed',
    'alike',
    'cells[1]',
    9,
    12,
    'second',
    1,
  ]);
});

test('values that proofs contradict are marked, in the file as well', () => {
  const others: StatePart[] = [
    { address: ONE, part: 'slot', key: word(5) as Hash },
    { address: OTHER, part: 'slot', key: word(1) as Hash },
    { address: OTHER, part: 'balance' },
  ];
  const marked = stateLines(changes, variables, others).filter(({ isOther }) => isOther);
  expect(named(marked)).toEqual(['packed', 'alike', 1]);
  const rows = stateCsv(changes, variables, others).trimEnd().split('\r\n');
  const doubted = rows.filter((row) => row.includes('not verified')).map((row) => row.split(','));
  expect(doubted.map((cells) => [cells[0], Number(cells[3])])).toEqual([
    [ONE, 5],
    [ONE, 5],
    [OTHER, 1],
  ]);
});

test('names that several addresses bear are told apart', () => {
  const name = (text: string) => ({ text, origin: 'buildOutput' as const });
  const slots = withDistinctNames([
    { ...variable(ONE, 1, 'a'), names: { [ONE]: name('Pair'), [OTHER]: name('Token') } },
    { ...variable(ONE, 2, 'b'), names: { [`0x${'3'.repeat(40)}`]: name('Pair') } },
  ]);
  expect(slots.flatMap(({ names }) => Object.values(names).map(({ text }) => text))).toEqual([
    'Pair …1111',
    'Token',
    'Pair …3333',
  ]);
});

test('the file says to whom an account delegates, before and after (EIP-7702)', () => {
  const designator = (to: Address) => ({ hex: `0xef0100${to.slice(2)}` as Hex, bytes: 23 });
  const code = { before: designator(ONE), after: designator(OTHER) };
  const created = { before: { hex: '0x' as Hex, bytes: 0 }, after: { hex: '0x00' as Hex, bytes: 1 } };
  const accounts = [
    { ...account(ONE, []), code },
    { ...account(OTHER, []), code: created },
  ];
  const lines = stateCsv({ origin: 'replay', accounts }).split('\r\n');
  expect(lines[1]).toBe(`${ONE},,code,,delegates to ${ONE},delegates to ${OTHER},,,,`);
  expect(lines[2]).toBe(`${OTHER},,code,,0 bytes,1 bytes,,,,`);
});
