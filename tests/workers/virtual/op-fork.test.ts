/** Virtual networks that go on from a development node of the OP Stack: fees for layer 1 are taken as the node takes them. */
import 'fake-indexeddb/auto';
import { createClient, http, type TransactionReceipt } from 'viem';
import { getTransactionReceipt } from 'viem/actions';
import { optimism } from 'viem/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import { setL1Block } from '../../../tools/l1-block';
import { forkChain } from '../../../tools/rpc/fork';
import { type Anvil, startAnvil } from '../../helpers/anvil';
import { sendMined } from '../../helpers/mined';
import { serve } from '../../tools/rpc/served';

const [ALICE, BOB] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
const OP = 10 as NetworkId;
const FORK = 735_710 as NetworkId;
const L1_FEE_VAULT = '0x420000000000000000000000000000000000001a';
const OPERATOR_FEE_VAULT = '0x420000000000000000000000000000000000001b';
/** Data that compresses to little, so that the least size counts whatever the signature is. */
const SENT = { from: ALICE, to: BOB, value: '0x7', data: `0x${'ab'.repeat(40)}`, gas: '0x186a0' };

let anvil: Anvil;
/** What the node itself takes for layer 1 and for its operator. */
let taken: { data: bigint; operator: bigint };

beforeAll(async () => {
  anvil = await startAnvil({ chainId: OP, args: ['--network', 'optimism', '--hardfork', 'isthmus'] });
  await setL1Block(anvil);
  const held = async (vault: string) => BigInt(await anvil.call<Hex>('eth_getBalance', [vault, 'latest']));
  await sendMined(anvil, SENT);
  taken = { data: await held(L1_FEE_VAULT), operator: await held(OPERATOR_FEE_VAULT) };
});
afterAll(() => anvil.stop());

type Call = <T>(method: string, ...params: unknown[]) => Promise<T>;

/** What the network takes of the sender of the same transaction. */
async function takenBy(call: Call): Promise<{ data: bigint; operator: bigint; l1Fee: bigint; others: bigint }> {
  const balance = async (of: string) => BigInt(await call<Hex>('eth_getBalance', of, 'latest'));
  const all = () => Promise.all([ALICE, L1_FEE_VAULT, OPERATOR_FEE_VAULT].map(balance)) as Promise<bigint[]>;
  const [sender = 0n, data = 0n, operator = 0n] = await all();
  const hash = await call<Hash>('eth_sendTransaction', SENT);
  const receipt = await call<{ status: Hex; gasUsed: Hex; effectiveGasPrice: Hex; l1Fee?: Hex }>(
    'eth_getTransactionReceipt',
    hash,
  );
  const [senderAfter = 0n, dataAfter = 0n, operatorAfter = 0n] = await all();
  const paid = { data: dataAfter - data, operator: operatorAfter - operator };
  expect(receipt.status).toBe('0x1');
  const gas = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
  const others = sender - senderAfter - 7n - gas - paid.data - paid.operator;
  return { ...paid, l1Fee: BigInt(receipt.l1Fee ?? 0), others };
}

test('the node takes fees of both kinds', () => {
  expect(taken.data).toBeGreaterThan(0n);
  expect(taken.operator).toBeGreaterThan(0n);
});

test('a fork of the command line takes them too', async () => {
  const made = await forkChain(
    anvil.url,
    undefined,
    () => FORK,
    () => 1_900_000_000,
  );
  const fork = await serve(new VirtualNode(made.chain, TEST_ACCOUNTS, made.parent, 'anvil/loupe'));
  try {
    expect(await takenBy((method, ...params) => fork.call(method, ...params))).toEqual({
      ...taken,
      l1Fee: taken.data,
      others: 0n,
    });
    // As nodes of the OP Stack state them (op-geth, core/types/receipt.go), by the slots of L1Block that were set.
    const sent = await fork.call<Hash>('eth_sendTransaction', SENT);
    const receipt = await fork.call<TransactionReceipt>('eth_getTransactionReceipt', sent);
    expect(receipt).toMatchObject({
      l1GasPrice: '0x3b9aca00',
      l1GasUsed: '0x640',
      l1BaseFeeScalar: '0x146b',
      l1BlobBaseFee: '0x989680',
      l1BlobBaseFeeScalar: '0xf79c5',
      operatorFeeScalar: '0x3e8',
      operatorFeeConstant: '0x1388',
    });
    const client = createClient({ chain: optimism, transport: http(fork.server.url) });
    const read = await getTransactionReceipt(client, { hash: sent });
    expect([read.l1Fee, read.l1GasUsed, read.l1GasPrice]).toEqual([taken.data, 1600n, 10n ** 9n]);
    const estimate = BigInt(await fork.call<Hex>('eth_estimateGas', SENT));
    expect(estimate).toBe(BigInt(await anvil.call<Hex>('eth_estimateGas', [SENT])));
  } finally {
    await fork.server.close();
  }
});

test('a virtual network of the browser takes them, and does so when it is opened again', async () => {
  const open = async () => {
    const engine = createEngine({ peers: createPeerGroup()() });
    const config = parseRuntimeConfig({ networks: [{ id: OP, rpcUrls: [anvil.url] }] });
    if (!config.ok) throw new Error(config.error);
    await engine.chain.configure(config.value);
    const call: Call = async <T>(method: string, ...params: unknown[]) => {
      const answer = await engine.virtual.request(FORK, method, params);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value as T;
    };
    return { engine, call };
  };
  const before = await open();
  const made = await before.engine.virtual.create('make' as JobId, {
    chainId: FORK,
    name: 'Fork',
    sealing: 'transaction',
    parent: { networkId: OP, block: 'latest' },
  });
  expect(made).toEqual({ ok: true, value: FORK });
  expect(await takenBy(before.call)).toEqual({ ...taken, l1Fee: taken.data, others: 0n });
  await before.engine.settled();
  // Another engine, as after a restart of the browser: it reads the network from the database.
  const after = await open();
  expect(await takenBy(after.call)).toEqual({ ...taken, l1Fee: taken.data, others: 0n });
});
