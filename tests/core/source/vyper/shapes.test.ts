/** Interfaces, flags, decimals and immutables of more than a word, and failures behind checks that held. */
import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { stepIndex } from '../../../../src/core/evm/recording/steps';
import { KnownStorage, MappingKeys } from '../../../../src/core/source/values/known-storage';
import { readPath } from '../../../../src/core/source/values/read-path';
import { stateVariables } from '../../../../src/core/source/values/state-variables';
import { vyperLayout } from '../../../../src/core/source/vyper/storage';
import { callLedger, type LedgerCall, recordedRun, stackOf } from './ledger';

const FEED = `0x${'fe'.repeat(20)}`;
const run = recordedRun('0.4.3', 'shapes');
const ARGUMENTS = encodeAbiParameters(
  [{ type: 'string' }, { type: 'uint256[2]' }, { type: 'address' }],
  ['VYPER', [3n, 4n], FEED as `0x${string}`],
);
const called = (...calls: LedgerCall[]) => callLedger(run, calls, ARGUMENTS);

const content = run.input.sources['contracts/Shapes.vy' as keyof typeof run.input.sources].content;
const lineOf = (text: string) => content.split('\n').findIndex((line) => line.includes(text)) + 1;

const shown = (value: Decoded): unknown =>
  value.items ? value.items.map((item) => `${item.name}=${shown(item)}`) : value.text;

test('values have the form of their types, also immutables of more than a word', () => {
  // A decimal is a number of ten digits behind the point (Vyper docs, Types).
  const { replay, compilation, contract, codeOf } = called({ name: 'quote', args: [FEED, -15_000_000_000n] });
  const { storage = new Map() } = replay.storageAt(stepIndex(replay.steps.length - 1)) ?? {};
  const keys = new MappingKeys(replay.preimages);
  const variables = stateVariables(compilation, contract, {
    storage: new KnownStorage(storage, undefined, keys),
    transient: new KnownStorage(new Map(), 0n, keys),
    code: codeOf(0 as Parameters<typeof codeOf>[0]),
  });
  expect(variables.map(({ kind, value }) => [kind, value.name, shown(value)])).toEqual([
    ['storage', 'quotes', [`${FEED}=feed=${FEED},role=3,price=-1.5`]],
    ['immutable', 'FEED', FEED],
    ['immutable', 'LIMITS', ['0=3', '1=4']],
    ['immutable', 'SYMBOL', 'VYPER'],
  ]);
});

test.each([
  [
    'raise',
    { name: 'refuse', args: [1] },
    [
      ['refuse', 'self._refuse()'],
      ['_refuse', 'raise'],
    ],
    'revert',
  ],
  ['raw_revert', { name: 'pass_on', args: [1, '0x'] }, [['pass_on', 'raw_revert(data)']], 'revert'],
  [
    'the check itself',
    { name: 'refuse', args: [255] },
    [['refuse', 'b: uint8 = a + 1']],
    'failedCheck uint8 bounds check',
  ],
  [
    // The compiler has a name for each check but that of @nonreentrant (Vyper docs, Re-entrancy Locks).
    'the lock',
    { name: 'enter', args: [1] },
    [
      ['enter', 'extcall Again(self).enter(times - 1)'],
      ['enter', 'def enter(times: uint256):'],
    ],
    'failedCheck nonreentrant lock',
  ],
  [
    'an assert behind a lock that was free',
    { name: 'refuse_in_lock', args: [1] },
    [['refuse_in_lock', 'assert a > 3']],
    'revert',
  ],
])('%s is not taken for a check that held before it', (_, call, lines, end) => {
  const places = lines.map(([name, text]) => `${name}:${lineOf(text ?? '')}`);
  expect(stackOf(called(call))).toEqual([...places.slice(0, -1), `${places.at(-1)} ${end}`]);
});

const LAYOUT = {
  storage_layout: {
    lib: {
      total: { type: 'uint256', slot: 4 },
      fees: { type: 'HashMap[vyper/interfaces/IERC20.vyi, uint256]', slot: 5 },
    },
    total: { type: 'interface IERC20', slot: 6 },
  },
};

test.each([
  ['lib.total', 4n],
  ['C.lib.total', 4n],
  ['lib . total', 4n],
  ['total', 6n],
  ['C.total', 6n],
])('%s is read as a variable of its module', (path, slot) => {
  const { storage } = vyperLayout(LAYOUT, new Map(), 'C');
  expect(readPath(path, storage)).toMatchObject({ ok: true, value: { slot } });
});

test('an interface is an address as a key, and as the compiler names it by its file', () => {
  const { storage } = vyperLayout(LAYOUT, new Map(), 'C');
  expect(readPath(`lib.fees[${FEED}]`, storage)).toMatchObject({ ok: true, value: { type: { kind: 'uint' } } });
  expect(readPath('lib.fees[1]', storage).ok).toBe(false);
  expect(readPath('total', storage)).toMatchObject({ value: { type: { kind: 'address' } } });
});
