/** What foundry.toml says is read as forge 1.7.1 reads it. */
import { expect, test } from 'vitest';
import { readSettings } from '../../../src/core/testing/settings';

function settings(text: string, profile = 'default', environment: Record<string, string> = {}) {
  const read = readSettings(text, profile, environment);
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
