import { safeParse } from 'valibot';
import { keccak256, numberToHex, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { NetworkId } from '../../src/core/chain/primitives';
import { hashOf, type RawTransaction } from '../../src/core/chain/raw-transaction';
import { fullBlockSchema } from '../../src/net/rpc/block-schema';
import { receiptSchema } from '../../src/net/rpc/receipt-schema';
import { transactionSchema } from '../../src/net/rpc/transaction-schema';

const NETWORK = 10 as NetworkId;
const A = `0x${'Aa'.repeat(20)}`;
const H = `0x${'Bb'.repeat(32)}`;

const TRANSACTION = {
  hash: H,
  from: A,
  to: null,
  nonce: '0x01',
  value: '0x0',
  input: '0xABCD',
  gas: '0x5208',
  gasPrice: null,
  blockHash: H,
  blockNumber: '0x10',
  transactionIndex: '0x2',
  v: '0x1b',
  r: '0x1',
  s: `0x${'2'.repeat(64)}`,
};
const RECEIPT = {
  transactionHash: H,
  blockHash: H,
  blockNumber: '0x10',
  transactionIndex: '0x2',
  from: A,
  to: A,
  contractAddress: null,
  gasUsed: '0x5208',
  cumulativeGasUsed: '0x5208',
  logs: [],
};
const BLOCK = {
  hash: H,
  number: '0x10',
  parentHash: H,
  timestamp: '0x65000000',
  miner: A,
  gasUsed: '0x0',
  gasLimit: '0x7fffffffffffffff',
  transactions: [TRANSACTION],
};

function transaction(changes: object) {
  return safeParse(transactionSchema(NETWORK), { ...TRANSACTION, ...changes }, { abortEarly: true });
}

/** The path of the field that was refused, or 'accepted'. */
function refused(result: ReturnType<typeof transaction>): string {
  return result.success ? 'accepted' : (result.issues[0].path?.map(({ key }) => key).join('.') ?? '');
}

test('a transaction of an old node: no type, null for absent, short halves of the signature', () => {
  expect(transaction({}).output).toEqual({
    networkId: 10,
    hash: H.toLowerCase(),
    type: 0,
    from: A.toLowerCase(),
    nonce: 1,
    value: 0n,
    input: '0xabcd',
    gas: 21_000,
    signature: { r: `0x${'1'.padStart(64, '0')}`, s: `0x${'2'.repeat(64)}`, v: 27n },
    blockHash: H.toLowerCase(),
    blockNumber: 16,
    index: 2,
  });
});

test('a transaction whose type was left out has the one that its fields are of', () => {
  const of = (fields: object) => safeParse(transactionSchema(NETWORK), { ...TRANSACTION, ...fields }).output;
  expect(of({ sourceHash: H })).toMatchObject({ type: 0x7e });
  expect(of({ feeCurrency: A, maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1', v: '0x0' })).toMatchObject({
    type: 0x7b,
    chainId: NETWORK,
  });
});

test.each([
  ['of Ethereum', { v: '0x26' }, 1],
  ['of an Anvil chain', { v: '0xf4f5' }, 31_337],
  ['stated beside it', { v: '0x0', chainId: '0xa' }, 10],
  ['none before EIP-155', { v: '0x1c' }, undefined],
  ['beyond all bounds', { v: `0x${'f'.repeat(64)}` }, undefined],
])('the chain id signed for, %s', (_, changes, chainId) => {
  expect(transaction(changes).output).toHaveProperty('signature');
  expect((transaction(changes).output as { chainId?: number }).chainId).toBe(chainId);
});

test('a deposit of the OP Stack keeps its type and its own fields as text', () => {
  const result = transaction({
    type: '0x7e',
    sourceHash: H,
    mint: '0x10',
    isSystemTx: false,
    depositReceiptVersion: '0x1',
    unheardOf: { a: 1 },
    l1Turing: 'x'.repeat(200_000),
  });
  expect(result.output).toMatchObject({ type: 0x7e, rollup: { sourceHash: H, mint: '0x10', isSystemTx: 'false' } });
  const { rollup } = result.output as { rollup: Record<string, string> };
  expect(Object.keys(rollup).toSorted()).toEqual([
    'depositReceiptVersion',
    'isSystemTx',
    'l1Turing',
    'mint',
    'sourceHash',
  ]);
  expect(rollup.l1Turing?.length).toBe(100_001);
});

test.each([
  ['hash', { hash: '0x12' }],
  ['from', { from: null }],
  ['to', { to: '0x12' }],
  ['value', { value: `0x1${'0'.repeat(64)}` }],
  ['value', { value: 1.5 }],
  ['nonce', { nonce: '0x1ffffffffffffffff' }],
  ['gas', { gas: '-0x1' }],
  ['input', { input: '0xabc' }],
  ['input', { input: 'text' }],
  ['input', { input: `0x${'00'.repeat(16 * 1024 * 1024 + 1)}` }],
  ['accessList.0.address', { accessList: [{ address: 'x', storageKeys: [] }] }],
  [
    'authorizationList.0.r',
    { authorizationList: [{ chainId: '0x1', address: A, nonce: '0x0', yParity: '0x0', s: '0x1' }] },
  ],
])('a wrong %s is named', (field, changes) => {
  expect(refused(transaction(changes))).toBe(field);
});

test('an authorisation that does not count may name any chain and any nonce', () => {
  const entry = {
    chainId: `0x${'f'.repeat(64)}`,
    address: A,
    nonce: '0xffffffffffffffff',
    yParity: '0x1',
    r: '0x1',
    s: '0x1',
  };
  const { output } = transaction({
    type: '0x4',
    authorizationList: [entry, { ...entry, chainId: '0x1', nonce: '0x2' }],
  });
  expect(output).toMatchObject({
    authorizationList: [
      { chainId: 2n ** 256n - 1n, nonce: 2n ** 64n - 1n },
      { chainId: 1, nonce: 2 },
    ],
  });
});

test.each([null, [], 'text', 7, { hash: H }])('%j is no transaction', (value) => {
  expect(safeParse(transactionSchema(NETWORK), value).success).toBe(false);
});

test('a receipt before Byzantium has a state root and no status', () => {
  const { output } = safeParse(receiptSchema(NETWORK), { ...RECEIPT, root: H });
  expect(output).toMatchObject({ root: H.toLowerCase(), index: 2 });
  expect(output).not.toHaveProperty('status');
  expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, status: '0x0', l1Fee: '0x9' }).output).toMatchObject({
    status: 'failed',
    rollup: { l1Fee: '0x9' },
  });
  expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, status: '0x2' }).success).toBe(false);
  const log = { address: A, topics: [H, H, H, H, H], data: '0x', logIndex: '0x0' };
  expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, logs: [log] }).success).toBe(false);
});

