/** Which settings are tried after those that made other code. The cases are those that single changes cannot reach. */
import { expect, test } from 'vitest';
import type { CodeFacts } from '../../../../src/core/contract/verification/code-facts';
import { type DraftSettings, emptySettings } from '../../../../src/core/contract/verification/draft';
import { likelySettings } from '../../../../src/core/contract/verification/likely-settings';

const facts = (given: Partial<CodeFacts>): CodeFacts => ({
  length: 1_000,
  language: 'Solidity',
  evmVersion: undefined,
  usesPush0: false,
  ...given,
});
const of = (change: Partial<DraftSettings>): DraftSettings => ({ ...emptySettings, ...change });

test.each<[string, DraftSettings, Partial<CodeFacts>, Partial<DraftSettings>, number]>([
  [
    'a single change',
    of({ compilerVersion: '0.8.28' }),
    { compilerVersion: '0.8.28', usesPush0: true, evmVersion: 'shanghai' },
    { optimizer: true, runs: '200' },
    1,
  ],
  [
    '0.8.24 without PUSH0 and 200 runs',
    of({ compilerVersion: '0.8.24' }),
    { compilerVersion: '0.8.24' },
    { evmVersion: 'paris', optimizer: true, runs: '200' },
    2,
  ],
  [
    'london and 999999 runs',
    of({ compilerVersion: '0.8.24' }),
    { compilerVersion: '0.8.24' },
    { evmVersion: 'london', optimizer: true, runs: '999999' },
    60,
  ],
  [
    'via IR with 10000 runs',
    of({ compilerVersion: '0.8.29' }),
    { compilerVersion: '0.8.29', usesPush0: true, evmVersion: 'cancun' },
    { viaIR: true, optimizer: true, runs: '10000' },
    60,
  ],
  [
    'another compiler that the code names, with 200 runs',
    of({ compilerVersion: '0.8.30' }),
    { compilerVersion: '0.8.17' },
    { compilerVersion: '0.8.17', optimizer: true, runs: '200' },
    2,
  ],
])('%s', (_, settings, code, wanted, within) => {
  const place = likelySettings(settings, facts(code)).findIndex(({ settings: tried }) =>
    Object.entries(wanted).every(([key, value]) => tried[key as keyof DraftSettings] === value),
  );
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThan(within);
});

test('where the code names no compiler, those that fit the files are tried', () => {
  const tries = likelySettings(of({ compilerVersion: '0.8.30' }), facts({ usesPush0: true, evmVersion: 'shanghai' }), [
    '0.8.30+commit.73712a01',
    '0.8.23+commit.f704f362',
  ]);
  expect(tries.slice(0, 16).map(({ label }) => label)).toContain('solc 0.8.23, optimizations Yes, runs 200');
});

test.each<[string, Partial<CodeFacts>]>([
  ['0.8.23', { usesPush0: true, evmVersion: 'shanghai' }],
  ['0.8.20', { usesPush0: true, evmVersion: 'shanghai' }],
  ['0.8.19', { evmVersion: 'istanbul' }],
  ['0.8.4', { evmVersion: 'istanbul' }],
  ['0.8.28', { usesPush0: true, evmVersion: 'cancun' }],
])('code of %s that names no compiler is reached by its opcodes, whatever was released since', (wanted, code) => {
  const versions = Array.from({ length: 34 }, (_, at) => `0.8.${37 - at}`);
  const tries = likelySettings(of({ compilerVersion: '0.8.37' }), facts(code), versions);
  expect(tries.map(({ label }) => label)).toContain(`solc ${wanted}, optimizations Yes, runs 200`);
});

test('a compiler that the code names is the only one', () => {
  const named = facts({ compilerVersion: '0.8.28', usesPush0: true, evmVersion: 'shanghai' });
  const tries = likelySettings(of({ compilerVersion: '0.8.30' }), named, ['0.8.29', '0.8.28', '0.8.27']);
  expect(new Set(tries.map(({ settings }) => settings.compilerVersion))).toEqual(new Set(['0.8.28']));
});

test('code without PUSH0 of a compiler that has it was told so, and is tried with nothing else', () => {
  const tries = likelySettings(of({ compilerVersion: '0.8.24' }), facts({ compilerVersion: '0.8.24' }));
  expect(tries.every(({ settings }) => ['paris', 'london', 'berlin', 'istanbul'].includes(settings.evmVersion))).toBe(
    true,
  );
});

test('settings that were tried, and those that make the same code, are not offered again', () => {
  const settings = of({ compilerVersion: '0.8.28', runs: '1000' });
  const code = facts({ compilerVersion: '0.8.28', usesPush0: true, evmVersion: 'shanghai' });
  const first = likelySettings(settings, code);
  expect(new Set(first.map(({ label }) => label)).size).toBe(first.length);
  // Without the optimizer the number of runs says nothing.
  expect(
    first.some(
      (each) =>
        !each.settings.optimizer && each.settings.viaIR === settings.viaIR && each.settings.evmVersion === 'default',
    ),
  ).toBe(false);
  const tried = first.map((each) => ({ ...each.settings, compilerVersion: '0.8.28+commit.7893614a' }));
  const second = likelySettings(settings, code, [], tried);
  const labels = new Set(first.map(({ label }) => label));
  expect(second.length).toBeGreaterThan(0);
  expect(second.some(({ label }) => labels.has(label))).toBe(false);
});

test('what the project states for some of its files is tried first, and once', () => {
  const alternatives = [{ optimizer: true, runs: '30000', viaIR: true }];
  const settings = of({ compilerVersion: '0.8.26', optimizer: true, runs: '44444444', viaIR: true, alternatives });
  const named = facts({ compilerVersion: '0.8.26', usesPush0: true });
  const [first] = likelySettings(settings, named);
  expect(first?.label).toBe('as the project states for some files: runs 30000');
  expect(first?.settings).toMatchObject({ compilerVersion: '0.8.26', runs: '30000', viaIR: true });
  const again = likelySettings(settings, named, [], first ? [first.settings] : []);
  expect(again.map((each) => each.settings.runs)).not.toContain('30000');
});
