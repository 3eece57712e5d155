import { createHash } from 'node:crypto';
import { createWalletClient, encodeErrorResult, http, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvil as anvilChain } from 'viem/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../src/core/chain/primitives';
import type { Receipt, Transaction } from '../../src/core/chain/transaction';
import type { Failure } from '../../src/core/values/failure';
import type { Result } from '../../src/core/values/result';
import { callContract, fetchCode, fetchNonce, fetchStorageAt } from '../../src/net/account-reader';
import { fetchBlockReceipts, fetchBlockWithReceipts } from '../../src/net/block-receipts';
import { fetchBlock, fetchFullBlock, fetchHead, fetchReceipt, fetchTransaction } from '../../src/net/chain-reader';
import { ANVIL_ACCOUNTS, ANVIL_KEYS, type Anvil, startAnvil } from '../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../helpers/contracts';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { receiptOf } from '../helpers/mined';
import { rpcOf } from '../helpers/rpc';

let anvil: Anvil;
let proxy: FaultProxy;
let echo: Address;

beforeAll(async () => {
  anvil = await startAnvil();
  proxy = await startFaultProxy(anvil.url);
  echo = (await deployRuntime(anvil, ECHO_RUNTIME)) as Address;
});
afterAll(async () => {
  await proxy.stop();
  await anvil.stop();
});

const rpc = () => rpcOf([anvil.url]);
const [sender, other] = ANVIL_ACCOUNTS;

