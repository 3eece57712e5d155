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
