/** Gas by line: prices of the Yellow Paper with EIP-2929 and EIP-3855, added by hand for what solc makes of each line without its optimizer. */
import { expect, test } from 'vitest';
import { compilationsOf } from '../../../../src/core/testing/compilations';
import { Coverage } from '../../../../src/core/testing/covered/coverage';
import { gasBefore } from '../../../../src/core/testing/covered/line-gas';
import { runTests } from '../../../../src/core/testing/run-tests';
import { newestSolc } from '../../../helpers/solc';
import { buildOf, fixtureProject, HOST } from '../fixture-project';

const LINES = `contract Lines {
  function run(address other) external payable {
    assembly {
      sstore(0, 1)
      pop(staticcall(gas(), 4, 0, 0, 0, 0))
      pop(call(gas(), other, 0, 0, 0, 0, 0))
      pop(call(gas(), other, 1, 0, 0, 0, 0))
      pop(create(0, 0, 0))
    }
  }
}`;
/** Burns a lot: 5,000 loops. */
const OTHER = `contract Other {
  fallback() external payable { for (uint256 at = 0; at < 5000; at++) {} }
}`;
const TEST = `import "./Lines.sol"; import "./Other.sol";
contract LinesTest {
  function test_lines() external { Lines lines = new Lines(); lines.run{value: 1}(address(new Other())); }
}`;

test('a line has the gas of its own instructions: of a call without what ran there, of a precompile with it', async () => {
  const sources = { 'src/Lines.sol': LINES, 'src/Other.sol': OTHER, 'src/Lines.t.sol': TEST };
  const project = await fixtureProject('', buildOf(newestSolc(), sources, 'osaka'));
  const coverage = new Coverage(compilationsOf(project), project.settings.dependencies);
  const [suite] = await runTests(project, project.suites, { ...HOST, coverage });
  expect(suite?.tests.map(({ status }) => status)).toEqual(['passed']);
  const { gas = [] } = coverage.report().files.find(({ path }) => path === 'src/Lines.sol') ?? {};
  expect(gas.slice(4, 9)).toEqual([
    3 + 2 + 22_100, // PUSH1 1, PUSH0, SSTORE of a cold slot that was zero
    4 * 2 + 3 + 2 + 100 + 15 + 2, // four PUSH0, PUSH1 4, GAS, STATICCALL, identity of no bytes, POP
    5 * 2 + 3 + 2 + 100 + 2, // five PUSH0, DUP, GAS, CALL of what the test made warm, POP
    4 * 2 + 3 + 3 + 2 + 100 + 9_000 - 2_300 + 2, // PUSH1 1 in the place of one; ether, of which the call hands 2,300 on
    3 * 2 + 32_000 + 2, // three PUSH0, CREATE, POP
  ]);
});

test('the gas of a run before stands beside the lines that were there, wherever they stand now', () => {
  const earlier = { text: 'a\nb\nc\nd\ne', gas: [0, 1, 2, 3, 4, 5] };
  expect(gasBefore('a\nb\nc\nd\ne', earlier)).toEqual([undefined, 1, 2, 3, 4, 5]);
  expect(gasBefore('a\nnew\nb\n  d\nc\ne', earlier)).toEqual([undefined, 1, undefined, 2, 4, 3, 5]);
  expect(gasBefore('a\ne', earlier)).toEqual([undefined, 1, 5]);
  expect(gasBefore('a\na\nb\nx\nx\nd\ne', { text: 'a\nb\nx\nd\ne', gas: [0, 1, 2, 3, 4, 5] })).toEqual([
    ...[undefined, 1, undefined, 2, undefined, 3, 4, 5],
  ]);
});
