/** Virtual networks are kept block by block, and run by one of several tabs. */
import 'fake-indexeddb/auto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { writeBackup } from '../../../src/db/backup/backup';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readNetworks } from '../../../src/db/networks/networks';
import { readVirtualNetwork } from '../../../src/db/virtual/virtual-networks';
import { createPeerGroup, type Peers, type Release } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import { deleteDatabase } from '../../helpers/database-dump';

const [ALICE, BOB] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
const EMPTY = 7357 as NetworkId;
const FORK = 73_577_357 as NetworkId;
const RICH = 10_000n * 10n ** 18n;

type Tab = ReturnType<typeof openTab>;

/** An engine as a tab has it; `end` ends it as a browser does, locks and all. */
function openTab(join: () => Peers) {
  const held = new Set<Release>();
  const peers = join();
  let isOver = false;
  const own: Peers = {
    ...peers,
    async tryLock(name) {
      const release = await peers.tryLock(name);
      if (release) held.add(release);
      return release;
    },
    async lock(name) {
      const release = await peers.lock(name);
      if (isOver) release();
      held.add(release);
      return isOver ? new Promise(() => {}) : release;
    },
    send(message) {
      if (!isOver) peers.send(message);
    },
    listen: (listener) => peers.listen((message) => (isOver ? undefined : listener(message))),
  };
  const engine = createEngine({ peers: own });
  const config = parseRuntimeConfig({ networks: [] });
  if (!config.ok) throw new Error(config.error);
  void engine.chain.configure(config.value);
  return {
    engine,
    async call<T>(id: NetworkId, method: string, ...params: unknown[]): Promise<T> {
      const answer = await engine.virtual.request(id, method, params);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value as T;
    },
    async make(chainId: NetworkId, parent?: NetworkId) {
      const made = await engine.virtual.create('make' as JobId, {
        chainId,
        name: `Network ${chainId}`,
        sealing: 'transaction',
        ...(parent === undefined ? {} : { parent: { networkId: parent, block: 'latest' } }),
      });
      if (!made.ok) throw new Error(made.error.message);
    },
    end() {
      isOver = true;
      for (const release of held) release();
    },
  };
}

/** The browser anew: no tab of before is there. */
const restarted = () => openTab(createPeerGroup());
const balanceOf = async (tab: Tab, id: NetworkId, address: Address) =>
  BigInt(await tab.call<Hex>(id, 'eth_getBalance', address, 'latest'));
const give = (tab: Tab, id: NetworkId, value: number) =>
  tab.call<Hash>(id, 'eth_sendTransaction', { from: ALICE, to: BOB, value: `0x${value.toString(16)}` });

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('a network opens again as it was, snapshots and what waits included', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  expect((await readNetworks()).map(({ name }) => name)).toEqual(['Network 7357']);
  await give(tab, EMPTY, 5);
  const snapshot = await tab.call<Hex>(EMPTY, 'evm_snapshot');
  await tab.call(EMPTY, 'anvil_setBalance', BOB, '0x7');
  await tab.call(EMPTY, 'evm_setAutomine', false);
  await tab.call(EMPTY, 'anvil_impersonateAccount', BOB);
  const waits = await give(tab, EMPTY, 3);
  const head = await tab.call<{ hash: Hash }>(EMPTY, 'eth_getBlockByNumber', 'latest', false);

  const again = restarted();
  expect(await again.call(EMPTY, 'eth_getBlockByNumber', 'latest', false)).toEqual(head);
  expect(await balanceOf(again, EMPTY, BOB)).toBe(7n);
  expect(await again.call(EMPTY, 'eth_getTransactionByHash', waits)).toMatchObject({ blockHash: null });
  await again.call(EMPTY, 'evm_mine');
  expect(await balanceOf(again, EMPTY, BOB)).toBe(10n);
  expect(await again.call(EMPTY, 'evm_revert', snapshot)).toBe(true);
  expect(await balanceOf(again, EMPTY, BOB)).toBe(RICH + 5n);
  expect(await readVirtualNetwork(EMPTY)).toMatchObject({ networkId: EMPTY, impersonated: [BOB], head: { number: 1 } });
});

