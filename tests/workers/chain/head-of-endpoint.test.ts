/** The newest block of each endpoint, asked by itself: one that answers, one of another chain, one that is gone. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { headOfEndpoint } from '../../../src/workers/chain/head-of-endpoint';
import { deleteDatabase } from '../../helpers/database-dump';
import { configOf } from '../../helpers/demo-engine';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const started: TestNode[] = [];
afterEach(async () => {
  for (const node of started.splice(0)) await node.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

async function start(chainId: number): Promise<TestNode> {
  const node = await startNode({ chainId });
  started.push(node);
  return node;
}

test('each endpoint answers for itself', async () => {
  const ahead = await start(ANVIL_NETWORK);
  await ahead.call('anvil_mine', ['0x5']);
  const behind = await start(ANVIL_NETWORK);
  const other = await start(1);
  const gone = await start(ANVIL_NETWORK);
  const urls = [behind.url, ahead.url, other.url, gone.url, 'javascript:alert(1)'];
  await gone.stop();
  const chains = new Chains(createPeerGroup()());
  chains.configure(configOf([ahead.url]));
  const heads = await Promise.all(urls.map((url) => headOfEndpoint(chains, ANVIL_NETWORK, url)));
  expect(heads.map((head) => (head.ok ? head.value.blockNumber : head.error.code))).toEqual([
    0,
    5,
    'wrongChain',
    'endpointDown',
    'unsupported',
  ]);
});