test.each([
  ['logs', null, { logs: [] }],
  ['status', true, { status: 'success' }],
  ['status', false, { status: 'failed' }],
])('a receipt whose %s is %j', (field, value, expected) => {
  expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, [field]: value }).output).toMatchObject(expected);
});

test('a receipt without events and without their filter does not say that there are none', () => {
  const said = (changes: object) => safeParse(receiptSchema(NETWORK), { ...RECEIPT, ...changes }).success;
  expect(said({ logs: undefined, logsBloom: undefined })).toBe(false);
  expect(said({ logs: undefined, logsBloom: `0x${'00'.repeat(256)}` })).toBe(true);
  expect(said({ logs: undefined, logsBloom: `0x${'00'.repeat(255)}01` })).toBe(false);
});

test.each(['cumulativeGasUsed', 'effectiveGasPrice', 'root', 'status', 'contractAddress', 'to'])(
  'a receipt without %s is one without it',
  (field) => {
    const { output, success } = safeParse(receiptSchema(NETWORK), { ...RECEIPT, [field]: undefined });
    expect(success).toBe(true);
    expect(output).not.toHaveProperty(field);
  },
);

test('a log without its index in the block is shown without it', () => {
  const log = { address: A, topics: [H], data: '0x12', logIndex: null };
  expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, logs: [log] }).output).toMatchObject({
    logs: [{ address: A.toLowerCase(), topics: [H.toLowerCase()], data: '0x12' }],
  });
});

test.each(['transactionHash', 'blockHash', 'blockNumber', 'transactionIndex', 'from', 'gasUsed'])(
  'a receipt needs its %s',
  (field) => {
    expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, [field]: null }).success).toBe(false);
  },
);

test.each([
  'gasLimit',
  'miner',
  'difficulty',
  'nonce',
  'size',
  'extraData',
  'mixHash',
  'sha3Uncles',
  'logsBloom',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'baseFeePerGas',
])('a block without %s, or with nothing in it, is one without it', (field) => {
  for (const value of [undefined, null, '', '0x'])
    expect(safeParse(fullBlockSchema(NETWORK), { ...BLOCK, [field]: value }).success).toBe(true);
});

