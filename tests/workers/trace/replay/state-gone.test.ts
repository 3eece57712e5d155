/** A chain of the OP Stack whose endpoint no longer keeps the state of old blocks, in the words of each client. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../../src/core/config/runtime-config';
import { type Checked, proofLevel } from '../../../../src/core/proof/proof-level';
import type { EngineEvent } from '../../../../src/workers/engine.api';
import type { TraceSummary } from '../../../../src/workers/trace/open-trace.api';
import { setL1Block } from '../../../../tools/l1-block';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { type Behaviour, type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';

const ID = 10 as NetworkId;
/** Blocks that a node of geth keeps the state of. */
const KEPT = 128;
const [SENDER, OTHER] = ANVIL_ACCOUNTS;
/** Reads slot 0, adds one and emits the sum: SLOAD PUSH1 1 ADD DUP1 PUSH0 SSTORE PUSH0 MSTORE PUSH1 32 PUSH0 LOG0. */
const COUNTER = '0x5f546001018060005560005260205fa000';

let anvil: Anvil;
let proxy: FaultProxy;
let counter: Address;
/** The second of two calls of the counter in one block. */
let hash: Hash;
let block: number;
let head: number;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: ID, args: ['--network', 'optimism', '--hardfork', 'isthmus'] });
  await setL1Block(anvil);
  const size = (COUNTER.length - 2) / 2;
  const init = `0x60${hex2(size)}600b5f3960${hex2(size)}5ff3`;
  const { contractAddress } = await sendMined(anvil, {
    from: SENDER,
    data: `${init.padEnd(24, '0')}${COUNTER.slice(2)}`,
  });
  counter = contractAddress as Address;
  await anvil.call('evm_setAutomine', [false]);
  const sent: Hash[] = [];
  for (const from of [SENDER, OTHER])
    sent.push(await anvil.call<Hash>('eth_sendTransaction', [{ from, to: counter, gas: '0x30000' }]));
  await anvil.call('evm_mine', []);
  await anvil.call('evm_setAutomine', [true]);
  const receipts = await Promise.all(
    sent.map((each) =>
      anvil.call<{ transactionIndex: Hex; blockNumber: Hex; status: Hex }>('eth_getTransactionReceipt', [each]),
    ),
  );
  const second = receipts.findIndex(({ transactionIndex }) => transactionIndex === '0x1');
  expect(receipts[second]?.status).toBe('0x1');
  hash = sent[second] as Hash;
  block = Number(receipts[second]?.blockNumber);
  await anvil.call('anvil_mine', ['0x100']);
  head = Number(await anvil.call('eth_blockNumber', []));
  proxy = await startFaultProxy(anvil.url);
}, 60_000);
afterEach(async () => {
  proxy.set({});
  await forgetAll();
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});

const hex2 = (value: number) => value.toString(16).padStart(2, '0');
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const hex = (value: number): Hex => `0x${value.toString(16)}`;

type NodeError = { code: number; message: string; data?: string };

/** Refuses what needs the state of blocks that are older than those which are kept. */
function pruned(error: NodeError): NonNullable<Behaviour['errs']> {
  const isOld = (at: unknown) => typeof at === 'string' && at.startsWith('0x') && Number(at) <= head - KEPT;
  return (method, params) => {
    const at = method === 'eth_getStorageAt' || method === 'eth_getProof' ? params[2] : params[1];
    return /^eth_(get(Balance|Code|TransactionCount|StorageAt|StorageValues|Proof)|call|createAccessList)$/.test(
      method,
    ) && isOld(at)
      ? error
      : undefined;
  };
}

async function opened(): Promise<TraceSummary> {
  const config = parseRuntimeConfig({ networks: [{ id: ID, rpcUrls: [proxy.url] }], defaultNetwork: ID });
  if (!config.ok) throw new Error(config.error);
  const { engine, events, open } = await startEngine([proxy.url], config.value);
  const first = await open({ networkId: ID, hash });
  await engine.settled();
  return events.reduce<TraceSummary>(afterEvent, first);
}

function afterEvent(summary: TraceSummary, event: EngineEvent): TraceSummary {
  if (event.type === 'replayed' && event.handle === summary.handle) return event.summary;
  return event.type === 'proven' && event.handle === summary.handle
    ? { ...summary, verification: event.verification }
    : summary;
}

const WORDS: Readonly<Record<string, NodeError>> = {
  'geth, op-geth': { code: -32000, message: 'missing trie node 6c1a (path ) state 0x6c1a is not available, not found' },
  'geth since 1.15': { code: -32000, message: 'historical state 6c1a is not available' },
  'BNB Smart Chain, Avalanche': { code: -32000, message: 'header not found' },
  reth: { code: -32603, message: 'state at block #3 is pruned' },
  Erigon: { code: -32000, message: 'old data not available due to pruning' },
  Nethermind: { code: -32002, message: 'No state available for block 0x6c1a' },
  'Nethermind, broken off': {
    code: -32603,
    message: 'Internal error',
    data: 'Nethermind.Trie.MissingTrieNodeException: Node A: P:2 H:0x992e is missing from the DB\n   at Nethermind.Trie',
  },
  Besu: { code: -32000, message: 'World state unavailable' },
  Bor: { code: -32000, message: 'missing trie node c6eb (path ) layer stale' },
  Frontier: { code: -32603, message: 'Api called for an unknown Block: State already discarded for 0x5c11' },
  Cronos: { code: -32000, message: 'height 3 is not available, lowest height is 17' },
  'Anvil --prune-history': { code: -32602, message: 'BlockOutOfRangeError: block height is 259 but requested was 2' },
};

