/** A mined transaction executed once more with changes, on a real node. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import type { TransactionChanges } from '../../../../src/workers/trace/simulate.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { frameRow } from '../../../helpers/frame-row';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const word = (value: number | bigint): Hash => `0x${value.toString(16).padStart(64, '0')}` as Hash;

/** Adds one to slot 0, logs the sum and returns it. */
const COUNTER = '60015f5401805f555f5260205fa060205ff3';

let node: TestNode;
let counter: Address;
/** The second of a block in which both count. */
let second: Hash;
/** The only one of its block. */
let alone: Hash;

beforeAll(async () => {
  node = await startNode();
  const size = (COUNTER.length / 2).toString(16).padStart(2, '0');
  const init: Hex = `0x60${size}8060095f395ff3${COUNTER}`;
  counter = (await sendMined(node, { from: ALICE, data: init })).contractAddress;
  alone = (await sendMined(node, { from: ALICE, to: counter, gas: '0x30d40' })).transactionHash;
  await node.call('evm_setAutomine', [false]);
  await send({
    from: BOB,
    to: counter,
    gas: '0x30d40',
    maxFeePerGas: '0x174876e800',
    maxPriorityFeePerGas: '0x77359400',
  });
  second = await send({
    from: ALICE,
    to: counter,
    gas: '0x30d40',
    maxFeePerGas: '0x174876e800',
    maxPriorityFeePerGas: '0x1',
  });
  await node.call('evm_mine', []);
  await node.call('evm_setAutomine', [true]);
});
afterAll(() => node?.stop());
afterEach(forgetAll);

const send = (transaction: object) => node.call<Hash>('eth_sendTransaction', [transaction]);
const receiptOf = (hash: Hash) =>
  node.call<{ contractAddress: Address; gasUsed: Hex; transactionIndex: Hex }>('eth_getTransactionReceipt', [hash]);

async function change(hash: Hash, changes: TransactionChanges) {
  const { engine, open } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
  return { engine, answer: await engine.trace.simulateChanged(newJob(), handle, changes) };
}

async function changed(hash: Hash, changes: TransactionChanges) {
  const { engine, answer } = await change(hash, changes);
  if (!answer.ok) throw new Error(answer.error.message);
  return { engine, execution: answer.value };
}

test('without changes it comes out as it was mined, in the middle of a block too', async () => {
  for (const [hash, sum] of [
    [alone, 1],
    [second, 3],
  ] as const) {
    const { execution } = await changed(hash, {});
    expect(execution).toMatchObject({ success: true, output: word(sum), uncertain: 0 });
    expect(execution.gasUsed).toBe(Number((await receiptOf(hash)).gasUsed));
    expect(execution.logs).toEqual([{ address: counter, topics: [], data: word(sum) }]);
  }
});

test('a slot that holds something else counts from there', async () => {
  const { execution } = await changed(second, { accounts: { [counter]: { stateDiff: { [word(0)]: word(41) } } } });
  expect(execution.output).toBe(word(42));
  expect(execution.stateDiff.pre[counter]?.storage).toEqual({ [word(0)]: word(41) });
});

test('less gas than it takes fails, and its trace says so', async () => {
  const { engine, execution } = await changed(alone, { transaction: { gas: 22_000 } });
  expect(execution).toMatchObject({ success: false, error: 'out of gas', gasUsed: 22_000, logs: [] });
  const { rows } = await engine.trace.rows(execution.trace.handle, 0 as VisibleIndex, 5);
  expect(frameRow(rows[0]).error?.message).toContain('out of gas');
});

test('what it did not read is fetched, and said to be uncertain after others of the block', async () => {
  // Returns slot 1, which nobody ever wrote.
  const accounts = { [counter]: { code: '0x6001545f5260205ff3' as Hex } };
  const first = await changed(alone, { accounts });
  expect(first.execution).toMatchObject({ output: word(0), uncertain: 0 });
  await forgetAll();
  const later = await changed(second, { accounts });
  expect(later.execution).toMatchObject({ output: word(0), uncertain: 1 });
});

test('another sender has its own nonce', async () => {
  const { execution } = await changed(alone, { transaction: { from: BOB } });
  expect(execution.output).toBe(word(1));
  expect(execution.stateDiff.pre[BOB]?.nonce ?? 0).toBe(0);
});

test('the block says what it is told to', async () => {
  // Returns NUMBER and TIMESTAMP.
  const accounts = { [counter]: { code: '0x435f524260205260405ff3' as Hex } };
  const { execution } = await changed(alone, { accounts, block: { number: 77, timestamp: 2_000_000_000 } });
  expect(execution.output).toBe(`${word(77)}${word(2_000_000_000).slice(2)}`);
});

test('a transaction that cannot be in its block says why', async () => {
  const { answer } = await change(alone, { transaction: { nonce: 99 } });
  expect(answer).toMatchObject({ ok: false, error: { code: 'unsupported', message: expect.stringMatching(/nonce/i) } });
});