test.each(['parentHash', 'timestamp', 'gasUsed', 'transactions'])('a block needs its %s', (field) => {
  expect(safeParse(fullBlockSchema(NETWORK), { ...BLOCK, [field]: null }).success).toBe(false);
});

test('old nodes call the miner author', () => {
  const { miner: author, ...rest } = BLOCK;
  expect(safeParse(fullBlockSchema(NETWORK), { ...rest, author }).output).toMatchObject({
    block: { miner: A.toLowerCase() },
  });
});

test('a block whose node states no miner says so, so that the zero address is not shown as one', () => {
  const { miner: _, ...rest } = BLOCK;
  expect(safeParse(fullBlockSchema(NETWORK), rest).output).toMatchObject({ block: { minerUnknown: true } });
  const stated = safeParse(fullBlockSchema(NETWORK), { ...BLOCK, miner: `0x${'0'.repeat(40)}` });
  expect((stated.output as { block: object }).block).not.toHaveProperty('minerUnknown');
});

test('what ends a block of the OP Stack has no nonce, and any other transaction needs one', () => {
  // ethereum-optimism/specs, protocol/lagoon/post-exec.md: all fields that nodes state of it.
  const { hash, blockHash, blockNumber, transactionIndex } = TRANSACTION as Record<string, unknown>;
  const place = { hash, blockHash, blockNumber, transactionIndex };
  const postExec = {
    ...place,
    type: '0x7d',
    from: `0x${'0'.repeat(40)}`,
    gas: '0x0',
    value: '0x0',
    input: '0xc3010203',
  };
  const block = safeParse(fullBlockSchema(NETWORK), { ...BLOCK, transactions: [TRANSACTION, postExec] });
  expect(block.output).toMatchObject({ transactions: [{}, { type: 0x7d, nonce: 0, input: '0xc3010203' }] });
  const { type: _, ...untyped } = postExec;
  const told = safeParse(fullBlockSchema(NETWORK), { ...BLOCK, transactions: [TRANSACTION, untyped] });
  expect(told.output).toEqual(block.output);
  expect(transaction({ nonce: undefined }).success).toBe(false);
  expect(safeParse(receiptSchema(NETWORK), { ...RECEIPT, opGasRefund: '0x9c4' }).output).toMatchObject({
    rollup: { opGasRefund: '0x9c4' },
  });
});

test('a block with a limit past what a number holds, and a pending one', () => {
  const full = safeParse(fullBlockSchema(NETWORK), BLOCK);
  expect(full.output).toMatchObject({
    block: { number: 16, gasLimit: 2 ** 63, transactions: [H.toLowerCase()] },
    transactions: [{ hash: H.toLowerCase() }],
  });
  const pending = safeParse(fullBlockSchema(NETWORK), { ...BLOCK, hash: null, miner: null });
  expect(pending.output).toMatchObject({ block: { miner: `0x${'0'.repeat(40)}` } });
  expect((pending.output as { block: object }).block).not.toHaveProperty('number');
});

test('answers of chains as they are: what they leave out, write as numbers, with zeros in front or in upper case', () => {
  // Frontier (Moonbeam, peaq, Astar): no mixHash, nulls, a size that is a number, fields of its own.
  const frontier = {
    ...BLOCK,
    author: A,
    nonce: null,
    baseFeePerGas: null,
    size: 1234,
    sealFields: ['0x0'],
    totalDifficulty: '0x0',
    transactions: [
      { ...TRANSACTION, accessList: null, chainId: null, creates: null, publicKey: '0x1', raw: '0x', standardV: '0x0' },
    ],
  };
  const block = safeParse(fullBlockSchema(NETWORK), frontier);
  expect(block.output).toMatchObject({ block: { size: 1234 }, transactions: [{ type: 0 }] });
  const shown = block.success ? block.output.block : {};
  expect(['mixHash', 'nonce', 'baseFeePerGas'].filter((name) => name in shown)).toEqual([]);
  // RSK: zeros in front, no type, a filter that is null, nobody as the recipient of what it pays its miners.
  expect(
    transaction({ nonce: '0x0001', value: '0x00', gas: '0x00005208', type: undefined, chainId: '0x0a' }).output,
  ).toMatchObject({ type: 0, nonce: 1, value: 0n, gas: 21_000, chainId: 10 });
  expect(
    safeParse(receiptSchema(NETWORK), { ...RECEIPT, status: '0x01', logsBloom: null, to: null }).output,
  ).toMatchObject({
    status: 'success',
  });
  // Anvil's deposits: a type in upper case, times as numbers.
  expect(transaction({ type: '0x7E', blockTimestamp: 1750000005 }).output).toMatchObject({ type: 126 });
  expect(
    safeParse(receiptSchema(NETWORK), { ...RECEIPT, type: '0x7E', gasUsed: 21000, effectiveGasPrice: null }).output,
  ).toMatchObject({ gasUsed: 21_000 });
  // Polygon's pseudo transactions have no signature.
  expect(
    refused(
      transaction({ from: `0x${'00'.repeat(20)}`, to: `0x${'00'.repeat(20)}`, gas: '0x0', v: null, r: null, s: null }),
    ),
  ).toBe('accepted');
  // A number is no hash, and a negative or broken one no quantity.
  expect(refused(transaction({ gas: -1 }))).toBe('gas');
  expect(refused(transaction({ gas: 1.5 }))).toBe('gas');
  expect(refused(transaction({ hash: 7 }))).toBe('hash');
});

