/** Delegations of accounts (EIP-7702) as they were in the block of a transaction: what stays of one that failed, and whose code ran. */
import 'fake-indexeddb/auto';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { saveLabel } from '../../../../src/db/reader/labels';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { receiptOf, sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const OWNER = privateKeyToAccount(`0x${'17'.repeat(32)}`);
const SENDER = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const owner = OWNER.address.toLowerCase() as Address;

let node: TestNode;
/** Reverts whatever it is asked, and one that stops. */
let drainer: Address;
let batch: Address;

beforeAll(async () => {
  node = await startNode();
  drainer = await deploy('5f5ffd');
  batch = await deploy('00');
});
afterEach(forgetAll);
afterAll(() => node.stop());

async function deploy(code: string): Promise<Address> {
  const length = (code.length / 2).toString(16).padStart(2, '0');
  const [from] = await node.call<Address[]>('eth_accounts');
  const { contractAddress } = await sendMined(node, { from, data: `0x60${length}600b5f3960${length}5ff300${code}` });
  return contractAddress.toLowerCase() as Address;
}

/** The account delegates to `code` on every chain, and is called in the same transaction. */
async function delegate(code: Address, nonce: number): Promise<{ hash: Hash; status: Hex }> {
  const authorization = await OWNER.signAuthorization({ address: code, chainId: 0, nonce });
  const sent = BigInt(await node.call<Hex>('eth_getTransactionCount', [SENDER.address, 'latest']));
  const signed = await SENDER.signTransaction({
    type: 'eip7702',
    chainId: ANVIL_NETWORK,
    nonce: Number(sent),
    to: owner,
    gas: 200_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
    authorizationList: [authorization],
  });
  const hash = await node.call<Hash>('eth_sendRawTransaction', [signed]);
  const { status } = await receiptOf(node, hash);
  return { hash, status };
}

test('the delegation of a transaction that failed stays, and is judged; a later one does not change what it was', async () => {
  const failed = await delegate(drainer, 0);
  expect(failed.status).toBe('0x0');
  expect(await node.call('eth_getCode', [owner, 'latest'])).toBe(`0xef0100${drainer.slice(2)}`);
  const later = await delegate(batch, 1);
  expect(later.status).toBe('0x1');

  const { engine, open } = await startEngine([node.url]);
  const delegates = async (hash: Hash) => {
    const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
    await engine.settled();
    const [contract] = await engine.trace.contracts(handle);
    return { handle, address: contract?.address, implementation: contract?.proxy?.implementation };
  };
  expect(await delegates(later.hash)).toMatchObject({ address: owner, implementation: batch });
  const { handle, ...first } = await delegates(failed.hash);
  expect(first).toEqual({ address: owner, implementation: drainer });
  // Opened again from what was kept.
  expect(await delegates(failed.hash)).toMatchObject({ address: owner, implementation: drainer });

  const report = await engine.trace.checkSafety(newJob(), handle);
  if (!report.ok) throw new Error(report.error.message);
  expect(report.value.verdicts).toMatchObject([{ rule: 'delegate', severity: 'danger', subject: owner }]);
  expect(report.value.checked).toEqual(['delegate']);
  expect(report.value.left).toEqual(['It failed: of what it did only the delegations of accounts stay.']);
});

test('what is sent to an account that delegates goes to the account, and not to the code that it delegates to', async () => {
  const nonce = Number(await node.call<Hex>('eth_getTransactionCount', [owner, 'latest']));
  const { hash, status } = await delegate(batch, nonce);
  expect(status).toBe('0x1');
  await saveLabel({ networkId: ANVIL_NETWORK, address: batch, name: 'Batch' });
  const { engine, open } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
  await engine.settled();
  const [row] = (await engine.trace.rows(handle, 0 as VisibleIndex, 1)).rows;
  expect(row).toMatchObject({ to: owner, implementation: batch, implementationName: { text: 'Batch' } });
  expect((await engine.trace.outcome(handle)).contract).toBeUndefined();
});

test('what was sent to an account before it delegated ran no code, whatever it delegates to today', async () => {
  const other = privateKeyToAccount(`0x${'18'.repeat(32)}`);
  const address = other.address.toLowerCase() as Address;
  const [from] = await node.call<Address[]>('eth_accounts');
  const { transactionHash } = await sendMined(node, { from, to: address, value: '0x5' });
  await node.call('anvil_mine', ['0x1']);
  await node.call('anvil_setCode', [address, `0xef0100${drainer.slice(2)}`]);
  const { engine, open } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await engine.settled();
  const [row] = (await engine.trace.rows(handle, 0 as VisibleIndex, 1)).rows;
  expect(row).toMatchObject({ to: address, value: '0x5' });
  expect(row).not.toHaveProperty('implementation');
});