test('a write that breaks off changes nothing, and the next one has it', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  await give(tab, EMPTY, 5);
  const put = IDBObjectStore.prototype.put;
  // After the network's own row: in the middle of the change.
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name === 'virtualBlocks') throw new DOMException('', 'QuotaExceededError');
    return put.apply(this, given);
  };
  try {
    await expect(give(tab, EMPTY, 3)).rejects.toThrow('did not keep this change');
    expect(await balanceOf(restarted(), EMPTY, BOB)).toBe(RICH + 5n);
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  await tab.call(EMPTY, 'evm_mine');
  const again = restarted();
  expect(await again.call(EMPTY, 'eth_blockNumber')).toBe('0x3');
  expect(await balanceOf(again, EMPTY, BOB)).toBe(RICH + 8n);
});

test('of two tabs one runs it, the other one asks, and goes on when that is closed', async () => {
  const join = createPeerGroup();
  const [first, second] = [openTab(join), openTab(join)];
  await first.make(EMPTY);
  await give(first, EMPTY, 5);
  expect(await first.engine.virtual.runner(EMPTY)).toBe('here');
  await give(second, EMPTY, 3);
  expect(await second.engine.virtual.runner(EMPTY)).toBe('elsewhere');
  expect(await balanceOf(first, EMPTY, BOB)).toBe(RICH + 8n);
  first.end();
  await give(second, EMPTY, 1);
  expect(await second.engine.virtual.runner(EMPTY)).toBe('here');
  expect(await balanceOf(second, EMPTY, BOB)).toBe(RICH + 9n);
});

test('the pages of the app ask it through its endpoint as they ask any network', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  const hash = await give(tab, EMPTY, 5);
  const job = 'load' as JobId;
  const record = await tab.engine.chain.loadTransaction(job, { networkId: EMPTY, hash }, false);
  expect(record).toMatchObject({ ok: true, value: { receipt: { status: 'success', blockNumber: 1 } } });
  expect(await tab.engine.chain.nodeAccounts(EMPTY)).toMatchObject({ ok: true, value: [...TEST_ACCOUNTS.keys()] });
  const sent = await tab.engine.chain.sendFromNode(EMPTY, { from: ALICE, to: BOB, data: '0x', value: 1n });
  expect(sent.ok).toBe(true);
  await tab.engine.settled();
});

test('a fork keeps what it read, and asks for nothing more once the block is another one', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  await give(tab, EMPTY, 5);
  await tab.call(EMPTY, 'anvil_setCode', BOB, '0x6001');
  await tab.make(FORK, EMPTY);
  expect(await tab.call(FORK, 'eth_getCode', BOB, 'latest')).toBe('0x6001');
  await give(tab, FORK, 3);
  expect(await balanceOf(tab, FORK, BOB)).toBe(RICH + 3n);
  expect(await balanceOf(tab, EMPTY, BOB)).toBe(RICH + 5n);
  // The running network asks its parent while that has the block.
  expect(await balanceOf(tab, FORK, MACHINE)).toBe(0n);
  await tab.call(EMPTY, 'anvil_rollback', 1);
  const stranger = `0x${'5'.repeat(40)}` as Address;
  await tab.call(EMPTY, 'anvil_setBalance', stranger, '0x9');
  await tab.call(EMPTY, 'evm_mine');

  for (const on of [tab, restarted()]) {
    expect(await on.call(FORK, 'eth_getCode', BOB, 'latest')).toBe('0x6001');
    for (const [method, ...params] of [
      ['eth_getBalance', stranger],
      ['eth_getStorageAt', BOB, '0x0'],
    ] as const)
      await expect(on.call(FORK, method, ...params, 'latest')).rejects.toThrow('has another block 1 now');
    expect(await give(on, FORK, 4)).toMatch(/^0x/);
  }
});

/** Stores what it is called with in slot 0, and returns what was there. */
const SWAP: Hex = '0x5f545f525f355f5560205ff3';
const MACHINE = `0x${'c0'.repeat(20)}` as Address;

