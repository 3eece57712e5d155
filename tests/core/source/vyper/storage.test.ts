/** Names and values of storage, as the output \`layout\` of Vyper places them. */
import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { stepIndex } from '../../../../src/core/evm/recording/steps';
import { KnownStorage, MappingKeys } from '../../../../src/core/source/values/known-storage';
import { stateVariables } from '../../../../src/core/source/values/state-variables';
import { StoragePaths } from '../../../../src/core/source/values/storage-path';
import { callLedger, LIMIT, recordedRun } from './ledger';

const WHO = `0x${'11'.repeat(20)}`;
const CALLS = [
  { name: 'credit', args: [WHO, 5n] },
  { name: 'describe', args: ['a title longer than a word, 38 in all', 'short'] },
];

function pathsOf(calls: typeof CALLS): string[] {
  const { replay, contract } = callLedger(recordedRun('0.4.3'), calls);
  const paths = new StoragePaths(replay.preimages);
  return Array.from({ length: replay.accesses.length }, (_, index) => {
    const key = replay.slotKey(replay.accesses.at(index));
    return paths.at(key, contract.layout.storage).map(({ path }) => path)[0] ?? '';
  });
}

test('slots are named through mappings of mappings, texts as keys, arrays in place and unpacked items', () => {
  expect(new Set(pathsOf(CALLS.slice(0, 1)))).toEqual(new Set([`balances[${WHO}][7]`, 'total']));
  expect(new Set(pathsOf(CALLS))).toEqual(
    new Set([
      'title.length',
      'title',
      'names["short"]',
      'names["constant"]',
      'entries.length',
      'entries[0].amount',
      'entries[0].who',
      'small[1]',
    ]),
  );
});

test('variables have their values, immutables those behind the code', () => {
  const { replay, compilation, contract, codeOf } = callLedger(recordedRun('0.4.3'), CALLS);
  const last = stepIndex(replay.steps.length - 1);
  const { storage = new Map(), transient = new Map() } = replay.storageAt(last) ?? {};
  const keys = new MappingKeys(replay.preimages);
  const variables = stateVariables(compilation, contract, {
    storage: new KnownStorage(storage, undefined, keys),
    transient: new KnownStorage(transient, 0n, keys),
    code: codeOf(0 as Parameters<typeof codeOf>[0]),
  });
  const shown = (value: Decoded): unknown =>
    value.items ? value.items.map((item) => [item.name, shown(item)]) : value.text;
  const shownValue = (name: string) => {
    const found = variables.find(({ value }) => value.name === name);
    return found && shown(found.value);
  };
  expect(shownValue('title')).toBe('a title longer than a word, 38 in all');
  expect(shownValue('names')).toEqual([
    ['"short"', 'true'],
    ['"constant"', 'true'],
  ]);
  expect(shownValue('entries')).toMatchObject([
    [
      '0',
      [
        ['amount', '5'],
        ['who', expect.stringMatching(/^0x/)],
      ],
    ],
  ]);
  expect(shownValue('LIMIT')).toBe(`${LIMIT}`);
});
