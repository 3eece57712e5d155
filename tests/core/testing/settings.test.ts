/** What foundry.toml says is read as forge 1.7.1 reads it. */
import { expect, test } from 'vitest';
import { pathsOf } from '../../../src/core/testing/configuration';
import { readSettings } from '../../../src/core/testing/settings';

function settings(text: string, profile = 'default', environment: Record<string, string> = {}, base?: string) {
  const read = readSettings(text, { profile, environment }, base);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

test('keys of a profile may have hyphens, those of sections in it may not', () => {
  const read = settings(
    '[profile.default]\nblock-timestamp = 77\ngas-limit = 9\n[fuzz]\nfail-on-revert = false\nruns = 3',
  );
  expect(read).toMatchObject({ timestamp: 77n, gasLimit: 9n, fuzz: { failOnRevert: true, runs: 3 } });
});

test('a profile stands over the default one, and the environment over both', () => {
  const text = '[profile.default]\nisolate = true\nmatch_test = "a"\n[profile.ci]\nmatch_test = "b"';
  expect(settings(text, 'ci')).toMatchObject({ isolate: true, filters: { match_test: 'b' } });
  expect(settings(text, 'ci', { FOUNDRY_ISOLATE: 'false', FOUNDRY_MATCH_TEST: 'c' })).toMatchObject({
    isolate: false,
    filters: { match_test: 'c' },
  });
});

// What `forge config` of 1.7.1 says of the same two files.
const BASE = `
[profile.default]
sender = "0x00000000000000000000000000000000000000aa"
isolate = true
libs = ["vendor"]
[profile.default.fuzz]
runs = 5
dictionary_weight = 7
[profile.ci]
gas_limit = 77
`;

test('a file that the chosen profile extends is below what it says itself', () => {
  const own = (named: string) =>
    `[profile.default]\n${named}\nisolate = false\nlibs = ["lib"]\n[profile.default.fuzz]\nruns = 9\n[profile.ci]\nblock_number = 4`;
  const below = { sender: `0x${'0'.repeat(38)}aa`, isolate: false, fuzz: { runs: 9, dictionaryWeight: 7 } };
  expect(settings(own('extends = "base.toml"'), 'default', {}, BASE)).toMatchObject({
    ...below,
    dependencies: ['vendor', 'lib'],
  });
  const replacing = own('extends = { path = "base.toml", strategy = "replace-arrays" }');
  expect(settings(replacing, 'default', {}, BASE)).toMatchObject({ ...below, dependencies: ['lib'] });
  // The profile itself must extend.
  expect(settings(own('extends = "base.toml"'), 'ci', {}, BASE)).toMatchObject({
    ...{ isolate: false, fuzz: { runs: 9, dictionaryWeight: 40 }, gasLimit: 1n << 30n, blockNumber: 4n },
  });
});

test('where the output of a build lies, and what is extended', () => {
  const text = '[profile.default]\nout = "./build/forge/"\n[profile.ci]\nextends = { path = "./base.toml" }';
  const cache = 'cache/solidity-files-cache.json';
  expect(pathsOf(text, { profile: 'default' })).toEqual({ out: 'build/forge', cache, base: undefined });
  expect(pathsOf(text, { profile: 'ci' })).toEqual({ out: 'build/forge', cache, base: 'base.toml' });
  expect(pathsOf(text, { profile: 'ci', environment: { FOUNDRY_OUT: 'made' } }).out).toBe('made');
  expect(pathsOf(undefined, { profile: 'default' })).toEqual({ out: 'out', cache, base: undefined });
});

test.each([
  // As `forge config` of 1.7.1 normalises it: a compiler that is named bounds the rules, one that is found does not.
  ['solc = "0.8.15"', 'london'],
  ['solc_version = "0.8.19"', 'paris'],
  ['solc = "0.8.26"', 'cancun'],
  ['solc = "0.8.15"\nevm_version = "istanbul"', 'istanbul'],
  ['evm_version = "shanghai"', 'shanghai'],
  ['solc = "./solc"', 'osaka'],
  ['solc = "0.8.28"', 'prague'],
  ['solc = "0.8.29"', 'osaka'],
  ['solc = "0.8.4"', 'istanbul'],
  ['solc = "0.5.13"', 'petersburg'],
  ['', 'osaka'],
])('the rules under the compiler of %j are those of %s', (section, version) => {
  expect(settings(`[profile.default]\n${section}`).evmVersion).toBe(version);
});
