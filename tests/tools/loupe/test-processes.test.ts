/** `loupe test --ffi`: results, reasons and gas are those that forge 1.7.1 tells with `--ffi`. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureBuild } from '../../core/testing/fixture-project';
import { loupe } from '../../helpers/loupe';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'loupe-processes-'));
  mkdirSync(join(root, 'out/build-info'), { recursive: true });
  writeFileSync(join(root, 'out/build-info/one.json'), fixtureBuild('Processes.t.sol'));
  // A project that says so itself.
  writeFileSync(join(root, 'foundry.toml'), '[profile.default]\nffi = true\n');
  writeFileSync(join(root, 'mark.txt'), 'here');
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

type Told = { signature: string; status: string; reason?: string; gas: number; unsupported?: string };

async function results(...given: string[]): Promise<{ tests: readonly Told[]; err: string }> {
  const { out, err } = await loupe(['test', '--root', root, '--json', ...given]);
  const { suites } = JSON.parse(out) as { suites: readonly { tests: readonly Told[] }[] };
  return { tests: suites.flatMap(({ tests }) => tests), err };
}

test('programs run where the reader lets them, as under forge', async () => {
  const { tests, err } = await results('--ffi');
  expect(err).toContain('--ffi: the tests can start any program, with all your rights on this machine.');
  expect(tests.map(({ signature, status, reason, gas }) => [signature, reason ?? status, gas])).toEqual([
    ['test_empty()', "vm.ffi: can't execute empty command", 3945],
    ['test_environment()', 'passed', 7280],
    [
      'test_fails()',
      'vm.ffi: ffi command ["sh", "-c", "echo \\"wrong\\" >&2; exit 2"] exited with code 2. stderr: wrong\n',
      5519,
    ],
    ['test_folder()', 'passed', 6496],
    ['test_hex()', 'passed', 14_071],
    [
      'test_missing()',
      `vm.ffi: failed to execute command cd "${root}" && "no-such-program" "x y": No such file or directory (os error 2)`,
      4781,
    ],
    ['test_tells()', 'passed', 12_920],
    ['test_text()', 'passed', 10_354],
  ]);
});

test('neither the project nor a variable starts a program', async () => {
  writeFileSync(join(root, '.env'), 'FOUNDRY_FFI=true\n');
  const before = readdirSync(root);
  const { tests } = await results();
  expect(tests.map(({ status, unsupported }) => unsupported ?? status)).toEqual(
    tests.map(({ signature }) => (signature === 'test_tells()' ? 'tryFfi' : 'ffi')),
  );
  expect(readdirSync(root)).toEqual(before);
});
