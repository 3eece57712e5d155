/** Transactions and blocks that an endpoint leaves fields out of, or writes otherwise than the specification. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { TransactionRecord } from '../../../../src/workers/chain/chain.api';
import type { OpenedTrace } from '../../../../src/workers/trace/open-trace.api';
import { forgetAll, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

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
    const opened = await open(name, TRANSACTION, without('from', 'to', 'gas', 'nonce', 'value', 'hash', 'input'));
    expect(opened.record?.transaction, name).toMatchObject(fields);
    expect([opened.trace?.source, opened.status, opened.trace?.doubt], name).toEqual(['replay', status, undefined]);
  }
});

test.each([
  ['maxFeePerGas'],
  ['maxPriorityFeePerGas'],
  ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'],
  ['r'],
  ['r', 's', 'v', 'yParity'],
])(
  'fees and signature that an endpoint leaves out are no contradiction, and taken from the signed bytes: %s',
  async (...fields) => {
    const whole = await stated('eth_getTransactionByHash', chain.keyOf('swap-too-little').hash);
    const opened = await open('swap-too-little', TRANSACTION, without(...fields));
    expect([opened.trace?.source, opened.status, opened.trace?.doubt]).toEqual(['replay', 'failed', undefined]);
    const { maxFeePerGas, maxPriorityFeePerGas } = opened.record?.transaction ?? {};
    expect([maxFeePerGas, maxPriorityFeePerGas]).toEqual([
      BigInt(whole.maxFeePerGas as string),
      BigInt(whole.maxPriorityFeePerGas as string),
    ]);
    // Where nobody gives the bytes, it is shown as it is stated, and doubted.
    const doubted = await open('swap-too-little', TRANSACTION, without(...fields), /RawTransaction/);
    expect(doubted.record?.transaction.hash).toBe(chain.keyOf('swap-too-little').hash);
  },
);

test('without signed bytes of the hash, a transaction without a field is refused, and the field is named', async () => {
  const { ended, record } = await open('ether-transfer', TRANSACTION, without('gas'), /RawTransaction/);
  expect(record).toBeUndefined();
  expect(ended.ok ? [] : ended.error.attempts.map(({ outcome }) => outcome)).toContain(
    'the field gas is not what it should be',
  );
});

test('another transaction than the one asked for is none that left fields out', async () => {
  const other = await stated('eth_getTransactionByHash', chain.keyOf('contract-creation').hash);
  const { ended, record } = await open('ether-transfer', TRANSACTION, () => other);
  expect(record).toBeUndefined();
  expect(ended).toMatchObject({
    ok: false,
    error: { code: 'badAnswer', raw: 'another transaction was answered than the one asked for' },
  });
});

test('a call is not told as a creation, nor as a payment, where recipient and input are left out of all answers', async () => {
  const answers = /^eth_get(TransactionByHash|TransactionReceipt|BlockReceipts)$/;
  for (const field of ['to', 'input']) {
    const { ended, record } = await open('swap-too-little', answers, without(field), /RawTransaction|^debug_/);
    expect(record, field).toBeUndefined();
    expect(ended).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  }
  // A creation has no recipient: some nodes leave the field out, and the other fields have the hash.
  const { record, status } = await open('contract-creation', answers, without('to'), /RawTransaction/);
  expect([record?.transaction.to, status]).toEqual([undefined, 'success']);
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

test.each([['hash'], ['number'], ['parentHash'], ['timestamp'], ['gasUsed'], ['transactions']])(
  'the page of a block and the list of blocks show one that is answered without its %s',
  async (field) => {
    const { hash } = chain.keyOf('swap-too-little');
    const { blockNumber, ...placed } = await stated('eth_getTransactionByHash', hash);
    const number = Number(blockNumber);
    const { engine } = await startEngine([chain.proxy.url]);
    const lie = (method: string, _params: readonly unknown[], result: unknown) =>
      BLOCK.test(method) && result !== null ? without(field)(result as Json) : result;
    chain.proxy.set({ lie });
    const page = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true);
    const list = await engine.chain.loadBlocks(newJob(), ANVIL_NETWORK, number, 3);
    const header = await statedBlock(number);
    const facts = {
      number,
      hash: placed.blockHash,
      parentHash: header.parentHash,
      timestamp: Number(header.timestamp),
      gasUsed: Number(header.gasUsed),
      transactions: header.transactions,
    };
    expect(page.ok ? page.value.block : page.error).toMatchObject(facts);
    expect(list.ok ? list.value.map((block) => block.number) : list.error).toEqual([number, number - 1, number - 2]);
    expect(list.ok && list.value[0]).toMatchObject(facts);
  },
);

test('the gas of a block is the sum of its receipts where neither says what was used up to there', async () => {
  const { blockNumber } = await stated('eth_getTransactionByHash', chain.keyOf('swap-too-little').hash);
  const number = Number(blockNumber);
  const { engine } = await startEngine([chain.proxy.url]);
  const strip = (answer: unknown): unknown => {
    if (Array.isArray(answer)) return answer.map(strip);
    return answer === null ? null : without('gasUsed', 'cumulativeGasUsed')(answer as Json);
  };
  const lie = (method: string, _params: readonly unknown[], result: unknown) => {
    if (BLOCK.test(method)) return strip(result);
    return RECEIPT.test(method) && result !== null ? without('cumulativeGasUsed')(result as Json) : result;
  };
  chain.proxy.set({ lie, refuse: /^eth_getBlockReceipts$/ });
  const page = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true);
  const { gasUsed } = await statedBlock(number);
  expect(page.ok ? page.value.block : page.error).toMatchObject({ number, gasUsed: Number(gasUsed) });
});

test('the page of a block shows its transactions where their fields are left out of the block', async () => {
  const { hash } = chain.keyOf('swap-too-little');
  const { blockNumber, from } = await stated('eth_getTransactionByHash', hash);
  const number = Number(blockNumber);
  const { engine } = await startEngine([chain.proxy.url]);
  for (const field of ['nonce', 'gas', 'value', 'hash', 'from']) {
    const strip = (one: unknown) => (typeof one === 'string' ? one : without(field)(one as Json));
    const lie = (method: string, _params: readonly unknown[], result: unknown) => {
      const block = result as { transactions: readonly unknown[] } | null;
      return BLOCK.test(method) && block ? { ...block, transactions: block.transactions.map(strip) } : result;
    };
    chain.proxy.set({ lie });
    const page = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true);
    const found = page.ok ? page.value.transactions.find((each) => each.hash === hash) : page.error;
    expect(found, field).toMatchObject({ summary: { from, hash } });
  }
});

async function statedBlock(number: number): Promise<Json> {
  const params = [`0x${number.toString(16)}`, false];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(chain.devnet.rpcUrl, { method: 'POST', body, headers });
  return ((await answer.json()) as { result: Json }).result;
}

const ALL = /^eth_get(Transaction(ByHash|Receipt)|BlockReceipts|BlockBy)/;
const RECEIPT = /^eth_get(TransactionReceipt|BlockReceipts)$/;
const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]{0,12})$/;

/** Changes every text of an answer, also in lists and objects within. */
const texts =
  (change: (text: string) => unknown): Change =>
  (answer) =>
    JSON.parse(JSON.stringify(answer), (_, value) => (typeof value === 'string' ? change(value) : value)) as Json;