test.each(Object.entries(WORDS))(
  '%s: the page says how far back it reaches, and takes the node’s trace',
  async (_, error) => {
    proxy.set({ errs: pruned(error), lie: withoutPrestate });
    const summary = await opened();
    expect(summary.source).toBe('callTracer');
    expect(summary.verification).toBeUndefined();
    const [refused] = summary.skipped.filter(({ source }) => source === 'replay');
    expect(refused?.needsArchive).toBe(true);
    const before = `The endpoint does not keep the state of block ${block - 1}, so the transaction cannot be executed again.`;
    const reaches = `It reaches back to block ${head - 127} at least, 127 blocks before the newest.`;
    expect(refused?.reason).toBe(`${before} An archive node has it. ${reaches}`);
  },
);

test('the witness of the block stands in for its state, and everything read of it is proven', async () => {
  const witness = await witnessOfBlock();
  proxy.set({
    errs: pruned(WORDS.reth as NodeError),
    refuse: /^(debug_trace|trace_|ots_)/,
    own: (method, [at]) => (method === 'debug_executionWitness' && at === hex(block) ? witness : undefined),
  });
  const summary = await opened();
  expect(summary).toMatchObject({
    source: 'replay',
    verification: {
      origin: 'rpc',
      compared: { witness: true, earlier: 1, logs: 1 },
      checked: { state: { isProven: true } },
    },
  });
  expect(proofLevel(summary.verification?.checked as Checked)).toBe('proven');
});

test.each<[string, (state: readonly Hex[]) => readonly Hex[]]>([
  ['without a node', (state) => state.slice(1)],
  [
    'with another byte in each node',
    (state) => state.map((node) => `${node.slice(0, -1)}${node.endsWith('0') ? 1 : 0}` as Hex),
  ],
  ['of nothing', () => []],
])('a witness %s stands in for nothing', async (_, change) => {
  const { state, codes } = await witnessOfBlock();
  proxy.set({
    errs: pruned(WORDS.reth as NodeError),
    refuse: /^(debug_trace|trace_|ots_)/,
    own: (method) => (method === 'debug_executionWitness' ? { state: change(state), codes } : undefined),
  });
  const summary = await opened();
  expect(summary.source).toBe('receipt');
  expect(summary.skipped.find(({ source }) => source === 'replay')?.needsArchive).toBe(true);
});

/** Nodes that dropped the state cannot make a prestate of it. */
const withoutPrestate: NonNullable<Behaviour['lie']> = (method, [, config], result) =>
  method === 'debug_traceTransaction' && (config as { tracer?: string }).tracer === 'prestateTracer' ? {} : result;

/** Nodes and codes that the node itself proves, for all that the block reads: what debug_executionWitness gives. */
async function witnessOfBlock(): Promise<{ state: readonly Hex[]; codes: readonly Hex[] }> {
  const { timestamp, miner } = await anvil.call<{ timestamp: Hex; miner: Address }>('eth_getBlockByNumber', [
    hex(block),
    false,
  ]);
  const slots: Readonly<Record<string, readonly number[]>> = {
    [SENDER as string]: [],
    [OTHER as string]: [],
    [counter]: [0],
    [miner]: [],
    // What chains of the OP Stack know of layer 1, and who gets their fees.
    '0x4200000000000000000000000000000000000015': [0, 1, 2, 3, 4, 5, 6, 7, 8],
    '0x4200000000000000000000000000000000000019': [],
    '0x420000000000000000000000000000000000001a': [],
    '0x420000000000000000000000000000000000001b': [],
    // EIP-4788 and EIP-2935.
    '0x000f3df6d732807ef1319fb7b8bb8522d0beac02': [Number(timestamp) % 8191, (Number(timestamp) % 8191) + 8191],
    '0x0000f90827f1c53a10cb7a02335b175320002935': [(block - 1) % 8191],
  };
  const state = new Set<Hex>();
  const codes = new Set<Hex>();
  for (const [address, keys] of Object.entries(slots)) {
    const { accountProof, storageProof } = await anvil.call<{
      accountProof: readonly Hex[];
      storageProof: readonly { proof: readonly Hex[] }[];
    }>('eth_getProof', [address, keys.map(word), hex(block - 1)]);
    for (const node of [...accountProof, ...storageProof.flatMap(({ proof }) => proof)]) state.add(node);
    codes.add(await anvil.call<Hex>('eth_getCode', [address, hex(block - 1)]));
  }
  codes.delete('0x');
  return { state: [...state], codes: [...codes] };
}
