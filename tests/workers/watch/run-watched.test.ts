/** A watched simulation on a real node: what it comes to at the end of each block. */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hash } from '../../../src/core/chain/primitives';
import { emptyDraft, emptyStep, writeDraft } from '../../../src/core/simulation/draft';
import { fetchBlock } from '../../../src/net/chain-reader';
import { createWatchedSimulations } from '../../../src/workers/watch/watched-simulations';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node.stop());

const POOR = `0x${'ab'.repeat(20)}`;
const ETHER = '0xde0b6b3a7640000';
const signal = new AbortController().signal;

/** One that has no ether pays a wei, before the first transaction of block 1. */
const draft = (network: string, more: object = {}) =>
  writeDraft({
    ...emptyDraft(network, [emptyStep({ from: POOR, to: ANVIL_ACCOUNTS[1], value: '1', manner: 'free', ...more })]),
    block: '1',
    place: 'before',
    index: '0',
  });

async function head() {
  const block = await fetchBlock(rpcOf([node.url]), 'latest', { signal });
  if (!block.ok || block.value.number === undefined || block.value.hash === undefined) throw new Error('no head');
  return { number: block.value.number, hash: block.value.hash };
}

const watching = () => createWatchedSimulations(async () => ({ id: ANVIL_NETWORK, name: 'Anvil' }));

test('it runs at the end of the block asked for, of which it keeps what it came to', async () => {
  const run = watching();
  const rpc = rpcOf([node.url]);
  const before = await head();
  await sendMined(node, { from: ANVIL_ACCOUNTS[0], to: POOR, value: ETHER, gas: '0x5208' });
  const after = await head();
  const poor = await run(rpc, draft(`${ANVIL_NETWORK}`), before, signal);
  expect(poor).toMatchObject({ ok: true, value: { came: 'otherwise' } });
  expect(poor.ok && poor.value.words).toContain('funds');
  expect(await run(rpc, draft(`${ANVIL_NETWORK}`), after, signal)).toEqual({
    ok: true,
    value: { came: 'expected', words: '' },
  });
  // No endpoint answers any more, and what is known stays.
  const gone = rpcOf(['http://127.0.0.1:9'], { limits: { rounds: 1 } });
  expect(await run(gone, draft(`${ANVIL_NETWORK}`), before, signal)).toEqual(poor);
  expect(await run(gone, draft(`${ANVIL_NETWORK}`, { value: '2' }), before, signal)).toMatchObject({ ok: false });
});

test('a block that left the chain is no place to run at, and is asked for again', async () => {
  const { number } = await head();
  const gone = { number, hash: `0x${'7'.repeat(64)}` as Hash };
  const answer = await watching()(rpcOf([node.url]), draft(`${ANVIL_NETWORK}`), gone, signal);
  expect(answer).toMatchObject({ ok: false, error: { code: 'notFound' } });
});

test('what cannot be run is an outcome, which is the same wherever it is asked for', async () => {
  const rpc = rpcOf([node.url]);
  const at = await head();
  expect(await watching()(rpc, draft('1'), at, signal)).toMatchObject({
    ok: true,
    value: { came: 'notRun', words: 'It is of another network.' },
  });
  expect(await watching()(rpc, draft(`${ANVIL_NETWORK}`, { to: 'nobody' }), at, signal)).toMatchObject({
    ok: true,
    value: { came: 'notRun' },
  });
});
