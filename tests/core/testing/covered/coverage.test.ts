/** Coverage beside `forge coverage` 1.7.1 of the same sources and compiler, without `--ir-minimum` and with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compilationsOf } from '../../../../src/core/testing/compilations';
import { Coverage } from '../../../../src/core/testing/covered/coverage';
import { lcovOf } from '../../../../src/core/testing/covered/lcov';
import { type CoveredFile, sharesOf } from '../../../../src/core/testing/covered/report';
import { readProject, type TestProject } from '../../../../src/core/testing/project';
import type { SuiteResult } from '../../../../src/core/testing/result';
import { runTests } from '../../../../src/core/testing/run-tests';
import { newestSolc } from '../../../helpers/solc';
import { buildOf, fixtureProject, HOST } from '../fixture-project';

/** `line:runs`, as forge writes them. */
const FORGE_LINES = `
14:3 15:3 16:3 19:2 20:2 21:1 24:0 25:0 33:1 34:1 38:3 39:3 41:3 46:3 48:1 49:0 50:0 61:1 62:1 65:2 66:1 67:1
69:1 83:14 84:14 85:14 88:1 89:1 92:0 93:0 96:3 97:3 100:3 101:3 102:3 103:3 104:3 107:2 108:2 111:2 112:2
113:1 114:1 115:0 117:1 121:1 122:1 123:0 124:1 127:1 128:1 129:6 130:5 131:5 132:5 134:1 135:7 137:6 141:2
142:2 145:2 146:2 147:1 148:1 149:1 150:0 151:0 155:1 156:1 157:1 158:1 161:4 162:4 163:3 164:3 165:2 168:1
171:1 172:1 174:0 175:0 177:1 178:0 180:1 181:2 186:1 187:1 188:1 190:1 193:1 195:0 196:0 197:0 199:0 202:1
203:1 206:0 207:0 210:0 211:0 214:0 215:0 222:14 223:14 224:14 227:0 228:0 229:0`;

/** Where forge is wrong: `line:runs`, with why. */
const TRUER_LINES = `
4:3 5:3 a free function is code, too
66:2 a condition that is a variable ran each time, not only where it held
83:1 84:1 85:1 222:1 223:1 224:1 setUp ran once, and not once for each test
189:1 delete changes something`;

/** `line.path:runs`, as forge writes them; - for what was never come to. */
const FORGE_BRANCHES = `
34.0:1 49.0:- 49.1:- 66.0:1 112.0:1 112.1:1 114.0:0 114.1:1 122.0:1 122.1:0 124.0:0 129.0:6 130.0:5 146.0:2
148.1:1 150.2:- 162.0:1 162.1:3 163.0:0 163.1:3 177.0:0 196.0:-`;

const TRUER_BRANCHES = `
129.0:1 130.0:0 continue ran once and break never: the compiler made them the jump of their condition
146.0:1 one of two calls that were tried did not fail
150.2:0 what was tried could have come there`;

/** What `forge coverage --ir-minimum` says of lines and ways that it does not count as without: `line:runs`, with what ran. */
const MINIMUM_LINES = `
21:2 one of two calls failed in the line before
41:0 46:0 add was called three times, and calls this at its end
48:0 193:0 each was called once; its modifier left the first, the second is empty
134:0 the loop behind it was come to seven times
165:4 of four calls one was refused at 162 and one at 164
171:0 172:0 177:0 180:0 181:0 assembly whose result a test compares`;

const MINIMUM_BRANCHES = `
162.0:0 162.1:0 163.1:0 the lines behind ran, and one call was refused
177.0:- the assembly around it ran`;

let project: TestProject;
let plain: readonly SuiteResult[];
let covered: readonly SuiteResult[];
let file: CoveredFile;
let lcov: string;

beforeAll(async () => {
  project = await readSample();
  plain = await runTests(project, project.suites, HOST);
  const coverage = new Coverage(compilationsOf(project), project.settings.dependencies);
  covered = await runTests(project, project.suites, { ...HOST, coverage });
  const report = coverage.report();
  expect(report.files.map(({ path }) => path)).toEqual(['src/Covered.sol']);
  file = report.files[0] as CoveredFile;
  lcov = lcovOf(report);
}, 60_000);

