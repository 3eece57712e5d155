/** Endpoints that lie of what a transaction was executed on, so that its receipt does not show it. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash } from '../../../../src/core/chain/primitives';
import { type Checked, proofLevel } from '../../../../src/core/proof/proof-level';
import { type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { type Behaviour, type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;
/** Looks at the balance of the account in its calldata, and does nothing with it. */
const LOOK = { address: `0x${'0b'.repeat(20)}` as Address, code: '0x5f353150' };
/** Looks at the hash of the block five before its own, and does nothing with it. */
const ANCESTOR = { address: `0x${'0c'.repeat(20)}` as Address, code: '0x60054303405000' };

let anvil: Anvil;
let proxy: FaultProxy;
let accounts: readonly Address[];
/** Of one block: the first account sends to itself, the second looks at the balance of the first. */
let sent: Hash;
let looked: Hash;
/** Alone in its block. */
let ancestor: Hash;
let ancestorBlock: number;

beforeAll(async () => {
  anvil = await startAnvil({ args: ['--order', 'fifo', '--no-mining'] });
  proxy = await startFaultProxy(anvil.url);
  accounts = await anvil.call<Address[]>('eth_accounts');
  for (const { address, code } of [LOOK, ANCESTOR]) await anvil.call('anvil_setCode', [address, code]);
  await anvil.call('anvil_mine', ['0x8']);
  const [one, two] = accounts as [Address, Address];
  const send = (transaction: object) =>
    anvil.call<Hash>('eth_sendTransaction', [{ gas: '0x186a0', gasPrice: '0x174876e800', ...transaction }]);
  sent = await send({ from: one, to: one });
  looked = await send({ from: two, to: LOOK.address, data: `0x${one.slice(2).padStart(64, '0')}` });
  await anvil.call('anvil_mine', ['0x1']);
  ancestor = await send({ from: two, to: ANCESTOR.address });
  await anvil.call('anvil_mine', ['0x1']);
  ancestorBlock = Number(await anvil.call('eth_blockNumber', []));
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
afterEach(async () => {
  proxy.set({});
  await forgetAll();
});

/** What is proven of a transaction by an endpoint that behaves so. */
async function checkedOf(hash: Hash, lie?: Behaviour['lie']): Promise<Checked> {
  proxy.set({ refuse: ONLY_PLAIN, ...(lie && { lie }) });
  const { engine, events, open } = await startEngine([proxy.url]);
  await open({ networkId: ANVIL_NETWORK, hash });
  await engine.settled();
  const [proven] = events.flatMap((event) => (event.type === 'proven' ? [event.verification.checked] : []));
  if (proven === undefined) throw new Error('nothing was asked for behind the rows');
  return proven;
}

/** The whole block, in which the transaction before the one that is looked at says `more`. */
function withEarlier(method: string, params: readonly unknown[], result: unknown, more: object): unknown {
  if (method !== 'eth_getBlockByHash' || params[1] !== true) return result;
  const block = result as { transactions: readonly { hash: Hash }[] };
  return {
    ...block,
    transactions: block.transactions.map((each) => (each.hash === sent ? { ...each, ...more } : each)),
  };
}

test.each([
  ['transactions before it', () => looked],
  ['the hash of an earlier block', () => ancestor],
])('an honest endpoint proves what is read of the state after %s', async (_, hash) => {
  expect(proofLevel(await checkedOf(hash()))).toBe('proven');
});

test('a state that the node was told to have between two blocks is not proven, and no contradiction', async () => {
  const [one, two] = accounts as [Address, Address];
  await anvil.call('anvil_setBalance', [two, '0xde0b6b3a76400000']);
  const hash = await anvil.call<Hash>('eth_sendTransaction', [{ from: one, to: two, value: '0x1', gas: '0x5208' }]);
  await anvil.call('anvil_mine', ['0x1']);
  const checked = await checkedOf(hash);
  expect(proofLevel(checked)).toBe('included');
  expect(checked.state).toMatchObject({ isProven: false });
});

test('a sender of a transaction before it that did not sign it is named, and the state is not proven', async () => {
  const from = accounts[2];
  const checked = await checkedOf(looked, (...asked) => withEarlier(...asked, { from }));
  expect(proofLevel(checked)).toBe('included');
  expect(checked.state).toMatchObject({
    isProven: false,
    reason: expect.stringContaining('is not signed by its sender'),
  });
});

test('that the header commits to the transactions before it counts only where these were executed', async () => {
  let asked = 0;
  const checked = await checkedOf(looked, (method, params, result) => {
    const isWhole = method === 'eth_getBlockByHash' && params[1] === true;
    // Without a signature it cannot be encoded. Asked again, the endpoint tells the truth.
    return isWhole && asked++ === 0 ? withEarlier(method, params, result, { value: '0x1', r: null, s: null }) : result;
  });
  expect(asked).toBe(2);
  expect(proofLevel(checked)).toBe('included');
  expect(checked.state).toMatchObject({ isProven: false, reason: expect.stringContaining('could not be proven') });
});

test('a hash of an earlier block that the headers do not lead to is named, and the state is not proven', async () => {
  const asked = `0x${(ancestorBlock - 5).toString(16)}`;
  const checked = await checkedOf(ancestor, (method, params, result) =>
    method === 'eth_getBlockByNumber' && params[0] === asked
      ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` }
      : result,
  );
  expect(proofLevel(checked)).toBe('included');
  expect(checked.state).toMatchObject({
    isProven: false,
    reason: `Block ${ancestorBlock - 5} has another hash than the endpoint said.`,
  });
});