test('a block keeps fields of its header that only some chains have', () => {
  const avalanche = { ...BLOCK, extDataHash: H, blockGasCost: '0x0', minDelayExcess: '0x799d4c' };
  const { output } = safeParse(fullBlockSchema(NETWORK), avalanche);
  expect(output).toMatchObject({
    block: { rollup: { extDataHash: H, blockGasCost: '0x0', minDelayExcess: '0x799d4c' } },
  });
  const arbitrum = safeParse(fullBlockSchema(NETWORK), {
    ...BLOCK,
    l1BlockNumber: '0x7',
    sendCount: '0x1',
    sendRoot: H,
  });
  expect(arbitrum.output).toMatchObject({ block: { rollup: { l1BlockNumber: '0x7', sendCount: '0x1', sendRoot: H } } });
  // Base since Denim, and BNB Smart Chain (internal/ethapi, RPCMarshalHeader).
  for (const field of ['timestampMs', 'milliTimestamp']) {
    const { output } = safeParse(fullBlockSchema(NETWORK), { ...BLOCK, [field]: '0xa4d8' });
    expect(output).toMatchObject({ block: { rollup: { [field]: '0xa4d8' } } });
  }
});

test('a legacy transaction without v is not signed by its parity alone', () => {
  const one = `0x${'1'.padStart(64, '0')}`;
  const stated = { ...TRANSACTION_WITHOUT_V, type: '0x0', gasPrice: '0x1', r: one, s: one, yParity: '0x1' };
  expect(safeParse(transactionSchema(NETWORK), stated).output).not.toHaveProperty('signature');
  expect(safeParse(transactionSchema(NETWORK), { ...stated, v: '0x1c' }).output).toHaveProperty('signature.v', 28n);
});

test('an envelope that only its chain has may be without a value; one of Ethereum may not', () => {
  const { value: _, ...stated } = { ...TRANSACTION_WITHOUT_V, type: '0x76', calls: [], gasPrice: '0x1' };
  expect(safeParse(transactionSchema(NETWORK), stated).output).toMatchObject({ type: 0x76, value: 0n });
  for (const type of ['0x0', '0x2', undefined])
    expect(safeParse(transactionSchema(NETWORK), { ...stated, type }).success).toBe(false);
});

const TRANSACTION_WITHOUT_V = {
  hash: `0x${'aa'.repeat(32)}`,
  from: `0x${'bb'.repeat(20)}`,
  nonce: '0x0',
  value: '0x0',
  gas: '0x5208',
};

test('a typed transaction whose type, chain, access list and parity were left out has its hash', async () => {
  const account = privateKeyToAccount(`0x${'46'.repeat(32)}`);
  const raw = await account.signTransaction({
    chainId: NETWORK,
    nonce: 9,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1n,
    gas: 21_000n,
    to: `0x${'35'.repeat(20)}`,
    value: 7n,
  });
  const { r, s, yParity = 0, ...signed } = parseTransaction(raw);
  const hex = (value: bigint | number | undefined) => numberToHex(value ?? 0);
  const answer = {
    hash: keccak256(raw),
    from: account.address.toLowerCase(),
    to: signed.to,
    nonce: hex(signed.nonce),
    value: hex(signed.value),
    gas: hex(signed.gas),
    input: '0x',
    maxFeePerGas: hex(signed.maxFeePerGas),
    maxPriorityFeePerGas: hex(signed.maxPriorityFeePerGas),
    v: hex(yParity),
    r,
    s,
  };
  const read = safeParse(transactionSchema(NETWORK), answer);
  if (!read.success) throw new Error('not read');
  expect(read.output).toMatchObject({ type: 2, chainId: NETWORK });
  expect(hashOf(read.output as RawTransaction)).toBe(answer.hash);
});