async function readSample(): Promise<TestProject> {
  const solc = newestSolc();
  const content = (name: string) => ({ content: readFileSync(join(import.meta.dirname, name), 'utf8') });
  const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];
  const input = {
    language: 'Solidity',
    sources: { 'src/Covered.sol': content('Covered.sol'), 'src/Covered.t.sol': content('Covered.t.sol') },
    settings: { evmVersion: 'osaka', outputSelection: { '*': { '*': outputs, '': ['ast'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const bytes = new TextEncoder().encode(
    JSON.stringify({ id: 'one', solcLongVersion: solc.longVersion, input, output }),
  );
  const read = await readProject([{ path: 'out/build-info/one.json', read: async () => bytes }]);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** Pairs of place and runs in a text. */
function pairsIn(text: string): [string, string][] {
  return [...text.matchAll(/(\d+(?:\.\d+)?):(\d+|-)/g)].map(([, place = '', runs = '']) => [place, runs]);
}

test('lines run as often as forge says, or as is true', () => {
  const lines = Object.fromEntries([...lcov.matchAll(/^DA:(\d+),(\d+)$/gm)].map(([, line, runs]) => [line, runs]));
  expect(lines).toEqual(Object.fromEntries([...pairsIn(FORGE_LINES), ...pairsIn(TRUER_LINES)]));
});

test('branches are taken as often as forge says, or as is true', () => {
  const ways = [...lcov.matchAll(/^BRDA:(\d+),\d+,(\d+),(\d+|-)$/gm)];
  const branches = Object.fromEntries(ways.map(([, line, way, runs]) => [`${line}.${way}`, runs]));
  expect(branches).toEqual(Object.fromEntries([...pairsIn(FORGE_BRANCHES), ...pairsIn(TRUER_BRANCHES)]));
});

test('what --ir-minimum says otherwise is known, and untrue', () => {
  const otherwise = (pattern: RegExp, counted: string, minimum: string) => {
    const ours = Object.fromEntries(
      [...lcov.matchAll(pattern)].map(([, ...at]) => [at.slice(0, -1).join('.'), at.at(-1)]),
    );
    const said = Object.fromEntries([...pairsIn(counted), ...pairsIn(minimum)]);
    return Object.keys(said).filter((at) => said[at] !== ours[at]);
  };
  const placesIn = (text: string) => pairsIn(text).map(([at]) => at);
  const forgeAlone = placesIn(TRUER_LINES).filter((at) => placesIn(FORGE_LINES).includes(at));
  expect(otherwise(/^DA:(\d+),(\d+)$/gm, FORGE_LINES, MINIMUM_LINES).sort()).toEqual(
    [...placesIn(MINIMUM_LINES), ...forgeAlone].sort(),
  );
  // It takes `continue` and `break` for what they are, as we do.
  const branches = `${MINIMUM_BRANCHES} 129.0:1 130.0:0`;
  expect(otherwise(/^BRDA:(\d+),\d+,(\d+),(\d+|-)$/gm, FORGE_BRANCHES, branches).sort()).toEqual(
    [...placesIn(MINIMUM_BRANCHES), '146.0', '150.2'].sort(),
  );
});

test('as many lines, statements, branches and functions count as forge counts, and those that it passes over', () => {
  // Of forge 108, 94, 22 and 31: beyond them a free function with a line of its own, its `return` and condition, and `delete`.
  expect(sharesOf(file)).toEqual({
    lines: { hit: 85, of: 111 },
    statements: { hit: 74, of: 97 },
    branches: { hit: 12, of: 22 },
    functions: { hit: 25, of: 32 },
  });
  const never = file.items.flatMap(({ kind, name }, at) => (kind === 'function' && file.hits[at] === 0 ? [name] : []));
  expect(never).toEqual([
    'Shares.unused',
    'Covered.fallback',
    'Covered.never',
    'Covered.two',
    'Covered.hidden',
    'Covered.orphan',
    'Factory.makeSalted',
  ]);
});

test('each test is known with what it ran, and setting up apart from them', () => {
  const line = (number: number) => file.items.findIndex((item) => item.line === number && item.kind === 'statement');
  const testsOf = (number: number) =>
    file.tests.filter(({ items }) => items.includes(line(number))).map(({ signature }) => signature);
  expect(testsOf(85)).toEqual(['setUp()']);
  expect(testsOf(113)).toEqual(['testGrades()']);
  expect(testsOf(165)).toEqual(['testChecks()', 'testWrong()']);
  expect(testsOf(197)).toEqual([]);
});

test('a run with coverage comes out as one without, gas included', () => {
  expect(covered).toEqual(plain);
  expect(plain[0]?.tests.filter(({ status }) => status === 'failed').map(({ signature }) => signature)).toEqual([
    'testWrong()',
  ]);
});

test('selectors of switches count, what has nothing to do does not, and a folder lib within the sources is the project’s', async () => {
  const text = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  const sources = { 'src/lib/Counted.sol': text('Counted.sol'), 'src/Counted.t.sol': text('Counted.t.sol') };
  const counted = await fixtureProject('', buildOf(newestSolc(), sources, 'osaka'));
  const coverage = new Coverage(compilationsOf(counted), counted.settings.dependencies);
  const results = await runTests(counted, counted.suites, { ...HOST, coverage });
  expect(results.flatMap(({ tests }) => tests).map(({ status }) => status)).toEqual(['passed']);
  const report = coverage.report();
  expect(report.files.map(({ path }) => path)).toEqual(['src/lib/Counted.sol']);
  const written = lcovOf(report);
  const lines = [...written.matchAll(/^DA:(\d+,\d+)$/gm)].map(([, line]) => line);
  expect(lines).toEqual(['7,0', '19,1', '20,1', '23,1', '25,1', '27,1', '28,1', '29,1', '31,0', '32,0']);
  expect([...written.matchAll(/^FN:(\d+,.*)$/gm)].map(([, name]) => name)).toEqual([
    '7,Base.open',
    '19,Counted.fallback',
    '23,Counted.nothing',
    '25,Counted.smaller',
  ]);
});