/** A fork of block 0, with a transaction that the balance of Bob on the parent decides, and one that nothing does. */
async function forkedTwice(tab: Tab) {
  await tab.make(EMPTY);
  await tab.call(EMPTY, 'anvil_setCode', MACHINE, SWAP);
  await tab.make(FORK, EMPTY);
  await tab.call(FORK, 'anvil_setBalance', BOB, '0x7');
  const snapshot = await tab.call<Hex>(FORK, 'evm_snapshot');
  const plain = await give(tab, FORK, 3);
  const call = { from: ALICE, to: MACHINE, data: word(5), gas: '0x30d40' };
  const asked = await tab.call<Hash>(FORK, 'eth_sendTransaction', call);
  await tab.call(FORK, 'evm_snapshot');
  // The parent goes on: Alice sends, and the slot holds something.
  await tab.call(EMPTY, 'eth_sendTransaction', { ...call, data: word(9) });
  await tab.call(EMPTY, 'evm_mine');
  return { snapshot, plain, asked };
}

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hex;

test('forked again at a newer block, it has its transactions again, and tells which came out otherwise', async () => {
  const tab = restarted();
  const { snapshot, asked } = await forkedTwice(tab);
  const headBefore = await readVirtualNetwork(FORK);
  const planned = await tab.engine.virtual.planFork(FORK, 'latest');
  if (!planned.ok) throw new Error(planned.error.message);
  const { comparison, id, number } = planned.value;
  expect(number).toBe(2);
  // Alice sent one on the parent too: hers were signed again for the next nonces.
  expect(comparison).toMatchObject({ blocks: 2, transactions: 2, fitted: 2 });
  expect(comparison.differing).toMatchObject([
    {
      hash: asked,
      number: 4,
      differences: [
        { what: 'gas', before: expect.any(String), after: expect.any(String) },
        { what: 'output', before: word(0), after: word(9) },
      ],
    },
  ]);
  // Refused: everything is as it was, also for whoever opens it again.
  expect(await readVirtualNetwork(FORK)).toEqual(headBefore);
  expect(await restarted().call(FORK, 'eth_blockNumber')).toBe('0x2');

  expect(await tab.engine.virtual.takeFork(FORK, id)).toMatchObject({ ok: true });
  for (const reader of [tab, restarted()]) {
    expect(await reader.call(FORK, 'eth_blockNumber')).toBe('0x4');
    expect(await balanceOf(reader, FORK, BOB)).toBe(10n);
    expect(await reader.call(FORK, 'eth_getStorageAt', MACHINE, '0x0', 'latest')).toBe(word(5));
    const { differing } = comparison;
    const receipt = { status: '0x1', blockNumber: '0x4' };
    expect(await reader.call(FORK, 'eth_getTransactionReceipt', differing[0]?.hashNow)).toMatchObject(receipt);
    expect(await reader.call(FORK, 'eth_getTransactionReceipt', asked)).toBeNull();
    expect(await readVirtualNetwork(FORK)).toMatchObject({ forkedAgain: { from: 0, comparison } });
  }
  // Snapshots are of the same places in the new chain.
  expect(await tab.call(FORK, 'evm_revert', snapshot)).toBe(true);
  expect(await tab.call(FORK, 'eth_blockNumber')).toBe('0x2');
  expect(await balanceOf(tab, FORK, BOB)).toBe(7n);
  expect(await tab.call(FORK, 'eth_getStorageAt', MACHINE, '0x0', 'latest')).toBe(word(9));
});

test('a fork that breaks off while it is taken leaves the network as it was, and can be taken again', async () => {
  const tab = restarted();
  await forkedTwice(tab);
  const before = await readVirtualNetwork(FORK);
  const planned = await tab.engine.virtual.planFork(FORK, 'latest');
  if (!planned.ok) throw new Error(planned.error.message);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name === 'virtualBlocks') throw new DOMException('', 'QuotaExceededError');
    return put.apply(this, given);
  };
  try {
    expect(await tab.engine.virtual.takeFork(FORK, planned.value.id)).toMatchObject({ ok: false });
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(await readVirtualNetwork(FORK)).toEqual(before);
  expect(await tab.call(FORK, 'eth_blockNumber')).toBe('0x2');
  expect(await balanceOf(restarted(), FORK, BOB)).toBe(10n);
  expect(await tab.engine.virtual.takeFork(FORK, planned.value.id)).toMatchObject({ ok: true });
  expect(await restarted().call(FORK, 'eth_blockNumber')).toBe('0x4');
});

