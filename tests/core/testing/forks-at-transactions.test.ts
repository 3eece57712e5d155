/**
 * Forks that stand at a transaction come out as forge 1.7.1 lets them, against the same chain with five transactions in a
 * block: status, reason and gas are its output.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import type { Question } from '../../../src/core/testing/cheats/endpoint-answers';
import type { TestHost } from '../../../src/core/testing/host';
import type { TestResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { askEndpoint } from '../../../src/net/ask-endpoint';
import { type Anvil, startAnvil } from '../../../tools/anvil';
import { sendMined } from '../../helpers/mined';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const STORE = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

let anvil: Anvil;
let results: readonly TestResult[];
/** Of a host as the page is one: it asks the reader's own endpoints alone. */
let onPage: readonly TestResult[];
let strangers: readonly TestResult[];
const asked: Question[] = [];
const askedForStrangers: Question[] = [];

beforeAll(async () => {
  const build = fixtureBuild('ForksAt.t.sol');
  anvil = await startAnvil();
  const environment = await mineTransactions(JSON.parse(build).output.contracts['src/ForksAt.t.sol'].Store.evm);
  const project = await fixtureProject(`[rpc_endpoints]\nchain = "${anvil.url}"`, build);
  const run = async (into: Question[], more: Partial<TestHost>): Promise<readonly TestResult[]> => {
    const ask = (question: Question) => {
      into.push(question);
      return askEndpoint(question.url, question.method, question.params);
    };
    const [suite] = await runTests(project, project.suites, { ...HOST, environment, ask, ...more });
    return suite?.tests ?? [];
  };
  results = await run(asked, { trustsConfiguration: true });
  onPage = await run([], { endpoints: [anvil.url] });
  strangers = await run(askedForStrangers, {});
}, 60_000);

afterAll(() => anvil?.stop());

type Code = { bytecode: { object: string }; methodIdentifiers: Readonly<Record<string, string>> };

/** Makes the blocks that the fixture describes; returns the hashes by the names that it reads. */
async function mineTransactions({ bytecode, methodIdentifiers }: Code): Promise<Record<string, Hash>> {
  const accounts = await anvil.call<string[]>('eth_accounts');
  const data = `0x${bytecode.object}`;
  const set = (value: number) => ({
    to: STORE,
    data: `0x${methodIdentifiers['set(uint256)']}${value.toString(16).padStart(64, '0')}`,
  });
  const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00', gas: '0xf4240' };
  const send = (account: number, given: object) =>
    anvil.call<Hash>('eth_sendTransaction', [{ from: accounts[account], ...fees, ...given }]);
  await sendMined(anvil, { from: accounts[0], data });
  await anvil.call('evm_setAutomine', [false]);
  const hashes: Record<string, Hash> = {
    FIRST: await send(1, set(7)),
    SECOND: await send(2, set(8)),
    PAYS: await send(3, { to: '0x00000000000000000000000000000000000c0de1', value: '0x3' }),
    MAKES: await send(4, { data }),
    FAILS: await send(5, set(0)),
  };
  await anvil.call('evm_mine');
  hashes.LATER = await send(1, set(9));
  await anvil.call('evm_mine');
  hashes.WAITS = await send(2, set(10));
  return hashes;
}

const UNKNOWN = `0x${'1'.padStart(64, '0')}`;
const NOT_FOUND = `failed to get transaction ${UNKNOWN}: could not get transaction ${UNKNOWN}`;

/** As `forge test --json` writes them. */
const FORGE: Readonly<Record<string, readonly [string, number, string?]>> = {
  'test_afterAll()': ['passed', 19_833],
  'test_blockFields()': ['passed', 9_108],
  'test_createThenSelect()': ['passed', 42_022],
  'test_expects()': ['passed', 9_031],
  'test_expectsAnother()': [
    'failed',
    7_704,
    'expected an emit, but no logs were emitted afterwards. you might have mismatched events or not enough events were emitted',
  ],
  'test_first()': ['passed', 15_301],
  'test_keepsBlock()': ['passed', 15_707],
  'test_noFork()': ['failed', 5_351, 'vm.transact: No fork active'],
  'test_noForkToRoll()': ['failed', 5_284, 'vm.rollFork: No fork active'],
  'test_otherFork()': ['failed', 5_580, 'vm.transact: Requested fork `9` does not exist'],
  'test_otherForkToRoll()': ['failed', 5_560, 'vm.rollFork: Requested fork `9` does not exist'],
  'test_otherForkToRollTo()': ['failed', 3_564, 'vm.rollFork: Requested fork `9` does not exist'],
  'test_pays()': ['passed', 15_553],
  'test_records()': ['passed', 12_253],
  'test_rolls()': ['passed', 20_676],
  'test_rollsOther()': ['passed', 20_501],
  'test_second()': ['passed', 19_359],
  'test_seesOwnChanges()': ['failed', 23_146, 'assertion failed: 708 != 73308'],
  'test_selectsAgain()': ['passed', 72_297],
  'test_transactWaiting()': ['passed', 12_200],
  'test_transacts()': ['passed', 33_205],
  'test_transactsOnOther()': ['passed', 13_948],
  'test_transactsTwice()': ['passed', 12_957],
  'test_undoes()': ['failed', 12_924, 'assertion failed: 708 != 7'],
  'test_unknown()': ['failed', 3_304, `vm.createSelectFork: ${NOT_FOUND}`],
  'test_unknownRoll()': ['failed', 3_976, `vm.rollFork: ${NOT_FOUND}`],
  'test_unknownTransact()': ['failed', 3_996, `vm.transact: ${NOT_FOUND}`],
  'test_unpaid()': ['passed', 6_994],
  'test_waits()': ['failed', 11_782, 'assertion failed: 7080909 != 0'],
};

test.each(Object.entries(FORGE))('%s', (signature, [status, gas, reason]) => {
  const own = results.find((one) => one.signature === signature);
  expect([own?.status, own?.gas, own?.reason]).toEqual([status, gas, reason]);
});

test('these are all tests', () => {
  expect(results.map(({ signature }) => signature).sort()).toEqual(Object.keys(FORGE).sort());
});

test('nothing is asked twice: what was executed for one test is there for the next', () => {
  const questions = asked.map(({ method, params }) => JSON.stringify([method, params]));
  expect(questions.filter((question, at) => questions.indexOf(question) < at)).toEqual([]);
});

test('on the page they come out the same at an endpoint of the reader, and no other is asked', () => {
  const outcomes = (tests: readonly TestResult[]) =>
    tests.map(({ signature, status, gas }) => [signature, status, gas]);
  expect(outcomes(onPage)).toEqual(outcomes(results));
  const [reason] = strangers.filter(({ signature }) => signature === 'test_second()').map((one) => one.reason);
  expect(reason).toContain('is not asked: it is not an endpoint of your networks');
  expect(askedForStrangers).toEqual([]);
});
