/** viem, unchanged, on a virtual network over HTTP and WebSocket. */
import { once } from 'node:events';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseEther,
  webSocket,
} from 'viem';
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import { WebSocket } from 'ws';
import { ACCOUNTS, type Served, serveEmpty } from './served';

const ID = 7357;
let served: Served;
beforeAll(async () => {
  served = await serveEmpty(ID);
});
afterAll(() => served.server.close());

const clients = () => {
  const { url } = served.server;
  const chain = defineChain({
    id: ID,
    name: 'virtual',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const common = { chain, transport: http(url), cacheTime: 0, pollingInterval: 10 };
  return {
    reads: createPublicClient(common),
    wallet: createWalletClient({ ...common, account: ACCOUNTS[0] as Hex }),
    steers: createTestClient({ ...common, mode: 'anvil' }),
    hardhat: createTestClient({ ...common, mode: 'hardhat' }),
    chain,
  };
};
const [, BOB] = ACCOUNTS as Hex[];
const STRANGER: Hex = '0x00000000000000000000000000000000000a11ce';
/** Stores its calldata's first word; deployed by the bytes before it. */
const STORE: Hex = '0x6004600a5f3960045ff35f355f55';
const ZERO: Hex = `0x${'0'.repeat(64)}`;

test('sends, deploys, calls and reads', async () => {
  const { reads, wallet } = clients();
  const before = await reads.getBalance({ address: BOB as Hex });
  const hash = await wallet.sendTransaction({ to: BOB as Hex, value: parseEther('1') });
  const receipt = await reads.waitForTransactionReceipt({ hash });
  expect([receipt.status, receipt.gasUsed]).toEqual(['success', 21_000n]);
  expect(await reads.getBalance({ address: BOB as Hex })).toBe(before + parseEther('1'));

  const deployed = await reads.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ data: STORE }) });
  const contract = deployed.contractAddress as Hex;
  const data: Hex = `0x${'2a'.padStart(64, '0')}`;
  await reads.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to: contract, data }) });
  expect(await reads.getStorageAt({ address: contract, slot: ZERO })).toBe(data);
  const gas = await reads.estimateGas({ account: ACCOUNTS[0] as Hex, to: contract, data: ZERO });
  expect(gas).toBeGreaterThan(21_000n);
});

test('goes back to a snapshot once', async () => {
  const { reads, steers } = clients();
  const height = await reads.getBlockNumber();
  const id = await steers.snapshot();
  await steers.mine({ blocks: 3, interval: 10 });
  expect(await reads.getBlockNumber()).toBe(height + 3n);
  await steers.revert({ id });
  expect(await reads.getBlockNumber()).toBe(height);
  expect(await served.call('evm_revert', id)).toBe(false);
});

test('sends as somebody whose key nobody has, only while told to', async () => {
  const { reads, steers, wallet } = clients();
  await steers.setBalance({ address: STRANGER, value: parseEther('5') });
  const send = () => wallet.sendTransaction({ account: STRANGER, to: BOB as Hex, value: 1n });
  await expect(send()).rejects.toThrow('No Signer available');
  await steers.impersonateAccount({ address: STRANGER });
  const { from } = await reads.getTransaction({ hash: await send() });
  expect(from).toBe(STRANGER);
  await steers.stopImpersonatingAccount({ address: STRANGER });
  await expect(send()).rejects.toThrow('No Signer available');
});

test('moves in time, and answers each dialect in its own words', async () => {
  const { reads, steers, hardhat } = clients();
  const { timestamp } = await reads.getBlock();
  await steers.setNextBlockTimestamp({ timestamp: timestamp + 1_000n });
  await steers.mine({ blocks: 1 });
  expect((await reads.getBlock()).timestamp).toBe(timestamp + 1_000n);
  await hardhat.setNonce({ address: STRANGER, nonce: 9 });
  await expect(hardhat.setNonce({ address: STRANGER, nonce: 3 })).rejects.toThrow('must not be smaller');
  expect(await served.call('anvil_setNonce', STRANGER, '0x3')).toBe(null);
  expect(await served.call('hardhat_setBalance', STRANGER, '0x3')).toBe(true);
});

