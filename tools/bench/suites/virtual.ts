/**
 * Virtual networks: how fast they take transactions, beside Anvil over the same
 * loopback; and how much room 1,000 of them take, how soon they are there again
 * and gone again. Keeping is measured in Node with a stand-in for IndexedDB
 * that holds everything in memory: what the rows are and how they are read is
 * the app's, the disk is not there.
 */
import 'fake-indexeddb/auto';
import type { Address, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { readVirtualSize } from '../../../src/db/virtual/virtual-network-lists';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import { startAnvil } from '../../anvil';
import { startRpcServer } from '../../rpc/server';
import type { Bench, Figure } from '../bench';
import { atMost } from '../figures';

const CHAIN = 7357 as NetworkId;
const ACCOUNTS = [...TEST_ACCOUNTS.keys()];
/** Sent before anything is measured, and then in each round. */
const WARM = 100;
const ROUND = 200;
const ROUNDS = 3;
const SLOWEST = 0.5;
const KEPT = 1_000;
const MAX_ROOM = 10; // MB
const MAX_OPENING = 300; // ms
const MAX_REVERT = 200; // ms
const OPENINGS = 5;

type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

export const bench: Bench = {
  name: 'virtual',
  async *run() {
    yield await measureSending();
    yield* measureKeeping();
  },
};

async function measureSending(): Promise<Figure> {
  const chain = await createEmptyChain(CHAIN, ACCOUNTS, () => Math.floor(Date.now() / 1000));
  const server = await startRpcServer(new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'loupe')), 0);
  const anvil = await startAnvil({ chainId: CHAIN, stepsTracing: false });
  try {
    const clients = [clientOf(server.url), clientOf(anvil.url)] as const;
    for (const call of clients) await send(call, WARM);
    const own: number[] = [];
    const others: number[] = [];
    // By turns, so that a busy moment of the machine meets both.
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await send(clients[0], ROUND));
      others.push(await send(clients[1], ROUND));
    }
    const [figure, reference] = [median(own), median(others)];
    return {
      name: `transactions a second, one after the other over HTTP, median of ${ROUNDS} rounds of ${ROUND}`,
      figure,
      unit: 'count',
      reference: { what: 'Anvil', value: reference },
      ratio: figure / reference,
      bound: `≥ ${SLOWEST} × reference`,
      holds: figure / reference >= SLOWEST,
    };
  } finally {
    await server.close();
    await anvil.stop();
  }
}

async function* measureKeeping(): AsyncIterable<Figure> {
  const tab = openTab();
  const made = await tab.virtual.create('make' as JobId, { chainId: CHAIN, name: 'Bench', sealing: 'transaction' });
  if (!made.ok) throw new Error(made.error.message);
  const call = callOf(tab);
  const snapshot = await call('evm_snapshot', []);
  await send(call, KEPT);
  const { blocks, changes } = await readVirtualSize(CHAIN);
  const room = (blocks + changes) / 1e6;
  yield atMost(`room of ${KEPT} transactions in as many blocks, estimated`, room, 'MB', MAX_ROOM);
  const openings: number[] = [];
  let last = tab;
  for (let round = 0; round < OPENINGS; round++) {
    last = openTab();
    const began = performance.now();
    if ((await callOf(last)('eth_blockNumber', [])) !== `0x${KEPT.toString(16)}`) throw new Error('blocks are missing');
    openings.push(performance.now() - began);
  }
  const opening = median(openings);
  yield atMost(`opening it again, in Node without a disk, median of ${OPENINGS}`, opening, 'ms', MAX_OPENING);
  const began = performance.now();
  if ((await callOf(last)('evm_revert', [snapshot])) !== true) throw new Error('the snapshot is missing');
  const revert = performance.now() - began;
  yield atMost(
    `revert of ${KEPT} blocks, kept before it is answered, in Node without a disk`,
    revert,
    'ms',
    MAX_REVERT,
  );
}

/** Transactions a second. */
async function send(call: Call, count: number): Promise<number> {
  const began = performance.now();
  for (let sent = 0; sent < count; sent++) {
    const [from, to] = [ACCOUNTS[sent % 10], ACCOUNTS[(sent + 1) % 10]] as [Address, Address];
    await call('eth_sendTransaction', [{ from, to, value: `0x${(sent + 1).toString(16)}`, gas: '0x5208' }]);
  }
  return (count * 1_000) / (performance.now() - began);
}

function clientOf(url: string): Call {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const { result, error } = (await response.json()) as { result?: Hex; error?: { message: string } };
    if (error !== undefined) throw new Error(error.message);
    return result;
  };
}

/** An engine that knows nothing yet, in a browser where no other tab is. */
function openTab() {
  const engine = createEngine({ peers: createPeerGroup()() });
  const config = parseRuntimeConfig({ networks: [] });
  if (!config.ok) throw new Error(config.error);
  void engine.chain.configure(config.value);
  return engine;
}

function callOf({ virtual }: ReturnType<typeof openTab>): Call {
  return async (method, params) => {
    const answer = await virtual.request(CHAIN, method, params);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
