/** `loupe test` on the fixture's build in a folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOf, fixtureBuild } from '../../core/testing/fixture-project';
import { loupe } from '../../helpers/loupe';
import { newestSolc } from '../../helpers/solc';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'loupe-test-'));
  mkdirSync(join(root, 'out/build-info'), { recursive: true });
  writeFileSync(join(root, 'out/build-info/one.json'), fixtureBuild());
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (...given: string[]) => loupe(['test', '--root', root, ...given]);

test('tells what passed and what failed, and ends with 1 where one failed', async () => {
  const { code, out } = await run('--match-test', 'Emit');
  expect(code).toBe(1);
  expect(out).toContain('pass  testExpectsEmit()  34,409 gas');
  expect(out).toContain('FAIL  testExpectsOtherEmit()');
  expect(out).toContain('log mismatch at param 1');
  expect(out).toContain('1 passed, 1 failed, 0 skipped');
});

test('tells what a failed assertion read, and where that was written last', async () => {
  const { out } = await run('--match-test', 'testWrongSum');
  // `count += amount;` in the test, and `counter = new Counter();` before it.
  expect(out).toMatch(/Counter\.count = 5 ← src\/Fixture\.t\.sol:39\n/);
  expect(out).toMatch(/FixtureTest\.counter = 0x[\da-f]{40} ← src\/Fixture\.t\.sol:\d+ in setUp\n/i);
});

test('runs each call of a test as a transaction of its own', async () => {
  const gasOf = async (...given: string[]) => {
    const { out } = await run('--match-test', 'testAdds', '--json', ...given);
    const { suites } = JSON.parse(out) as { suites: readonly { tests: readonly { gas: number }[] }[] };
    return suites[0]?.tests[0]?.gas ?? 0;
  };
  // Every transaction pays 21,000 (Yellow Paper, appendix G).
  expect(await gasOf('--isolate')).toBeGreaterThan((await gasOf()) + 21_000);
});

test('runs again what failed last alone', async () => {
  await run('--match-test', 'Emit', '--rerun');
  const { out } = await run('--rerun', '--json');
  const { suites } = JSON.parse(out) as { suites: readonly { tests: readonly { signature: string }[] }[] };
  expect(suites.flatMap(({ tests }) => tests.map(({ signature }) => signature))).toEqual(['testExpectsOtherEmit()']);
});

test('writes the results as XML for CI', async () => {
  const file = join(root, 'report.xml');
  expect((await run('--match-test', 'testWrongSum|testAdds', '--junit', file)).code).toBe(1);
  const xml = readFileSync(file, 'utf8');
  expect(xml).toContain('tests="2" failures="1" skipped="0"');
  // The line of `vm.assertEq(counter.count(), 6);`
  expect(xml).toContain('<failure type="failed" message="assertion failed: 5 != 6">src/Fixture.t.sol:68');
});

test.each(['--junit', '--lcov'])('a file of %s that cannot be written is named in a sentence', async (option) => {
  const { code, err } = await run('--match-test', 'testAdds', option, root);
  expect(code).toBe(2);
  expect(err).toContain(`${option}: EISDIR: illegal operation on a directory.`);
});

test('tells what of the sources ran, and writes it for other tools', async () => {
  const file = join(root, 'lcov.info');
  const { out } = await run('--match-test', 'testAdds|testWrongSum', '--coverage', '--lcov', file);
  expect(out).toMatch(/\| File +\| % Lines +\| % Statements +\| % Branches +\| % Funcs +\|/);
  expect(out).toMatch(/\| Total +\| [\d.]+% \(\d+\/\d+\)/);
  const lcov = readFileSync(file, 'utf8');
  expect(lcov).toMatch(/^TN:\nSF:src\/Fixture\.t\.sol\nFN:\d+,\w+/);
  // Counter.add runs in both tests.
  expect(lcov).toMatch(/^FNDA:[1-9]\d*,Counter\.add$/m);
  expect(lcov.trimEnd()).toMatch(/end_of_record$/);
});

test('says in which line of its file a test failed', async () => {
  const { suites } = JSON.parse((await run('--match-test', 'testWrongSum', '--json')).out) as {
    suites: readonly { tests: readonly { place: unknown }[] }[];
  };
  const [{ tests: [{ place } = {}] = [] } = {}] = suites;
  // `vm.assertEq(counter.count(), 6);`
  expect(place).toEqual({ file: 'src/Fixture.t.sol', line: 68 });
});

test('tests see the variables of .env', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-env-'));
  try {
    mkdirSync(join(folder, 'out/build-info'), { recursive: true });
    const text = `pragma solidity >=0.8.0;
      interface Vm { function envUint(string calldata) external returns (uint256); }
      contract ATest { function testA() public {
        Vm vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
        require(vm.envUint("ANSWER") == 42);
      } }`;
    writeFileSync(join(folder, 'out/build-info/one.json'), buildOf(newestSolc(), { 'src/A.t.sol': text }, 'osaka'));
    const answer = () => loupe(['test', '--root', folder]);
    expect((await answer()).out).toContain('environment variable "ANSWER" not found');
    writeFileSync(join(folder, '.env'), 'ANSWER = 42 # told\n');
    expect(await answer()).toMatchObject({ code: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('says how a folder is named that is no project, or not given by its option', async () => {
  const elsewhere = await loupe(['test', '--root', join(root, 'out')]);
  expect(elsewhere.err).toContain('--root names the folder that has foundry.toml');
  expect((await loupe(['test', root])).err).toContain(`The project's folder is named by --root ${root}.`);
});

test('says that nothing matches, and lists without running', async () => {
  expect(await run('--match-test', 'nowhere')).toMatchObject({ code: 2, err: 'There is no test that matches.\n' });
  expect((await run('--list', '--match-contract', 'Broken')).out).toBe('src/Fixture.t.sol:BrokenSetUp testNothing()\n');
});
