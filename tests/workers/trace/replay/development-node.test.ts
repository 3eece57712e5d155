/** A development node that was given the id of a public chain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hash, NetworkId } from '../../../../src/core/chain/primitives';
import type { Block } from '../../../../src/core/chain/transaction';
import { blockMaker } from '../../../../src/core/evm/rules/chain-rules';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../../src/net/chain-reader';
import { completeHeader } from '../../../../src/workers/trace/replay/complete-header';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { sendMined } from '../../../helpers/mined';
import { verifiedReplay } from '../../../helpers/replays';
import { rpcOf } from '../../../helpers/rpc';

const MAINNET = { id: 1 as NetworkId, name: 'Ethereum' };

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: MAINNET.id });
});
afterAll(() => anvil?.stop());

test('what it signs for an account without its key is not refused', async () => {
  const from = `0x${'5e'.repeat(20)}`;
  await anvil.call('anvil_impersonateAccount', [from]);
  await anvil.call('anvil_setBalance', [from, '0xde0b6b3a7640000']);
  const { transactionHash } = await sendMined(anvil, { from, to: from, value: '0x1' });
  const rpc = rpcOf([anvil.url], { networkId: MAINNET.id });
  const [transaction, receipt] = await Promise.all([
    fetchTransaction(rpc, transactionHash),
    fetchReceipt(rpc, transactionHash),
  ]);
  if (!transaction.ok || !receipt.ok) throw new Error('the node does not know the transaction');
  const block = await fetchBlock(rpc, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  const replayed = await verifiedReplay({
    rpc,
    network: MAINNET,
    block: block.value,
    transaction: transaction.value,
    receipt: receipt.value,
    signal: new AbortController().signal,
  });
  expect(replayed.checked.unchecked.join(' ')).toMatch(/sign/);
});

test('a header that lacks what follows from the rest is completed, where it then has its hash', async () => {
  const [from] = ANVIL_ACCOUNTS;
  await sendMined(anvil, { from, to: from, value: '0x1' });
  const { transactionHash } = await sendMined(anvil, { from, to: from, value: '0x2' });
  const rpc = rpcOf([anvil.url], { networkId: MAINNET.id });
  const transaction = await fetchTransaction(rpc, transactionHash);
  if (!transaction.ok || transaction.value.blockHash === undefined) throw new Error('it is not mined');
  const fetched = await fetchBlock(rpc, transaction.value.blockHash);
  if (!fetched.ok) throw new Error(fetched.error.message);
  const block = fetched.value;
  const { signal } = new AbortController();
  const complete = (given: Block) =>
    completeHeader({ rpc, block: given, transaction: transaction.value, receipt: undefined, signal });
  const without = (...fields: (keyof Block)[]) =>
    Object.fromEntries(Object.entries(block).filter(([field]) => !fields.some((each) => each === field))) as Block;
  for (const fields of [
    ['baseFeePerGas'],
    ['requestsHash'],
    ['number'],
    ['withdrawalsRoot', 'excessBlobGas'],
    ['baseFeePerGas', 'parentBeaconBlockRoot', 'requestsHash'],
  ] as const)
    expect(await complete(without(...fields))).toEqual(block);
  // Where no block states a base fee, what the transaction paid tells it.
  const receipt = await fetchReceipt(rpc, transactionHash);
  if (!receipt.ok) throw new Error(receipt.error.message);
  const unanswered = rpcOf(['http://127.0.0.1:1'], { networkId: MAINNET.id });
  const asked = { rpc: unanswered, block: without('baseFeePerGas'), transaction: transaction.value, signal };
  expect(await completeHeader({ ...asked, receipt: receipt.value })).toEqual(block);
  // So it is in a header that ends with the base fee, and in one that its chain hashes otherwise.
  const { withdrawalsRoot: _, blobGasUsed: __, excessBlobGas: ___, parentBeaconBlockRoot: ____, ...cancun } = block;
  const { requestsHash: _____, ...london } = cancun;
  for (const encoding of [undefined, { header: (each: Block) => reversed(computeHeaderHash(each)) }]) {
    const whole = { ...london, hash: computeHeaderHash(london, encoding) as Hash };
    const { baseFeePerGas, ...short } = whole;
    expect(await completeHeader({ ...asked, block: short, receipt: receipt.value, encoding })).toEqual(whole);
  }
  // What does not fit the hash stays out: another time, and a field that nothing tells.
  const late = { ...without('baseFeePerGas'), timestamp: block.timestamp + 1 };
  expect(await complete(late)).toEqual(late);
  expect(await complete(without('stateRoot', 'baseFeePerGas'))).toEqual(without('stateRoot', 'baseFeePerGas'));
});

function reversed(hash: Hash | undefined): Hash {
  return `0x${[...(hash?.slice(2) ?? '')].reverse().join('')}` as Hash;
}

test('blocks that it took from the chain are the chain’s', () => {
  const stated = { isDevelopment: true, since: 100 };
  const makerAt = (number: number) => blockMaker(MAINNET, { number, timestamp: 1_700_000_000 }, stated);
  expect([makerAt(99), makerAt(100)]).toEqual(['ethereum', 'development']);
  expect(blockMaker(MAINNET, { number: 100, timestamp: 1_700_000_000 })).toBe('ethereum');
});
