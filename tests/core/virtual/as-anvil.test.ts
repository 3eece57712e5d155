/** Methods that Anvil has, asked of Anvil and of a virtual network with the same transactions: their answers are the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { type Anvil, startAnvil } from '../../helpers/anvil';
import { receiptOf, sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Address;
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as Address;
const NOBODY = `0x${'11'.repeat(20)}`;
const START = 1_900_000_000;
const FEES = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x3b9aca00', gas: '0x493e0' };
/** Makes a contract, sends a wei to Bob, returns 1. */
const RUNTIME = `5f5f5ff0505f5f5f5f600173${BOB.slice(2)}5af15060015f5260205ff3`;

let anvil: Anvil;
let node: TestNode;
let maker: Address;
let hashes: { transfer: Hash; creation: Hash; call: Hash };

beforeAll(async () => {
  [anvil, node] = await Promise.all([
    startAnvil({ args: ['--timestamp', String(START)] }),
    startNode({ timestamp: START }),
  ]);
  const length = (RUNTIME.length / 2).toString(16).padStart(2, '0');
  const made = await Promise.all(
    [anvil, node].map(async (each) => {
      const transfer = await sendMined(each, { from: ALICE, to: BOB, value: '0x5', ...FEES });
      const data = `0x60${length}600b5f3960${length}5ff300${RUNTIME}`;
      const creation = await sendMined(each, { from: ALICE, data, ...FEES });
      const to = creation.contractAddress;
      const call = await sendMined(each, { from: ALICE, to, value: '0x9', data: '0x12345678aabb', ...FEES });
      const { transactionHash } = transfer;
      return { transfer: transactionHash, creation: creation.transactionHash, call: call.transactionHash, to };
    }),
  );
  const [first, second] = made;
  if (first === undefined) throw new Error('nothing was mined');
  expect(second).toEqual(first);
  const { to, ...sent } = first;
  hashes = sent;
  maker = to.toLowerCase() as Address;
}, 60_000);
afterAll(async () => {
  await Promise.all([anvil.stop(), node.stop()]);
});

/** Follow from the first block and the base fee, which are others, or are Anvil's alone. */
const OTHER = new Set(
  'hash blockHash parentHash stateRoot receiptsRoot mixHash baseFeePerGas gasPrice effectiveGasPrice timestamp blockTimestamp totalFees blobGasPrice totalDifficulty size'.split(
    ' ',
  ),
);

function comparable(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(comparable);
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = Object.entries(answer).filter(([name]) => !OTHER.has(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, comparable(value)]));
}

async function same(method: string, ...params: unknown[]): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [anvil, node].map((each) =>
      each.call(method, params).catch((error: unknown) => (error instanceof Error ? { refused: true } : error)),
    ),
  );
  expect(comparable(ours), `${method} ${JSON.stringify(params)}`).toEqual(comparable(theirs));
}

test('signatures of typed data, given as JSON and as text', async () => {
  const data = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'n', type: 'uint256' },
        { name: 'texts', type: 'string[]' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'X', chainId: 31337 },
    message: { to: BOB, n: '5', texts: ['a', 'b'] },
  };
  await same('eth_signTypedData_v4', ALICE, data);
  await same('eth_signTypedData_v4', ALICE, JSON.stringify(data));
  await same('eth_signTypedData_v4', NOBODY, data);
  await same('eth_signTypedData_v4', ALICE, { types: {} });
});

test('raw transactions, accounts, uncles and what a node is', async () => {
  await same('eth_getRawTransactionByHash', hashes.call);
  await same('eth_getRawTransactionByHash', `0x${'11'.repeat(32)}`);
  await same('eth_getRawTransactionByBlockNumberAndIndex', '0x2', '0x0');
  await same('eth_getRawTransactionByBlockNumberAndIndex', '0x2', '0x7');
  for (const address of [maker, NOBODY]) {
    await same('eth_getAccount', address, 'latest');
    await same('eth_getAccountInfo', address, 'latest');
  }
  await same('eth_getUncleByBlockNumberAndIndex', '0x1', '0x0');
  for (const method of ['eth_networkId', 'eth_hashrate', 'anvil_getGenesisTime']) await same(method);
  await same('anvil_setLoggingEnabled', true);
  await same('anvil_setRpcUrl', 'http://127.0.0.1:1');
  await same('anvil_setMinGasPrice', '0x1');
  await same('erigon_getHeaderByNumber', '0x1');
  // The schedule of blobs is that of the rules, which Anvil has not taken over yet.
  const configs = await Promise.all([anvil, node].map((each) => each.call<{ current: object }>('eth_config')));
  const [theirs, ours] = configs.map(({ current }) => ({ ...current, blobSchedule: undefined }));
  expect(ours).toEqual(theirs);
});

test('what Otterscan asks', async () => {
  for (const address of [maker, BOB]) {
    await same('ots_hasCode', address, 'latest');
    await same('ots_getContractCreator', address);
    await same('ots_searchTransactionsBefore', address, 0, 1);
    await same('ots_searchTransactionsBefore', address, 3, 10);
    await same('ots_searchTransactionsAfter', address, 0, 1);
    await same('ots_searchTransactionsAfter', address, 1, 10);
  }
  const made = '0xcafac3dd18ac6c6e92c921884f9e4176737c052c';
  expect(await node.call('ots_hasCode', [made, 'latest'])).toBe(false);
  for (const hash of Object.values(hashes)) await same('ots_getInternalOperations', hash);
  await same('ots_getInternalOperations', `0x${'11'.repeat(32)}`);
  await same('ots_getBlockDetails', 3);
  await same('ots_getBlockDetails', 77);
  await same('ots_getBlockTransactions', 3, 0, 10);
  await same('ots_getBlockTransactions', 3, 1, 10);
  await same('ots_getTransactionBySenderAndNonce', ALICE, 1);
  await same('ots_getTransactionBySenderAndNonce', ALICE, 77);
});

