/** A fork reads its parent, and sends it nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { forkChain } from '../../../tools/rpc/fork';
import { ACCOUNTS, type Served, serve, serveEmpty } from './served';

const [ALICE, BOB] = ACCOUNTS as [Address, Address];
let parent: Served;
let fork: Served;
const asked = new Set<string>();
/** Passes everything on to the parent, and writes down what it was. */
const listener = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    for (const { method } of [JSON.parse(body)].flat() as { method: string }[]) asked.add(method);
    const answer = await fetch(parent.server.url, { method: 'POST', body });
    response.setHeader('content-type', 'application/json').end(await answer.text());
  })();
});

beforeAll(async () => {
  parent = await serveEmpty(31337);
  await parent.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x64' });
  await parent.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const made = await forkChain(
    url,
    1,
    (id) => Number(`7357${id}`),
    () => 1_900_000_000,
  );
  fork = await serve(new VirtualNode(made.chain, TEST_ACCOUNTS, made.parent, 'anvil/loupe'));
});
afterAll(async () => {
  await fork.server.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  await parent.server.close();
});

test('begins after the block, under an id of its own', async () => {
  expect(await fork.call('eth_chainId')).toBe(`0x${(735731337).toString(16)}`);
  expect(await fork.call('eth_blockNumber')).toBe('0x1');
  const balance = BigInt(await fork.call<string>('eth_getBalance', BOB, 'latest'));
  expect(balance).toBe(10_000n * 10n ** 18n + 100n);
});

test('goes on alone, and shows what was before as the parent has it', async () => {
  const hash = await fork.call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x7' });
  const receipt = await fork.call<{ status: string; blockNumber: string }>('eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x2' });
  expect(await parent.call('eth_getTransactionReceipt', hash)).toBe(null);
  const old = await parent.call<{ transactions: string[]; hash: string }>('eth_getBlockByNumber', '0x1', false);
  expect(await fork.call('eth_getBlockByNumber', '0x1', false)).toEqual(old);
  expect(await fork.call('eth_getTransactionReceipt', old.transactions[0])).toMatchObject({ blockHash: old.hash });
  expect(await fork.call('eth_getBalance', BOB, '0x0')).toBe(await parent.call('eth_getBalance', BOB, '0x0'));
  expect(await fork.call<unknown[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).toEqual([]);
});

test('sends the parent nothing but reads', async () => {
  await fork.call('anvil_setBalance', ALICE, '0xde0b6b3a7640000');
  await fork.call('evm_mine');
  await expect(fork.node.readParent('eth_sendRawTransaction', ['0x'])).rejects.toThrow('not asked of a parent');
  for (const method of asked) expect(method).toMatch(/^(eth_(get|chainId|blockNumber|call)|web3_clientVersion)/);
  expect(asked.size).toBeGreaterThan(3);
});
