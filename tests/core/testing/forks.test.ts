/** Tests on forks come out as forge 1.7.1 lets them, against the same chain: status, reason and gas are its output. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Question } from '../../../src/core/testing/cheats/endpoint-answers';
import type { TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { askEndpoint } from '../../../src/net/ask-endpoint';
import { type Anvil, startAnvil } from '../../../tools/anvil';
import { sendMined } from '../../helpers/mined';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

let anvil: Anvil;
let results: readonly TestResult[];
let strangers: readonly TestResult[];
const asked: string[] = [];
const askedForStrangers: string[] = [];

beforeAll(async () => {
  const build = fixtureBuild('Forks.t.sol');
  const { output } = JSON.parse(build);
  anvil = await startAnvil();
  const [from] = await anvil.call<string[]>('eth_accounts');
  const store = output.contracts['src/Forks.t.sol'].Store.evm;
  const send = (given: object) => sendMined(anvil, { from, ...given });
  await send({ data: `0x${store.bytecode.object}` });
  const to = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  for (const value of [7, 9])
    await send({ to, data: `0x${store.methodIdentifiers['set(uint256)']}${String(value).padStart(64, '0')}` });
  const project = await fixtureProject(`[rpc_endpoints]\nchain = "${anvil.url}"`, build);
  const askingInto = (urls: string[]) => ({
    ...HOST,
    ask: ({ url, method, params }: Question) => {
      urls.push(url);
      return askEndpoint(url, method, params);
    },
  });
  const [suite] = await runTests(project, project.suites, { ...askingInto(asked), trustsConfiguration: true });
  results = suite?.tests ?? [];
  const [stranger] = await runTests(project, project.suites, askingInto(askedForStrangers));
  strangers = stranger?.tests ?? [];
}, 60_000);

afterAll(() => anvil?.stop());

/** As `forge test --json` writes them. */
const FORGE: Readonly<Record<string, readonly [string, number, string?]>> = {
  'test_asks()': ['passed', 19_777],
  'test_cheats()': ['passed', 46_685],
  'test_goesAlong()': ['passed', 141_974],
  'test_goesBack()': ['passed', 23_704],
  'test_header()': ['passed', 8_061],
  'test_keepsBlock()': ['passed', 10_447],
  'test_madeBefore()': ['passed', 136_474],
  'test_newest()': ['passed', 11_001],
  'test_noneActive()': ['failed', 2_880, 'vm.activeFork: no active fork'],
  'test_reads()': ['passed', 22_007],
  'test_rolls()': ['passed', 29_337],
  'test_separate()': ['passed', 40_059],
  'test_staysBehind()': ['passed', 142_961],
  'test_unknownFork()': ['failed', 3_291, 'vm.selectFork: No matching fork found for 9'],
  'test_wrongValue()': ['failed', 11_425, 'assertion failed: 7 != 8'],
};

test.each(Object.entries(FORGE))('%s', (signature, [status, gas, reason]) => {
  const own = results.find((one) => one.signature === signature);
  expect([own?.status, own?.gas, own?.reason]).toEqual([status, gas, reason]);
});

test('an endpoint that neither the configuration nor the reader names is not asked', () => {
  const own = results.find(({ signature }) => signature === 'test_otherEndpoint()');
  expect(own?.reason).toContain('http://127.0.0.1:9/not-allowed is not asked');
  expect(new Set(asked)).toEqual(new Set([anvil.url]));
});

test('the configuration of a project that is not trusted leads to no endpoint', () => {
  const reasons = strangers.map(({ reason }) => reason);
  expect(reasons).toContainEqual(expect.stringContaining('is not asked: it is not an endpoint of your networks'));
  expect(askedForStrangers).toEqual([]);
});
