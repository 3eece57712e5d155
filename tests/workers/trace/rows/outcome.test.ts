/** What came of the failing transactions of the demo chain, as every part of the page tells it. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import { countRows } from '../../../../src/workers/trace/rows/outcome';
import { callTree } from '../../../helpers/call-tree';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { frameRow } from '../../../helpers/frame-row';

const chain = runDemoChain();

/** The beginning of the headline. */
const SENTENCES: Partial<Record<TransactionName, string>> = {
  'custom-error': 'Failures.customError reverted: Refused(0xa0ee7a…9720, 404, "because the demo says so")',
  'require-without-text': 'Failures.requireWithoutText reverted without a reason',
  'panic-overflow': 'Failures.overflow reverted: arithmetic overflow or underflow',
  'invalid-opcode': 'Failures.invalidOpcode failed: invalid opcode: INVALID, which took all gas',
  'failed-creation': 'Stillborn.constructor reverted: CannotBeBorn(',
  'bubbled-custom-error': 'Desk.placePlainly reverted in Ledger.book: LimitExceeded(0x996550…a4dc, 1,000, 5,000)',
  'nested-custom-error':
    'Desk.place reverted: OrderFailed(2, BrokerRefused(…)), because Ledger.book reverted: LimitExceeded(0x996550…a4dc, 1,000, 5,000)',
  'erc721-refused':
    'CARD.safeTransferFrom reverted: ERC721InvalidReceiver(Provisions), because Provisions.onERC721Received does not exist',
  'create2-again':
    'Create2Factory.deploy reverted: DeploymentFailed(0x000000…0ca1), because creating Purse failed: contract address collision: an account with code, a nonce or storage is at its address already, which took ',
  'uups-upgrade-refused': 'VaultV1.upgradeToAndCall reverted: NotOwner(0x3c44cd…93bc)',
  'replaced-error':
    'Causes.replace reverted: SafeCall: PULL_FAILED, because Failures.customError reverted: Refused(Causes, 404, "because the demo says so")',
  'unknown-error-data': 'Causes.unknownData reverted: unrecognized error data 0xdeadbeef',
  'missing-function': 'Failures reverted: the contract has no function of this selector, and no fallback function',
  'missing-receive': 'Failures reverted: the contract has neither a receive nor a fallback function',
  'library-refuses': 'Causes.climb reverted in Ladder.climb: TooSteep(0, 50)',
  'failed-child': 'Causes.makeChild reverted in Child.constructor: Child: too large',
  'bad-jump':
    'failed: invalid jump destination, which took all gas, because Failures reverted: the contract has neither a receive nor a fallback function',
};

test('failures are told by the error they ended with, and then by what caused it', { timeout: 300_000 }, async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    const { handle } = await open(chain.keyOf(name as TransactionName));
    await settledRows(handle, 1);
    const { contract, method, failing } = await engine.trace.outcome(handle);
    const subject = [contract?.text, method?.text].filter(Boolean).join('.');
    const said = `${subject}${(failing?.sentence ?? []).map(({ text }) => text).join('')}`.trim();
    expect(said.slice(0, sentence.length), name).toBe(sentence);
    // The Error field says the same, where it does not say that there was no reason.
    if (!said.endsWith('without a reason')) expect(said, name).toContain(failing?.reason);
  }
});

/** Lines of the stack trace, outermost first: where, and what is said there. */
async function stackOf(name: TransactionName): Promise<string[]> {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf(name));
  const answer = await engine.trace.sourceTrace(newJob(), handle);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.stack.map(({ contract, function: called, role, sentence }) =>
    [`${contract}.${called}`, role, sentence].filter(Boolean).join(' '),
  );
}

test('the stack trace names who declares each function, and goes on to what caused a replaced error', async () => {
  expect(await stackOf('replaced-error')).toEqual([
    'Causes.replace',
    'SafeCall.pull Reverted: SafeCall: PULL_FAILED',
    'Failures.customError Reverted with Refused(Causes, 404, "because the demo says so").',
  ]);
  expect(await stackOf('guarded-function')).toEqual([
    'Causes.guarded',
    'Causes.onlySelf modifier Reverted: Causes: only itself',
  ]);
});

test('the stack trace tells halts and unknown data in the words of the headline', async () => {
  expect(await stackOf('invalid-opcode')).toEqual([
    'Failures.invalidOpcode Halted: invalid opcode: INVALID, which took all gas.',
  ]);
  expect(await stackOf('unknown-error-data')).toEqual([
    'Causes.unknownData Reverted: unrecognized error data 0xdeadbeef.',
  ]);
  expect((await stackOf('bad-jump'))[0]).toMatch(
    /^0x[\da-f]{6}…[\da-f]{4}\. Failed in code whose source is not known: invalid jump destination, which took all gas\.$/,
  );
});

test('rows that handed an error on and those it arose in are told apart', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf('nested-custom-error'));
  const wrapped = await settledRows(handle);
  expect(wrapped.map(frameRow).map(({ failure, error }) => [failure, error?.name?.text])).toEqual([
    ['arose', 'OrderFailed'],
    ['arose', 'BrokerRefused'],
    ['arose', 'ClearingFailed'],
    ['arose', 'LimitExceeded'],
  ]);
  const bubbled = await settledRows((await open(chain.keyOf('bubbled-custom-error'))).handle);
  expect(bubbled.filter(({ failed }) => failed).map(({ failure }) => failure)).toEqual([
    'handedOn',
    'handedOn',
    'arose',
  ]);
});

test('accounts without code and precompiles have no functions', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  for (const name of ['text-message', 'blob'] as const) {
    const { handle } = await open(chain.keyOf(name));
    const root = frameRow((await settledRows(handle))[0]);
    expect([root.selector, root.functionName], name).toEqual([undefined, undefined]);
    expect((await engine.trace.outcome(handle)).codeless, name).toBe(true);
    expect(await engine.trace.contracts(handle), name).toEqual([]);
  }
  const rows = await settledRows((await open(chain.keyOf('precompiles'))).handle);
  const precompiles = rows.filter(({ toName }) => toName?.origin === 'builtin');
  expect(precompiles.length).toBeGreaterThan(3);
  expect(precompiles.map(frameRow).flatMap(({ selector }) => selector ?? [])).toEqual([]);
});

test('a call without calldata that reverted ran the code of the contract', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf('missing-receive'));
  await settledRows(handle);
  expect((await engine.trace.contracts(handle)).map(({ name }) => name?.text)).toEqual(['Failures']);
});

test('events are counted as the receipt has them: not those that a failure undid', () => {
  const tree = callTree(`
    Router
      #Kept
      Pool !
        #Undone
      #Kept`);
  expect(countRows(tree)).toMatchObject({ rowCount: 5, frameCount: 2, logCount: 2 });
  const failed = callTree(`
    Router !
      #Undone
      Pool
        #Undone`);
  expect(countRows(failed)).toMatchObject({ rowCount: 4, logCount: 0 });
});