const WRITTEN: readonly (readonly [string, RegExp, Change])[] = [
  ['data for input', TRANSACTION, ({ input, ...others }) => ({ ...others, data: input })],
  ['quantities as numbers', ALL, texts((text) => (QUANTITY.test(text) ? Number(text) : text))],
  ['quantities with zeros before them', ALL, texts((text) => (QUANTITY.test(text) ? `0x00${text.slice(2)}` : text))],
  ['digits in upper case', ALL, texts((text) => text.replace(/(?<=^0x).*/, (digits) => digits.toUpperCase()))],
  ['a limit under another name', TRANSACTION, ({ gas, ...others }) => ({ ...others, gasLimit: gas })],
  ['half a byte of input missing', TRANSACTION, (answer) => ({ ...answer, input: '0xabc' })],
  ['whether it succeeded as true', RECEIPT, (receipt) => ({ ...receipt, status: receipt.status === '0x1' })],
];

test.each(WRITTEN)('an answer written otherwise is read as the node means it: %s', async (_, methods, change) => {
  const { fields, status } = await truth('swap-too-little');
  const opened = await open('swap-too-little', methods, change);
  expect(opened.record?.transaction).toMatchObject(fields);
  expect([opened.trace?.source, opened.status, opened.trace?.doubt]).toEqual(['replay', status, undefined]);
});

test('a mined transaction is not told as pending where only its receipt, which cannot be used, would say so', async () => {
  const decimal = texts((text) => (QUANTITY.test(text) ? BigInt(text).toString() : text));
  const { ended, record } = await open('ether-transfer', ALL, decimal);
  expect(record).toBeUndefined();
  expect(ended).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
});