async function value<T>(answer: Promise<Result<T, Failure>>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function wallet(key: Hex) {
  return createWalletClient({ account: privateKeyToAccount(key), chain: anvilChain, transport: http(anvil.url) });
}

/** The receipt, as the reader reads it. */
async function mined(hash: Hex): Promise<Receipt> {
  await receiptOf(anvil, hash as Hash);
  return value(fetchReceipt(rpc(), hash as Hash));
}

/** The mined transaction, checked against its receipt. */
async function readBack(hash: Hex): Promise<Transaction> {
  const receipt = await mined(hash);
  const transaction = await value(fetchTransaction(rpc(), hash as Hash));
  expect(receipt).toMatchObject({ transactionHash: hash, status: 'success', blockHash: transaction.blockHash });
  return transaction;
}

test('type 0', async () => {
  const hash = await wallet(ANVIL_KEYS[0]).sendTransaction({
    type: 'legacy',
    to: other,
    value: 5n,
    gasPrice: 3_000_000_000n,
  });
  const transaction = await readBack(hash);
  expect(transaction).toMatchObject({
    type: 0,
    from: sender,
    to: other,
    value: 5n,
    gasPrice: 3_000_000_000n,
    gas: 21_000,
  });
  expect(transaction).not.toHaveProperty('maxFeePerGas');
  expect(transaction.signature?.v).toBe(BigInt(31337 * 2 + 35) + (((transaction.signature?.v ?? 0n) + 1n) % 2n));
});

test('type 1 with its access list', async () => {
  const accessList = [{ address: echo, storageKeys: [word(0)] }];
  const transaction = await readBack(
    await wallet(ANVIL_KEYS[0]).sendTransaction({
      type: 'eip2930',
      to: echo,
      data: word(1),
      accessList,
      gasPrice: 3_000_000_000n,
    }),
  );
  expect(transaction).toMatchObject({ type: 1, input: word(1), accessList, chainId: 31337 });
});

test('type 2 with its fees; a creation has no recipient and a receipt with the address', async () => {
  const hash = await wallet(ANVIL_KEYS[0]).sendTransaction({ data: '0x5f5ff3', maxFeePerGas: 4_000_000_000n });
  const transaction = await readBack(hash);
  expect(transaction).toMatchObject({
    type: 2,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: expect.any(BigInt),
  });
  expect(transaction).not.toHaveProperty('to');
  const receipt = await value(fetchReceipt(rpc(), hash as Hash));
  expect(receipt.contractAddress).toMatch(/^0x[0-9a-f]{40}$/);
  expect(receipt).not.toHaveProperty('to');
});

test('type 3 with its blob', async () => {
  // The commitment to a blob of zeros, and each proof of it, is the point at infinity.
  const infinity = `0xc0${'0'.repeat(94)}` as Hex;
  const digest = createHash('sha256')
    .update(Buffer.from(infinity.slice(2), 'hex'))
    .digest('hex');
  const versionedHash = `0x01${digest.slice(2)}` as Hex;
  const blob = `0x${'00'.repeat(131_072)}` as Hex;
  const raw = await privateKeyToAccount(ANVIL_KEYS[0]).signTransaction({
    type: 'eip4844',
    chainId: 31337,
    nonce: await value(fetchNonce(rpc(), sender as Address)),
    to: other,
    gas: 21_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    maxFeePerBlobGas: 1_000_000_000n,
    blobVersionedHashes: [versionedHash],
    sidecars: [{ blob, commitment: infinity, proof: infinity }],
  });
  const hash = await anvil.call<Hex>('eth_sendRawTransaction', [raw]);
  expect(await readBack(hash)).toMatchObject({
    type: 3,
    blobVersionedHashes: [versionedHash],
    maxFeePerBlobGas: 1_000_000_000n,
  });
  expect(await value(fetchReceipt(rpc(), hash as Hash))).toMatchObject({ blobGasUsed: 131_072, blobGasPrice: 1n });
  // Anvil loads its trusted setup for the first blob, which takes seconds.
});

test('type 4 with its authorisation; the delegated account then has code', async () => {
  const client = wallet(ANVIL_KEYS[0]);
  const authority = privateKeyToAccount(ANVIL_KEYS[1]);
  const authorization = await authority.signAuthorization({ address: echo, chainId: 31337, nonce: 0 });
  const hash = await client.sendTransaction({ to: other, authorizationList: [authorization], gas: 200_000n });
  expect(await readBack(hash)).toMatchObject({
    type: 4,
    authorizationList: [
      { chainId: 31337, address: echo, nonce: 0, yParity: authorization.yParity, r: authorization.r },
    ],
  });
  expect(await value(fetchCode(rpc(), other as Address))).toBe(`0xef0100${echo.slice(2)}`);
});

test('a log, storage, and a block with its transactions and receipts agree', async () => {
  const hash = await wallet(ANVIL_KEYS[0]).sendTransaction({ to: echo, data: word(77) });
  const receipt = await mined(hash);
  expect(receipt.logs).toEqual([{ address: echo, topics: [word(1)], data: word(77), logIndex: 0 }]);
  expect(await value(fetchStorageAt(rpc(), echo, 0n))).toBe(word(77));

  const { block, transactions } = await value(fetchFullBlock(rpc(), receipt.blockNumber));
  expect(block).toEqual(await value(fetchBlock(rpc(), receipt.blockHash)));
  expect(transactions.map((transaction) => transaction.hash)).toEqual([hash]);
  expect(await value(fetchBlockReceipts(rpc(), block))).toEqual([receipt]);
});

test.each([['number'], ['hash'], ['number', 'hash']])(
  'a block without its %s %s is whole all the same',
  async (...names) => {
    const { hash, number } = await value(fetchBlock(rpc(), 'latest'));
    proxy.set({ lie: (method, _, result) => (/^eth_getBlockBy/.test(method) ? without(result, names) : result) });
    const through = rpcOf([proxy.url]);
    for (const at of [hash as Hash, number as number]) {
      expect(await value(fetchBlock(through, at))).toEqual(await value(fetchBlock(rpc(), at)));
      expect(await value(fetchFullBlock(through, at))).toEqual(await value(fetchFullBlock(rpc(), at)));
    }
  },
);

test.each([
  ['what ArbOS does itself', { from: '0x00000000000000000000000000000000000A4B05' }, 0x6a],
  ['the try of a ticket', { ticketId: word(1), maxRefund: '0x1' }, 0x68],
  ['a ticket that is submitted', { requestId: word(1), maxSubmissionFee: '0x1' }, 0x69],
])('a transaction of Arbitrum without its type is known by its fields: %s', async (_, fields, type) => {
  // Fields as Nitro states them (core/types/arb_types.go).
  const hash = word(2) as Hash;
  const stated = { hash, from: sender, to: other, nonce: '0x0', gas: '0x0', value: '0x0', input: '0x', ...fields };
  proxy.set({ own: (method) => (method === 'eth_getTransactionByHash' ? stated : undefined) });
  expect(await value(fetchTransaction(rpcOf([proxy.url]), hash))).toMatchObject({ hash, type });
});

test('a receipt without events and their filter has those that the node finds', async () => {
  const { hash } = await value(fetchFullBlock(rpc(), 'latest')).then(
    ({ transactions }) => transactions[0] as Transaction,
  );
  proxy.set({
    lie: (method, _, result) =>
      /^eth_get(TransactionReceipt|BlockReceipts)$/.test(method) ? leftOut(result, ['logs', 'logsBloom']) : result,
  });
  const through = rpcOf([proxy.url]);
  const receipt = await value(fetchReceipt(rpc(), hash));
  expect(receipt.logs).toHaveLength(1);
  expect(await value(fetchReceipt(through, hash))).toEqual(receipt);
  const block = await value(fetchBlock(rpc(), 'latest'));
  expect(await value(fetchBlockReceipts(through, block))).toEqual([receipt]);
  // Where it finds none, nothing is made up.
  proxy.set({
    refuse: /^eth_getLogs$/,
    lie: (_, __, result) => leftOut(result, ['logs', 'logsBloom']),
  });
  expect((await fetchReceipt(through, hash)).ok).toBe(false);
});

function without(result: unknown, names: readonly string[]): unknown {
  return { ...(result as object), ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

function leftOut(result: unknown, names: readonly string[]): unknown {
  if (Array.isArray(result)) return result.map((each) => without(each, names));
  return typeof result === 'object' ? without(result, names) : result;
}

test('receipts of a block come one by one where the node has no method for them', async () => {
  const block = await value(fetchBlock(rpc(), 'latest'));
  proxy.set({ refuse: /^eth_getBlockReceipts$/ });
  const receipts = await value(fetchBlockReceipts(rpcOf([proxy.url]), block));
  expect(receipts.map((receipt) => receipt.transactionHash)).toEqual(block.transactions);
  expect(receipts.length).toBeGreaterThan(0);
});

test('a receipt that the node leaves out of those of the block is asked for by itself', async () => {
  // As nodes of Polygon do with what the protocol put into the block (bor, eth_getBlockReceipts).
  const block = await value(fetchBlock(rpc(), 'latest'));
  proxy.set({
    lie: (method, _, result) => (method === 'eth_getBlockReceipts' ? (result as unknown[]).slice(0, -1) : result),
  });
  const before = proxy.calls('eth_getTransactionReceipt');
  const receipts = await value(fetchBlockReceipts(rpcOf([proxy.url]), block));
  expect(receipts.map((receipt) => receipt.transactionHash)).toEqual(block.transactions);
  expect(proxy.calls('eth_getTransactionReceipt') - before).toBe(1);
});

test('a node that has no method for the receipts of a block is asked for them once', async () => {
  const { number = 0 } = await value(fetchBlock(rpc(), 'latest'));
  proxy.set({ refuse: /^eth_getBlockReceipts$/ });
  const reader = rpcOf([proxy.url]);
  const before = proxy.calls('eth_getBlockReceipts');
  for (const at of [number, number - 1, number]) {
    const { block, receipts } = await value(fetchBlockWithReceipts(reader, at));
    expect(receipts.ok && receipts.value.map(({ transactionHash }) => transactionHash)).toEqual(block.transactions);
  }
  expect(proxy.calls('eth_getBlockReceipts') - before).toBe(1);
});

test('of a block that the chain replaced, receipts that its transactions have in another are not taken', async () => {
  await mined(await wallet(ANVIL_KEYS[0]).sendTransaction({ to: other }));
  const own = await value(fetchBlock(rpc(), 'latest'));
  const replaced = { ...own, hash: word(1) as Hash };
  const moved = { code: 'badAnswer', message: 'The chain was reorganised while its blocks were read.' };
  expect(await fetchBlockReceipts(rpc(), replaced)).toMatchObject({ ok: false, error: moved });
  proxy.set({ refuse: /^eth_getBlockReceipts$/ });
  expect(await fetchBlockReceipts(rpcOf([proxy.url]), replaced)).toMatchObject({ ok: false, error: moved });
  expect(await value(fetchBlockReceipts(rpcOf([proxy.url]), own))).toHaveLength(1);
});

test('a call answers with data, and a revert is an answer too', async () => {
  const back = await value(callContract(rpc(), { to: echo, data: word(9) }));
  expect(back).toEqual({ reverted: false, data: word(9) });
  const reverted = await value(callContract(rpc(), { to: echo, data: `${word(9)}00` as Hex }));
  expect(reverted).toMatchObject({ reverted: true, data: word(9), message: expect.stringContaining('revert') });
});

test.each([
  ['bare', (data: Hex) => data],
  ['behind words, with digits in capitals', (data: Hex) => `Reverted 0x${data.slice(2).toUpperCase()}`],
  ['one level deeper', (data: Hex) => ({ data })],
])('the data of a revert is read %s, megabytes of it as well', async (_, spell) => {
  const texts: readonly Hex[] = ['0x', word(9) as Hex, `0x${'ab'.repeat(8_000_000)}`];
  for (const data of texts) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted', data: spell(data) } });
    proxy.set({ fault: { kind: 'body', body }, methods: /eth_call/ });
    const call = callContract(rpcOf([proxy.url]), { to: echo, data: '0x' }, 'latest', { alone: true });
    const reverted = await value(call);
    // Texts of megabytes are compared here, since a report of them would be as long.
    expect(reverted.reverted && reverted.data === data).toBe(true);
  }
  proxy.set({});
});

test.each(['UniswapV2: FORBIDDEN', 'rate limit reached'])(
  'the endpoint is not blamed for a revert with %j',
  async (reason) => {
    const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [reason] });
    const length = ((data.length - 2) / 2).toString(16);
    // PUSH1 length, PUSH1 start of the data, PUSH0, CODECOPY, PUSH1 length, PUSH0, REVERT
    const runtime = `60${length}600a5f3960${length}5ffd${data.slice(2)}`;
    const to = (await deployRuntime(anvil, runtime)) as Address;
    const both = rpcOf([proxy.url, anvil.url]);
    const reverted = await value(callContract(both, { to, data: '0x' }));
    expect(reverted).toEqual({ reverted: true, data, message: expect.stringContaining(reason) });
    expect(both.status().map(({ name }) => name)).toEqual(['first', 'second']);
    expect(both.status()[0]).not.toHaveProperty('rateLimitedUntil');
    expect(both.status()[0]).not.toHaveProperty('backgroundRate');
  },
);

test('a pending transaction has no block, and its receipt is not found', async () => {
  await anvil.call('evm_setAutomine', [false]);
  const hash = await wallet(ANVIL_KEYS[0]).sendTransaction({ to: other, gas: 100_000n });
  const transaction = await value(fetchTransaction(rpc(), hash as Hash));
  for (const field of ['blockHash', 'blockNumber', 'index']) expect(transaction).not.toHaveProperty(field);
  expect(await fetchReceipt(rpc(), hash as Hash)).toMatchObject({ ok: false, error: { code: 'notFound' } });
  const pending = await value(fetchBlock(rpc(), 'pending'));
  expect(pending.transactions).toContain(hash);
  await anvil.call('evm_mine');
  await anvil.call('evm_setAutomine', [true]);
});

test('the head', async () => {
  const head = await value(fetchHead(rpc()));
  expect(head).toMatchObject({ endpoint: 'first', milliseconds: expect.any(Number) });
});
