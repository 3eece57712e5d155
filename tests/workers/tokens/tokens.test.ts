/** What is asked of tokens, on the demo chain. */
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { ok } from '../../../src/core/values/result';
import { savePreference } from '../../../src/db/reader/preferences';
import { callContract, fetchBalance } from '../../../src/net/account-reader';
import { configOf, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { startJsonServer } from '../../helpers/json-server';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

const demo = runDemoChain();
const addressOf = (name: string) => (demo.devnet.manifest.contracts[name] ?? '').toLowerCase() as Address;
const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0');

async function startTokens() {
  const { engine } = await startEngine([demo.proxy.url]);
  return engine;
}

describe('an item', () => {
  test('of an ERC-721 has its owner, and metadata and picture that the contract holds', async () => {
    const { tokens } = await startTokens();
    const cards = addressOf('Postcards');
    const item = await tokens.loadItem(newJob(), ANVIL_NETWORK, cards, 1n);
    const owner = await callContract(rpcOf([demo.proxy.url]), { to: cards, data: `0x6352211e${word(1n)}` });
    if (!owner.ok) throw new Error(owner.error.message);
    expect(item).toMatchObject({
      ok: true,
      value: {
        collection: { standard: 'ERC-721', symbol: 'CARD', name: 'Postcards' },
        owner: `0x${owner.value.data.slice(26)}`,
      },
    });
    const metadata = await tokens.loadMetadata(newJob(), ANVIL_NETWORK, cards, 'ERC-721', 1n);
    expect(metadata).toMatchObject({ ok: true, value: { state: 'here', metadata: { name: 'Postcard #1' } } });
    if (!metadata.ok || metadata.value.state !== 'here') return;
    expect(metadata.value.from).toBeUndefined();
    const picture = await tokens.loadPicture(newJob(), metadata.value.metadata.image ?? '', 'nft');
    expect(picture).toMatchObject({ ok: true, value: { state: 'here', type: 'image/svg+xml', from: undefined } });
  });

  test('that was not made has no owner and no metadata', async () => {
    const { tokens } = await startTokens();
    const cards = addressOf('Postcards');
    const item = await tokens.loadItem(newJob(), ANVIL_NETWORK, cards, 10n ** 30n);
    expect(item.ok && item.value.owner).toBeUndefined();
    expect(await tokens.loadMetadata(newJob(), ANVIL_NETWORK, cards, 'ERC-721', 10n ** 30n)).toMatchObject({
      ok: true,
      value: { state: 'missing' },
    });
  });

  test('whose picture is at a host is not asked for without consent', async () => {
    const { tokens } = await startTokens();
    expect(await tokens.loadPicture(newJob(), 'https://pictures.example/1.png', 'nft')).toEqual(
      ok({ state: 'off', host: 'pictures.example' }),
    );
    // The node of the demo chain runs on this machine, so that items may have their files there.
    const here = 'http://127.0.0.1:9/1.png';
    expect(await tokens.loadPicture(newJob(), here, 'nft', ANVIL_NETWORK)).toEqual(
      ok({ state: 'off', host: '127.0.0.1:9' }),
    );
    expect(await tokens.loadPicture(newJob(), here, 'nft')).toMatchObject({ value: { state: 'missing' } });
    expect(await tokens.loadPicture(newJob(), 'javascript:alert(1)', 'nft')).toMatchObject({
      value: { state: 'missing' },
    });
    expect(await tokens.loadPicture(newJob(), 'data:text/html,<script>1</script>', 'nft')).toMatchObject({
      value: { state: 'missing' },
    });
    const drawing = `data:image/svg+xml,<svg>${' '.repeat(310_000)}</svg>`;
    expect(await tokens.loadPicture(newJob(), drawing, 'nft')).toMatchObject({ value: { state: 'here' } });
    expect(await tokens.loadPicture(newJob(), drawing, 'tokenLogos')).toMatchObject({ value: { state: 'missing' } });
    const large = `data:image/svg+xml,<svg>${' '.repeat(2_100_000)}</svg>`;
    expect(await tokens.loadPicture(newJob(), large, 'nft')).toMatchObject({ value: { state: 'missing' } });
  });
});

test('balances are those of one block, unknown where the contract does not answer', async () => {
  const { tokens } = await startTokens();
  const holder = demo.devnet.manifest.contracts.Pair?.toLowerCase() as Address | undefined;
  const coin = addressOf('WrappedEther');
  const asked = [
    { token: coin, holder: holder ?? coin },
    { token: addressOf('Router'), holder: coin },
    { token: addressOf('Provisions'), holder: coin, tokenId: 1n },
    { token: 'native' as const, holder: coin },
  ];
  const balances = await tokens.balances(newJob(), ANVIL_NETWORK, asked);
  if (!balances.ok) throw new Error(balances.error.message);
  const direct = await callContract(rpcOf([demo.proxy.url]), {
    to: coin,
    data: `0x70a08231${word(holder ?? coin)}`,
  });
  const held = await fetchBalance(rpcOf([demo.proxy.url]), coin);
  if (!direct.ok || !held.ok) throw new Error('the chain does not answer');
  expect(held.value).toBeGreaterThan(0n);
  expect(balances.value.amounts).toEqual([BigInt(direct.value.data), undefined, 0n, held.value]);
  const supply = await tokens.supply(newJob(), ANVIL_NETWORK, addressOf('Postcards'));
  expect(supply.ok && supply.value).toBeGreaterThan(0n);
});

test('an account says whether it is a token, without an index', async () => {
  const { contracts } = await startTokens();
  const tokenOf = async (name: string) => {
    const account = await contracts.loadAccount(newJob(), ANVIL_NETWORK, addressOf(name));
    return account.ok ? account.value.token?.standard : account.error.message;
  };
  expect(await tokenOf('Postcards')).toBe('ERC-721');
  expect(await tokenOf('Provisions')).toBe('ERC-1155');
  expect(await tokenOf('WrappedEther')).toBe('ERC-20');
  expect(await tokenOf('Router')).toBeUndefined();
});

test('whether a proxy is a token is asked while its implementation is looked for', async () => {
  const { contracts } = await startTokens();
  demo.proxy.resetCounts();
  demo.proxy.set({ hold: /eth_getStorageAt/ });
  const account = contracts.loadAccount(newJob(), ANVIL_NETWORK, addressOf('VaultProxy'));
  await demo.proxy.called('eth_getStorageAt');
  await demo.proxy.called('eth_call');
  demo.proxy.set({});
  expect((await account).ok).toBe(true);
});

test('the price of the chain’s currency over time: with consent only, and only of chains that the source knows', async () => {
  const coin = `${ANVIL_NETWORK}:0x${'0'.repeat(40)}`;
  const server = await startJsonServer(() => ({
    body: { coins: { [coin]: { symbol: 'ETH', prices: [{ timestamp: 1_700_000_000, price: 2_000 }] } } },
  }));
  try {
    const source = new URL(server.url).host;
    const { thirdParties } = configOf([]);
    const own = await startEngine([demo.proxy.url], { thirdParties: { ...thirdParties, prices: server.url } });
    expect(await own.engine.tokens.nativePrices(newJob(), ANVIL_NETWORK)).toEqual(ok({ state: 'off', source }));
    expect(server.seen).toEqual([]);
    await savePreference('providers', { prices: true });
    expect(await own.engine.tokens.nativePrices(newJob(), ANVIL_NETWORK)).toEqual(
      ok({ state: 'here', source, points: [{ at: 1_700_000_000, usd: 2_000 }] }),
    );
    expect(server.seen).toHaveLength(1);
    // The public service has no prices of a chain for development, and is not asked for them.
    const { engine } = await startEngine([demo.proxy.url]);
    expect(await engine.tokens.nativePrices(newJob(), ANVIL_NETWORK)).toEqual(
      ok({ state: 'here', source: 'coins.llama.fi', points: [] }),
    );
  } finally {
    await server.stop();
  }
});
