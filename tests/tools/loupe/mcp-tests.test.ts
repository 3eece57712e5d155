/** Tests of contracts as tools of `loupe mcp`: the fixture's build in a folder, and no endpoint. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectTests } from '../../../tools/loupe/mcp/project-tests';
import { fixtureBuild } from '../../core/testing/fixture-project';
import { connectMcp, type McpAsking } from '../../helpers/mcp';
import { newestSolc } from '../../helpers/solc';

/** Its test calls one of two functions. */
const BOX = `contract Box {
  uint256 public held;
  function put(uint256 value) external {
    held = value;
  }
  function drop() external {
    if (held > 1)
      held = 1;
    held = 0;
  }
}`;
const BOX_TEST = `import './Box.sol';
contract BoxTest {
  function testPut() external { new Box().put(5); }
}`;

function boxBuild(): string {
  const sources = { 'src/Box.sol': { content: BOX }, 'src/Box.t.sol': { content: BOX_TEST } };
  const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'];
  const settings = { outputSelection: { '*': { '*': outputs, '': ['ast'] } } };
  const input = { language: 'Solidity', sources, settings };
  const output: unknown = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  return JSON.stringify({ id: 'box', solcLongVersion: newestSolc().longVersion, input, output });
}

let root: string;
let mcp: McpAsking;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'loupe-mcp-tests-'));
  mkdirSync(join(root, 'out/build-info'), { recursive: true });
  writeFileSync(join(root, 'out/build-info/one.json'), fixtureBuild());
  writeFileSync(join(root, 'out/build-info/box.json'), boxBuild());
  mcp = await connectMcp(undefined, undefined, root);
}, 60_000);
afterAll(async () => {
  await mcp.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (name: string, given: Record<string, unknown> = {}) => mcp.ask(name, given);

test('lists suites and tests by words', async () => {
  const listed = await ask('tests', { match: 'fixturetest WRONGsum' });
  expect(listed).toMatch(/\| 1 test in 1 suite: 0 passed, 0 failed, 0 skipped, 1 not run\n/);
  expect(listed).toMatch(/\| src\/Fixture\.t\.sol:FixtureTest\n\| {3}testWrongSum\(\) line \d+/);
  expect(await ask('tests', { match: 'nowhere' })).toContain('| 0 tests in 0 suites');
});

test('a failed test has its reason, its line and what it read, and opens as a transaction does', async () => {
  const ran = await ask('run_tests', { match: 'FixtureTest testWrongSum' });
  expect(ran).toContain('| 0 passed, 1 failed, 0 skipped, 0 not run');
  // `vm.assertEq(counter.count(), 6);`, and `count += amount;` in the test.
  expect(ran).toContain('| assertion failed: 5 != 6'.replace('| ', '|   '));
  expect(ran).toContain('|   src/Fixture.t.sol:68');
  expect(ran).toContain('|   Counter.count = 5 ← src/Fixture.t.sol:39');
  const [transaction] = /0x[\da-f]{64}/.exec(ran) ?? [];
  const why = await ask('failure', { transaction });
  expect(why).toMatch(/^proof: a test, executed here on Loupe's own EVM/);
  expect(why).toMatch(/FixtureTest\.testWrongSum src\/Fixture\.t\.sol:68 step \d+/);
  expect(await ask('skeleton', { transaction })).toMatch(/#0 → FixtureTest\.testWrongSum/);
  const at = await ask('step', { transaction, line: 'Fixture.t.sol:39', expressions: ['count'] });
  expect(at).toMatch(/count = \d+ uint256/);
  expect(await ask('tests', { failed: true })).toContain('testWrongSum() line');
});

test('an answer goes on without running again, and tells the same as one in a piece', async () => {
  const told = (answer: string) => answer.split('\n').filter((line) => line.startsWith('| '));
  const whole = told(await ask('run_tests', { match: 'FixtureTest Expects', size: 40_000 }));
  expect(whole.length).toBeGreaterThan(5);
  const pages: string[] = [];
  let cursor: string | undefined = '0';
  for (; cursor !== undefined; ) {
    const answer = await ask('run_tests', { match: 'FixtureTest Expects', size: 1_000, cursor });
    pages.push(...told(answer));
    cursor = /^next: cursor "([^"]+)"/m.exec(answer)?.[1];
  }
  expect(pages).toEqual(whole);
});

test('coverage names files, shares and the lines that did not run', async () => {
  const covered = await ask('coverage', { match: 'src/box' });
  // Lines 3 and 4 ran; 6 to 9 did not, of which 8 is a branch.
  expect(covered).toContain('| src/Box.sol lines 33.33% (2/6), branches 0.00% (0/1), functions 50.00% (1/2)');
  expect(covered).toContain('|   lines that did not run: 6–9');
});

test('a build that changes is read again; what lies outside of the folder is not', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'loupe-outside-'));
  const build = fixtureBuild().replaceAll('src/Fixture.t.sol', 'src/Another.t.sol');
  writeFileSync(join(outside, 'two.json'), build);
  symlinkSync(join(outside, 'two.json'), join(root, 'out/build-info/two.json'));
  expect(await ask('tests', { match: 'Another' })).toContain('| 0 tests in 0 suites');
  rmSync(join(root, 'out/build-info/two.json'));
  writeFileSync(join(root, 'out/build-info/one.json'), build);
  expect(await ask('tests', { match: 'Another WrongSum' })).toContain('| 1 test in 1 suite');
  rmSync(outside, { recursive: true, force: true });
});

test('the profile of foundry.toml that was named holds', async () => {
  writeFileSync(join(root, 'foundry.toml'), '[profile.ci]\nmatch_contract = "^Box"\n');
  const suitesBy = async (profile?: string) => {
    const read = await new ProjectTests(root, profile).read();
    return read.ok ? read.value.project.suites.map(({ id }) => id) : read.error;
  };
  expect(await suitesBy('ci')).toEqual(['src/Box.t.sol:BoxTest']);
  expect(await suitesBy()).toContain('src/Box.t.sol:BoxTest');
  expect(await suitesBy()).not.toHaveLength(1);
});

test.each([
  ['run_tests', { match: 'nowhere' }, 'No test matches; the tool tests lists them.'],
  ['run_tests', { match: true }, 'match is true, and is to be a text.'],
  ['run_tests', { seconds: 0 }, 'seconds is 0, and is to be a whole number from 1 to 3600.'],
  ['failure', { transaction: `0x746573746564${'1'.repeat(52)}` }, 'not kept'],
  ['transaction', { transaction: `0x${'12'.repeat(32)}` }, 'endpoint'],
])('malformed input is answered with what to do: %s %j', async (name, given, said) => {
  const answer = await mcp.client.callTool({ name, arguments: given });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer.content)).toContain(said);
  expect(JSON.stringify(answer.content)).not.toMatch(/bug of Loupe/);
});
