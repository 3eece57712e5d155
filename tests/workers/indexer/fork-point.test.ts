/** Where a chain leaves its index, asked of an endpoint that does not have every block. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { fetchBlock } from '../../../src/net/chain-reader';
import { findForkPoint } from '../../../src/workers/indexer/fork-point';
import { deleteDatabase } from '../../helpers/database-dump';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { indexedTo, startIndexer } from '../../helpers/indexing';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

let node: TestNode;
let proxy: FaultProxy;
beforeEach(async () => {
  node = await startNode();
  proxy = await startFaultProxy(node.url);
});
afterEach(async () => {
  await proxy.stop();
  await node.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('blocks that an endpoint elsewhere has deleted are not taken back', async () => {
  await node.call('anvil_mine', ['0xc']);
  const indexer = await startIndexer(node.url);
  await indexedTo(12);
  await indexer.stop();
  const spans = (await readIndexProgress(ANVIL_NETWORK))?.spans ?? [];
  expect(spans).toEqual([{ first: 0, last: 12 }]);
  proxy.set({
    lie: (method, [number], result) => (method === 'eth_getBlockByNumber' && Number(number) <= 9 ? null : result),
  });
  const rpc = rpcOf([proxy.url.replace('127.0.0.1', '0.0.0.0')]);
  const forkPoint = async () => {
    const head = await fetchBlock(rpc, 'latest');
    if (!head.ok) throw new Error(head.error.message);
    return findForkPoint(rpc, ANVIL_NETWORK, spans, head.value, new AbortController().signal);
  };
  // Blocks of a later time are others: all are empty.
  await node.call('evm_increaseTime', ['0x3e8']);
  await node.call('anvil_reorg', [2, []]);
  expect(await forkPoint()).toEqual({ ok: true, value: 10 });
  await node.call('anvil_mine', ['0x5']);
  expect(await forkPoint()).toEqual({ ok: true, value: 10 });
});
