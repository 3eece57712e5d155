/** Transactions and blocks that an endpoint leaves fields out of, or writes otherwise than the specification. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { TransactionRecord } from '../../../../src/workers/chain/chain.api';
import type { OpenedTrace } from '../../../../src/workers/trace/open-trace.api';
import { forgetAll, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';

const chain = runDemoChain();

type Json = Record<string, unknown>;
type Change = (answer: Json) => Json;

const TRANSACTION = /^eth_getTransactionByHash$/;
const BLOCK = /^eth_getBlockBy/;

const without =
  (...fields: readonly string[]): Change =>
  (answer) =>
    Object.fromEntries(Object.entries(answer).filter(([field]) => !fields.includes(field)));

/** Opens the transaction on an endpoint whose answers are changed so. */
async function open(name: TransactionName, methods: RegExp, change: Change, refuse?: RegExp) {
  const { engine } = await startEngine([chain.proxy.url]);
  const lie = (method: string, _params: readonly unknown[], result: unknown) =>
    methods.test(method) && result !== null ? change(result as Json) : result;
  chain.proxy.set({ lie, ...(refuse && { refuse }) });
  let record: TransactionRecord | undefined;
  let trace: OpenedTrace | undefined;
  const ended = await engine.trace.openTransaction(newJob(), chain.keyOf(name), (update) => {
    if (update.type === 'record') record = update.record;
    if (update.type === 'opened') trace = update.trace;
  });
  await engine.settled();
  const status = trace && (await engine.trace.outcome(trace.handle)).status;
  chain.proxy.set({});
  await forgetAll();
  return { ended, record, trace, status };
}

/** The node's own answer. */
async function stated(method: string, hash: unknown): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [hash] });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(chain.devnet.rpcUrl, { method: 'POST', body, headers });
  return ((await answer.json()) as { result: Json }).result;
}

/** What the page must show, by the node's answers that nobody changed. */
async function truth(name: TransactionName) {
  const { hash } = chain.keyOf(name);
  const { from, to, nonce, value, gas, input } = await stated('eth_getTransactionByHash', hash);
  const receipt = await stated('eth_getTransactionReceipt', hash);
  const fields = { from, ...(to !== null && { to }), input, nonce: Number(nonce), value: BigInt(value as string) };
  return { status: receipt.status === '0x1' ? 'success' : 'failed', fields: { ...fields, gas: Number(gas) } };
}

const NAMES: readonly TransactionName[] = ['swap-too-little', 'contract-creation', 'ether-transfer'];

test('what an endpoint leaves out of a transaction is taken from its signed bytes', async () => {
  for (const name of NAMES) {
    const { fields, status } = await truth(name);
    const opened = await open(name, TRANSACTION, without('from', 'gas', 'nonce', 'value', 'hash'));
    expect(opened.record?.transaction, name).toMatchObject(fields);
    expect([opened.trace?.source, opened.status, opened.trace?.doubt], name).toEqual(['replay', status, undefined]);
  }
});

test('without signed bytes of the hash, a transaction without a field is refused, and the field is named', async () => {
  const { ended, record } = await open('ether-transfer', TRANSACTION, without('gas'), /RawTransaction/);
  expect(record).toBeUndefined();
  expect(ended.ok ? [] : ended.error.attempts.map(({ outcome }) => outcome)).toContain(
    'the field gas is not what it should be',
  );
});

test.each([['hash'], ['parentHash'], ['timestamp'], ['gasUsed'], ['transactions'], ['parentHash', 'gasUsed', 'hash']])(
  'what an endpoint leaves out of a block is asked otherwise, and has the hash of the block: %s',
  async (...fields) => {
    const opened = await open('swap-too-little', BLOCK, without(...fields));
    expect([opened.trace?.source, opened.status, opened.trace?.doubt]).toEqual(['replay', 'failed', undefined]);
    const block = await stated('eth_getBlockByHash', opened.record?.receipt?.blockHash).catch(() => undefined);
    expect(block === undefined || opened.record?.block !== undefined).toBe(true);
  },
);