test('a fork of what the network was is not taken', async () => {
  const tab = restarted();
  await forkedTwice(tab);
  const planned = await tab.engine.virtual.planFork(FORK, 1);
  if (!planned.ok) throw new Error(planned.error.message);
  await tab.call(FORK, 'anvil_setBalance', BOB, '0x8');
  const refused = await tab.engine.virtual.takeFork(FORK, planned.value.id);
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('changed since this fork was made') } });
  expect(await balanceOf(tab, FORK, BOB)).toBe(8n);
  expect(await tab.engine.virtual.planFork(EMPTY, 'latest')).toMatchObject({ ok: false });
});

test('a file of a network has its blocks, and opens where there was none', async () => {
  const tab = restarted();
  const { snapshot, asked } = await forkedTwice(tab);
  const head = await tab.call<object>(FORK, 'eth_getBlockByNumber', 'latest', true);
  const receipt = await tab.call<object>(FORK, 'eth_getTransactionReceipt', asked);
  const saved = await tab.engine.virtual.save(FORK);
  if (!saved.ok) throw new Error(saved.error.message);
  expect(await tab.engine.virtual.open(saved.value)).toMatchObject({
    error: { message: expect.stringContaining('has the chain id') },
  });
  await tab.engine.virtual.remove(FORK);
  // What was read of the parent is in the file: it need not be there.
  await tab.engine.virtual.remove(EMPTY);
  const other = restarted();
  expect(await other.engine.virtual.open(saved.value)).toEqual({ ok: true, value: FORK });
  expect(await other.call(FORK, 'eth_getBlockByNumber', 'latest', true)).toEqual(head);
  expect(await other.call(FORK, 'eth_getTransactionReceipt', asked)).toEqual(receipt);
  expect(await balanceOf(other, FORK, BOB)).toBe(10n);
  expect(await other.call(FORK, 'evm_revert', snapshot)).toBe(true);
  expect(await balanceOf(other, FORK, BOB)).toBe(7n);
});

test('a damaged file of a network is refused with a sentence', async () => {
  const tab = restarted();
  await forkedTwice(tab);
  const saved = await tab.engine.virtual.save(FORK);
  if (!saved.ok) throw new Error(saved.error.message);
  await tab.engine.virtual.remove(FORK);
  const text = gunzipSync(saved.value).toString();
  const opened = async (changed: string) => tab.engine.virtual.open(new Uint8Array(gzipSync(changed)));
  const refused = async (changed: string) => {
    const answer = await opened(changed);
    return answer.ok ? 'opened' : answer.error.message;
  };
  const { blocks, ...rest } = JSON.parse(text) as { blocks: { receipts: { gasUsed: number }[]; number: number }[] };
  expect(await refused('{}')).toContain('not a file of a virtual network');
  expect(await refused(JSON.stringify({ ...rest, blocks, version: 2 }))).toContain('version 2');
  expect(await refused(JSON.stringify({ ...rest, blocks: blocks.slice(0, -1) }))).toContain('blocks are missing');
  const changed = structuredClone(blocks);
  const [receipt] = changed.at(-1)?.receipts ?? [];
  if (receipt === undefined) throw new Error('there is no receipt');
  (receipt as { cumulativeGasUsed?: number }).cumulativeGasUsed = 1;
  expect(await refused(JSON.stringify({ ...rest, blocks: changed }))).toContain('other receipts');
  expect(await refused(text)).toBe('opened');
});