test('traces of Parity: gas without what a transaction costs before, and by who calls whom; counts of selectors', async () => {
  for (const hash of Object.values(hashes)) {
    await same('trace_transaction', hash);
    await same('debug_traceTransaction', hash, { tracer: '4byteTracer' });
  }
  const range = { fromBlock: '0x1', toBlock: '0x3' };
  await same('trace_filter', {});
  await same('trace_filter', { ...range, fromAddress: [ALICE], count: 2 });
  await same('trace_filter', { ...range, toAddress: [BOB], after: 1 });
  await same('trace_filter', { ...range, fromAddress: [maker], toAddress: [BOB] });
  await same('trace_filter', { ...range, fromAddress: [maker], toAddress: [BOB], mode: 'intersection' });
});

test('gas of code that stores the base fee and the price', async () => {
  // The zero that a call without a price sees would cost 19,900 gas less to store (EIP-2200).
  await same('eth_estimateGas', { from: ALICE, data: '0x485f5500' });
  // Anvil lets it see a price of zero, and used as much as is estimated here when it was mined.
  const { gasUsed } = await sendMined(anvil, { from: ALICE, data: '0x3a5f5500', ...FEES });
  expect(await node.call('eth_estimateGas', [{ from: ALICE, data: '0x3a5f5500' }])).toBe(gasUsed);
  await anvil.call('anvil_rollback', [1]);
  await same('eth_estimateGas', { from: ALICE, to: BOB, value: '0x1' });
});

// Every name in the Anvil binary was asked of both: these are the ones that were missing, but for those of blobs and of another chain.
test('access lists do not name what was created', async () => {
  await same('eth_createAccessList', { from: ALICE, to: maker, value: '0x9' });
  const { accessList } = await node.call<{ accessList: unknown }>('eth_createAccessList', [
    { from: ALICE, to: maker, value: '0x9' },
  ]);
  expect(accessList).toEqual([{ address: BOB, storageKeys: [] }]);
});

test('second names of methods, and a transaction by its sender and nonce', async () => {
  await same('anvil_snapshot');
  await same('hardhat_addBalance', NOBODY, '0x5');
  await same('eth_getBalance', NOBODY, 'latest');
  await same('anvil_revert', '0x0');
  await same('anvil_revert', '0x7');
  await same('eth_getBalance', NOBODY, 'latest');
  await same('hardhat_autoImpersonateAccount', false);
  await same('hardhat_dropAllTransactions');
  await same('hardhat_setMinGasPrice', '0x1');
  await same('anvil_setBlockGasLimit', '0x1c9c380');
  await same('anvil_setERC20Balance', BOB, ALICE, '0x5');
  await same('eth_getTransactionBySenderAndNonce', ALICE, '0x1');
  await same('eth_getTransactionBySenderAndNonce', ALICE, '0x99');
});

test('the pool as text and by sender, blocks told whole, the clock, and sending until it is in a block', async () => {
  await same('evm_setAutomine', false);
  for (const each of [anvil, node]) {
    await each.call('eth_sendTransaction', [{ from: ALICE, to: maker, value: '0x6', ...FEES }]);
    await each.call('eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x7', ...FEES }]);
    await each.call('eth_sendTransaction', [{ from: BOB, data: '0x00', ...FEES, nonce: '0x9' }]);
  }
  await same('txpool_inspect');
  await same('anvil_removePoolTransactions', BOB);
  await same('txpool_inspect');
  await same('evm_mine_detailed');
  await same('evm_mine_detailed', { timestamp: START + 9_000, blocks: 2 });
  await same('evm_setAutomine', true);
  await same('eth_sendTransactionSync', { from: ALICE, to: BOB, value: '0x6', ...FEES });
  const later = START + 20_000;
  expect(await node.call('evm_setTime', [later * 1000])).toBeGreaterThan(0);
  await node.call('evm_mine');
  const { timestamp } = await node.call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
  expect(Number(timestamp)).toBe(later);
  const receipt = await receiptOf(node, hashes.call);
  expect(receipt.status).toBe('0x1');
});

test('what is dropped is named, a clock that is set back answers zero, and what a node says of itself has all fields', async () => {
  await same('evm_setAutomine', false);
  const [dropped] = await Promise.all(
    [anvil, node].map((each) =>
      each.call<Hash>('eth_sendTransaction', [{ from: BOB, to: ALICE, value: '0x8', ...FEES, nonce: '0x0' }]),
    ),
  );
  await same('anvil_dropTransaction', dropped);
  await same('anvil_dropTransaction', dropped);
  await same('evm_setAutomine', true);
  await same('anvil_setTime', 5);
  const [theirs, ours] = await Promise.all([anvil, node].map((each) => each.call<object>('anvil_nodeInfo')));
  const fieldsOf = (answer: object): string[] =>
    Object.entries(answer).flatMap(([name, value]) => [name, ...(value instanceof Object ? fieldsOf(value) : [])]);
  expect(fieldsOf(ours ?? {})).toEqual(
    expect.arrayContaining(fieldsOf(theirs ?? {}).filter((name) => name !== 'network')),
  );
  expect(await node.call('anvil_metadata')).toMatchObject({
    forkedNetwork: null,
    instanceId: expect.stringMatching(/^0x/),
  });
});
