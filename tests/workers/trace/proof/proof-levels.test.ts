import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { proofLevel } from '../../../../src/core/proof/proof-level';
import { savePreference } from '../../../../src/db/reader/preferences';
import { readTrace } from '../../../../src/db/traces/traces';
import { fetchTransaction } from '../../../../src/net/chain-reader';
import type { TransactionKey } from '../../../../src/workers/ids';
import type { Verification } from '../../../../src/workers/trace/steps.api';
import { ANVIL_ACCOUNTS, startAnvil } from '../../../helpers/anvil';
import { newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

const chain = runDemoChain();

/** What was proven of a transaction once nothing is done behind its rows any more. */
async function provenOf(key: TransactionKey, urls = [chain.proxy.url]): Promise<Verification> {
  const { engine, events, open } = await startEngine(urls);
  await open(key);
  await engine.settled();
  const proven = events.flatMap((event) => (event.type === 'proven' ? [event.verification] : []));
  expect(proven).toHaveLength(1);
  return proven[0] as Verification;
}

test('an honest endpoint with proofs: everything that was read is proven, and kept as such', async () => {
  const key = chain.keyOf('swap-two-hops');
  const { checked } = await provenOf(key);
  expect(checked).toMatchObject({ isIncluded: true, state: { isProven: true } });
  expect(checked && proofLevel(checked)).toBe('proven');
  expect((await readTrace(key))?.replay?.verification.checked).toEqual(checked);

  // The next visit shows it at once, and asks for nothing again.
  chain.proxy.resetCounts();
  const again = await startEngine([chain.proxy.url]);
  const summary = await again.open(key);
  await again.engine.settled();
  expect(summary.verification?.checked).toEqual(checked);
  expect(chain.proxy.calls('eth_getProof')).toBe(0);
});

test('a block of one transaction is asked for no second time where its header cannot be checked', async () => {
  chain.proxy.set({
    lie: (method, _, result) =>
      /^eth_getBlockBy/.test(method) ? { ...(result as object), logsBloom: undefined } : result,
  });
  chain.proxy.resetCounts();
  const { checked } = await provenOf(chain.keyOf('erc20-transfer'));
  expect(checked && proofLevel(checked)).toBe('executed');
  expect(chain.proxy.calls('eth_getBlockReceipts')).toBe(0);
});

test('a block without a limit of gas is proven, and its code sees the limit exactly', async () => {
  const anvil = await startAnvil({ args: ['--disable-block-gas-limit'] });
  onTestFinished(() => anvil.stop());
  const [from] = ANVIL_ACCOUNTS;
  // The header of Anvil's first block has the root of an empty state.
  await sendMined(anvil, { from, to: from });
  // GASLIMIT PUSH0 MSTORE PUSH1 32 PUSH0 LOG0 STOP: the receipt has what the code saw.
  const { transactionHash } = await sendMined(anvil, { from, data: '0x455f5260205fa000', gas: '0x30000' });
  const { logs } = await anvil.call<{ logs: { data: string }[] }>('eth_getTransactionReceipt', [transactionHash]);
  expect(logs.map(({ data }) => BigInt(data))).toEqual([2n ** 64n - 1n]);
  const { checked } = await provenOf({ networkId: ANVIL_NETWORK, hash: transactionHash }, [anvil.url]);
  expect(checked && proofLevel(checked)).toBe('proven');
});

test('an endpoint without proofs costs the level and nothing else', async () => {
  chain.proxy.set({ refuse: /eth_getProof/ });
  const { checked } = await provenOf(chain.keyOf('swap-two-hops'));
  expect(checked && proofLevel(checked)).toBe('included');
  expect(checked?.state).toMatchObject({ isProven: false, reason: expect.stringContaining('gives no proofs') });
});

test('a balance that proofs contradict is named, and the execution is not what happened', async () => {
  chain.proxy.set({
    refuse: /^debug_/,
    lie: (method, _, result) => (method === 'eth_getBalance' ? '0x33b2e3c9fd0803ce8000000' : result),
  });
  const { checked } = await provenOf(chain.keyOf('erc20-transfer'));
  expect(checked && proofLevel(checked)).toBe('contradicted');
  expect(checked?.contradiction).toMatch(/^The state has another balance of 0x[\da-f]{40} than the endpoint said\.$/);
  // Sender, token, who gets the fees, and the contracts that the protocol calls first (EIP-4788, EIP-2935).
  expect(checked?.otherState?.map(({ part }) => part)).toEqual(Array(5).fill('balance'));
});

/** Selectors of symbol() and decimals(). */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';

test.each([
  ['decimals', DECIMALS, `0x${'6'.padStart(64, '0')}`, /answers decimals with 18, and the endpoint said 6\.$/],
  ['no decimals', DECIMALS, '0x', /answers decimals with 18, and the endpoint said none\.$/],
  ['symbol', SYMBOL, `0x55534443${'0'.repeat(56)}`, /answers symbol with MPL, and the endpoint said USDC\.$/],
])('a token whose %s the endpoint invents is named, and shown as its code has it', async (_, selector, said, told) => {
  chain.proxy.set({
    lie: (method, params, result) =>
      method === 'eth_call' && (params[0] as { data?: string }).data === selector ? said : result,
  });
  const { engine, events, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('erc20-transfer'));
  await engine.settled();
  const checked = events.flatMap((event) => (event.type === 'proven' ? [event.verification.checked] : []))[0];
  expect(checked?.contradiction).toMatch(told);
  expect((await engine.trace.transfers(handle)).tokens).toMatchObject([{ symbol: 'MPL', decimals: 18 }]);
});

test('decimals that a token had in its block count, and today’s are no lie', async () => {
  chain.proxy.set({
    lie: (method, params, result) =>
      method === 'eth_call' && (params[0] as { data?: string }).data === DECIMALS && params[1] === 'latest'
        ? `0x${'6'.padStart(64, '0')}`
        : result,
  });
  const { engine, events, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('erc20-transfer'));
  await engine.settled();
  const checked = events.flatMap((event) => (event.type === 'proven' ? [event.verification.checked] : []))[0];
  expect(checked && proofLevel(checked)).toBe('proven');
  expect((await engine.trace.transfers(handle)).tokens).toMatchObject([{ symbol: 'MPL', decimals: 18 }]);
});

test('other endpoints that have the block are named, and so are those that have another one', async () => {
  const key = chain.keyOf('erc20-transfer');
  const { checked } = await provenOf(key, [chain.proxy.url, chain.devnet.rpcUrl]);
  expect(checked?.agreeing).toEqual([new URL(chain.devnet.rpcUrl).host]);
  expect(checked?.disagreeing).toEqual([]);
});

test.each([
  ['refuses eth_chainId', { refuse: /^eth_chainId$/ }],
  [
    'garbles its chain id',
    { lie: (method: string, _: unknown, result: unknown) => (method === 'eth_chainId' ? '31337?' : result) },
  ],
])('that an endpoint %s is said of what is shown, at the next visit too', async (_, behaviour) => {
  chain.proxy.set(behaviour);
  const key = chain.keyOf('erc20-transfer');
  const said = expect.stringContaining('does not say which chain it serves');
  expect((await provenOf(key)).checked?.unchecked).toEqual([said]);
  const again = await startEngine([chain.proxy.url]);
  expect((await again.open(key)).verification?.checked?.unchecked).toEqual([said]);
});

test('blocks that were seen before and after hang together with it, and one that does not ends the run', async () => {
  const key = chain.keyOf('erc20-transfer');
  const rpc = rpcOf([chain.proxy.url]);
  const transaction = await fetchTransaction(rpc, key.hash);
  const number = (transaction.ok && transaction.value.blockNumber) || 0;
  const seen = await startEngine([chain.proxy.url]);
  for (const at of [number - 2, number - 1, number + 1]) {
    const block = await seen.engine.chain.loadBlock(newJob(), key.networkId, at, true);
    expect(block.ok).toBe(true);
  }
  await seen.engine.settled();
  expect((await provenOf(key)).checked?.linked).toEqual({ first: number - 2, last: number + 1 });
});

test('without a replay, what the calls of the node contradict is said', async () => {
  await savePreference('stepLimit', 0);
  chain.proxy.set({
    lie: (method, _, result) =>
      method === 'debug_traceTransaction' ? { ...(result as object), value: '0x3635c9adc5dea00000' } : result,
  });
  const { open } = await startEngine([chain.proxy.url]);
  const summary = await open(chain.keyOf('ether-transfer'));
  expect(summary.source).toBe('callTracer');
  expect(summary.contradictions).toEqual(['The calls carry another value than the transaction.']);
});

test('honest calls of a node contradict nothing, of any transaction', async () => {
  await savePreference('stepLimit', 0);
  const { open } = await startEngine([chain.proxy.url]);
  const found: string[] = [];
  // The largest is not made for these tests.
  const made = chain.devnet.manifest.transactions.filter(({ name }) => name !== 'hundred-thousand-calls');
  for (const { name } of made) {
    const { contradictions = [] } = await open(chain.keyOf(name));
    found.push(...contradictions.map((sentence) => `${name}: ${sentence}`));
  }
  expect(found).toEqual([]);
});