test('what a file says of the parent is known to its network alone, and goes with it', async () => {
  const tab = restarted();
  const codeOf = (on: Tab, id: NetworkId) => on.call(id, 'eth_getCode', MACHINE, 'latest');
  await tab.make(EMPTY);
  await tab.call(EMPTY, 'anvil_setCode', MACHINE, '0x6001');
  await tab.make(FORK, EMPTY);
  expect(await codeOf(tab, FORK)).toBe('0x6001');
  const saved = await tab.engine.virtual.save(FORK);
  if (!saved.ok) throw new Error(saved.error.message);
  await tab.engine.virtual.remove(FORK);
  const forged = gunzipSync(saved.value).toString().replaceAll('"0x6001"', '"0x6002"');
  const before = 7358 as NetworkId;
  const after = 7359 as NetworkId;
  await tab.make(before, EMPTY);
  expect(await tab.engine.virtual.open(new Uint8Array(gzipSync(forged)))).toMatchObject({ ok: true });
  expect(await codeOf(tab, FORK)).toBe('0x6002');
  expect(await codeOf(tab, before)).toBe('0x6001');
  await tab.make(after, EMPTY);
  expect(await codeOf(restarted(), after)).toBe('0x6001');
  // Opened again, and as a file again, it has what its file said, whatever was read of the parent meanwhile.
  expect(await codeOf(restarted(), FORK)).toBe('0x6002');
  const savedAgain = await tab.engine.virtual.save(FORK);
  if (!savedAgain.ok) throw new Error(savedAgain.error.message);
  await tab.engine.virtual.remove(FORK);
  await tab.make(FORK, EMPTY);
  expect(await codeOf(restarted(), FORK)).toBe('0x6001');
  await tab.engine.virtual.remove(FORK);
  await tab.engine.virtual.open(savedAgain.value);
  expect(await codeOf(restarted(), FORK)).toBe('0x6002');
  // Forked again, even at the same block, it knows what its parent has.
  const planned = await tab.engine.virtual.planFork(FORK, 'latest');
  if (!planned.ok) throw new Error(planned.error.message);
  expect(await tab.engine.virtual.takeFork(FORK, planned.value.id)).toMatchObject({ ok: true });
  for (const on of [tab, restarted()]) expect(await codeOf(on, FORK)).toBe('0x6001');
});

test('a file that states too long an interval is opened with the longest one', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  const saved = await tab.engine.virtual.save(EMPTY);
  if (!saved.ok) throw new Error(saved.error.message);
  await tab.engine.virtual.remove(EMPTY);
  const changed = gunzipSync(saved.value).toString().replace('"interval":0', '"interval":2147484');
  expect(await tab.engine.virtual.open(new Uint8Array(gzipSync(changed)))).toMatchObject({ ok: true });
  expect((await readVirtualNetwork(EMPTY))?.interval).toBe(86_400);
});

test('a network that another tab deleted is run by nobody, also not in the place of a new one', async () => {
  const join = createPeerGroup();
  const [first, second] = [openTab(join), openTab(join)];
  await first.make(EMPTY);
  await give(first, EMPTY, 5);
  await second.engine.virtual.remove(EMPTY);
  await expect(give(first, EMPTY, 1)).rejects.toThrow('no longer in this browser');
  await second.make(EMPTY);
  expect(await first.call(EMPTY, 'eth_blockNumber')).toBe('0x0');
});

test('a backup leaves out what names it: elsewhere there is no such network', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  const pieces = await writeBackup({ kinds: new Set(['networks']), secrets: true }, 0);
  expect(pieces?.join('')).not.toContain(String(EMPTY));
});

test('a chain id that a network has is refused, and a network that was deleted is gone', async () => {
  const tab = restarted();
  await tab.make(EMPTY);
  await expect(tab.make(EMPTY)).rejects.toThrow('has the chain id 7357');
  await expect(tab.make(1 as NetworkId)).rejects.toThrow('has the chain id 1');
  expect(await tab.engine.virtual.remove(EMPTY)).toMatchObject({ ok: true });
  expect(await readVirtualNetwork(EMPTY)).toBeUndefined();
  expect(await readNetworks()).toEqual([]);
  await expect(tab.call(EMPTY, 'eth_blockNumber')).rejects.toThrow('no longer in this browser');
  await tab.make(EMPTY);
  expect(await tab.call(EMPTY, 'eth_blockNumber')).toBe('0x0');
});
