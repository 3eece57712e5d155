/** What decodes rows comes with the first trace that has something to decode, before its rows are told. */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import { decoder } from '../../../../src/workers/trace/decoding/decoder';
import { failureText } from '../../../../src/workers/trace/rows/outcome';
import { openTrace } from '../../../../tools/open-trace';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

/** Returns its own calldata: CALLDATASIZE, PUSH0, PUSH0, CALLDATACOPY, CALLDATASIZE, PUSH0, RETURN. */
const ECHO = '365f5f37365ff3';
/** Reverts with its calldata. */
const REVERTING = '365f5f37365ffd';
/** `Error("too late")`, by the ABI specification. */
const TOO_LATE: Hex = `0x08c379a0${'20'.padStart(64, '0')}${'8'.padStart(64, '0')}${'746f6f206c617465'.padEnd(64, '0')}`;

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
// Other files may have loaded them in this process.
beforeEach(() => {
  decoder.part = undefined;
  failureText.part = undefined;
});
afterAll(async () => {
  await forgetAll();
  await node.stop();
});

/** Puts code at an address, calls it, and opens the transaction as one that nothing is known of: what is told first. */
async function openCall(to: Address, code: string, data: Hex) {
  await node.call('anvil_setCode', [to, `0x${code}`]);
  const { transactionHash: hash } = await sendMined(node, { from: ANVIL_ACCOUNTS[0], to, data, gas: '0xf4240' });
  const { engine } = await startEngine([node.url]);
  let take = () => {};
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const opened = await openTrace(engine, newJob(), { networkId: ANVIL_NETWORK, hash }, () => {}, taken);
  const isLoaded = decoder.part !== undefined;
  take();
  if (!opened.ok) throw new Error(opened.error.message);
  return { ...opened.value.first, isLoaded };
}

const ECHOING = `0x${'ec'.repeat(20)}` as Address;

test('a call that nothing is known of is shown without', async () => {
  const { rows, outcome, isLoaded } = await openCall(ECHOING, ECHO, '0x12345678');
  expect(isLoaded).toBe(false);
  expect(rows.rows).toMatchObject([{ to: ECHOING, selector: '0x12345678', failed: false }]);
  expect(rows.rows[0]?.functionName).toBeUndefined();
  expect(outcome.status).toBe('success');
  expect(failureText.part).toBeUndefined();
});

test('the reason of a failure is there with its first row', async () => {
  const { rows, outcome } = await openCall(`0x${'fa'.repeat(20)}` as Address, REVERTING, TOO_LATE);
  expect(rows.rows).toMatchObject([{ failed: true, error: { name: { text: 'Error' }, reason: 'too late' } }]);
  expect(outcome.failing?.reason).toBe('too late');
});