test('says why it refuses, with the codes that clients know', async () => {
  const refusal = async (method: string, ...params: unknown[]) =>
    served.call(method, ...params).then(
      () => 'nothing',
      (error: { code: number }) => error.code,
    );
  expect(await refusal('eth_noSuchThing')).toBe(-32601);
  expect(await refusal('eth_getBalance', '0x12')).toBe(-32602);
  expect(await refusal('eth_getFilterChanges', '0x99')).toBe(-32000);
  // PUSH0 PUSH0 REVERT
  expect(await refusal('eth_call', { data: '0x5f5ffd' })).toBe(3);
  expect(await refusal('eth_sendTransaction', { from: ACCOUNTS[0], to: BOB, gas: '0x5208', nonce: '0x0' })).toBe(
    -32003,
  );
});

test('tells new blocks and logs over WebSocket', async () => {
  const { steers, chain } = clients();
  const socket = createPublicClient({ chain, transport: webSocket(served.server.url.replace('http', 'ws')) });
  const { subscriptionId, unsubscribe, seen } = await new Promise<{
    subscriptionId: string;
    unsubscribe: () => Promise<unknown>;
    seen: Promise<unknown>;
  }>((resolve, reject) => {
    let tell: (head: unknown) => void = () => undefined;
    const seen = new Promise<unknown>((done) => {
      tell = done;
    });
    socket.transport
      .subscribe({ params: ['newHeads'], onData: ({ result }: { result?: unknown }) => tell(result) })
      .then((made) => resolve({ ...made, subscriptionId: String(made.subscriptionId), seen }), reject);
  });
  expect(subscriptionId).toBe('0x1');
  await steers.mine({ blocks: 1 });
  expect(await seen).toMatchObject({ number: await served.call('eth_blockNumber') });
  await unsubscribe();
  (await socket.transport.getRpcClient()).close();
});

test('does not serve pages of other machines', async () => {
  const ask = (origin: string) =>
    fetch(served.server.url, { method: 'POST', headers: { origin }, body: '{"id":1,"method":"eth_chainId"}' });
  expect((await ask('https://example.org')).status).toBe(403);
  expect((await ask('http://localhost:3000')).status).toBe(200);
});

test('a message that is too large ends its connection, and the server goes on', async () => {
  const socket = new WebSocket(served.server.url.replace('http', 'ws'));
  await once(socket, 'open');
  socket.send(Buffer.alloc(66 << 20));
  await once(socket, 'close');
  expect(await clients().reads.getChainId()).toBe(ID);
});

test('moves a precompile in a simulation, and counts logs that were taken back', async () => {
  const moved = '0x0000000000000000000000000000000000123456';
  const identity = '0x0000000000000000000000000000000000000004';
  const calls = [
    { from: ACCOUNTS[0], to: moved, input: '0x2a' },
    { from: ACCOUNTS[0], to: identity, input: '0x2a' },
    // Too little gas for the code: the ether that moved is given back.
    { from: ACCOUNTS[0], to: STRANGER, value: '0x1', gas: '0x5209' },
    { from: ACCOUNTS[0], to: BOB, value: '0x1' },
  ];
  const stateOverrides = { [identity]: { movePrecompileToAddress: moved }, [STRANGER]: { code: '0x5f5f55' } };
  type Simulated = { calls: { returnData: string; status: string; logs: { logIndex: string }[] }[] }[];
  const [block] = await served.call<Simulated>('eth_simulateV1', {
    blockStateCalls: [{ stateOverrides, calls }],
    traceTransfers: true,
  });
  expect(block?.calls.map(({ returnData }) => returnData)).toEqual(['0x2a', '0x', '0x', '0x']);
  expect(block?.calls.map(({ status }) => status)).toEqual(['0x1', '0x1', '0x0', '0x1']);
  expect(block?.calls.map(({ logs }) => logs.map(({ logIndex }) => logIndex))).toEqual([[], [], [], ['0x1']]);
});
