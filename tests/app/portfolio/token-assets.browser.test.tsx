/** The tokens of an address where nothing is indexed: what the endpoint and the source of prices answer. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountProvider } from '../../../src/app/account-context';
import { TokenAssets } from '../../../src/app/views/portfolio/TokenAssets';
import type { Address } from '../../../src/core/chain/primitives';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import { saveTokens } from '../../../src/db/contracts/tokens';
import { writeDatabase } from '../../../src/db/database';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import type { BalanceQuestion, TokensApi } from '../../../src/workers/tokens/tokens.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const HOLDER = `0x${'1a'.repeat(20)}` as Address;
const COIN = `0x${'c0'.repeat(20)}` as Address;
const DUST = `0x${'d0'.repeat(20)}` as Address;
const ETHER = 10n ** 18n;
/** In the smallest unit: 1.5 ether, 200 coins of six decimals, none of the other token. */
const AMOUNTS = new Map<string, bigint>([
  ['native', (3n * ETHER) / 2n],
  [COIN, 200_000_000n],
  [DUST, 0n],
]);

let mounted: MountedAt | undefined;
beforeEach(async () => {
  await writeDatabase((db) => db.tokens.clear());
  const token = { networkId: DEMO.id, standard: 'ERC-20' as const };
  await saveTokens([
    { ...token, address: COIN, symbol: 'COIN', name: 'Demo coin', decimals: 6 },
    { ...token, address: DUST, symbol: 'DUST', name: 'Nothing of it', decimals: 18 },
  ]);
});
afterEach(() => mounted?.unmount());

const balances: TokensApi['balances'] = async (_job, _network, asked: readonly BalanceQuestion[]) =>
  ok({ block: 9, amounts: asked.map(({ token }) => AMOUNTS.get(token)) });
/** Of the native asset 2,000 dollars, of coins 1; of the other token none is known. */
const prices: TokensApi['prices'] = async () =>
  ok({
    state: 'here',
    source: 'prices.example',
    prices: [
      { usd: 2_000, at: 0 },
      { token: COIN, usd: 1, at: 0 },
    ],
  });

function show(tokens: Partial<TokensApi>, search = ''): void {
  const account = { networkId: DEMO.id, address: HOLDER, type: 'wallet' } as AccountSummary;
  mounted = mountAt(
    { path: `/wallet/${HOLDER}/assets/token${search}`, pattern: '/wallet/$address/assets/token', answers: { tokens } },
    <AccountProvider value={account}>
      <TokenAssets page="wallet" />
    </AccountProvider>,
  );
}

const text = () => mounted?.element.textContent ?? '';
const rows = () => [...(mounted?.element.querySelectorAll('table[aria-label="Tokens"] tbody tr') ?? [])];
/** The symbol in each row, in their order. */
const symbols = () => rows().map((row) => row.querySelector('bdi')?.textContent);

test('tokens stand by their value, with their share of the whole; those without a balance are hidden', async () => {
  show({ balances, prices });
  await expect.poll(text).toContain('$3,200.00 in all');
  expect(symbols()).toEqual(['ETH', 'COIN']);
  expect(rows()[0]?.textContent).toMatch(/1\.5.*\$3,000\.00/);
  expect(rows()[1]?.textContent).toMatch(/200.*\$200\.00/);
  expect(text()).toContain('Not all transfers are indexed and data may be missing');
  await page.getByRole('checkbox', { name: 'Hide zero balances' }).click();
  await expect.poll(() => symbols()).toContain('DUST');
  await userEvent.fill(page.getByLabelText('Name, symbol or address'), 'coin');
  await expect.poll(() => symbols()).toEqual(['COIN']);
});

test('what could not be asked is no zero: it says so, and is asked again', async () => {
  let asked = 0;
  show({
    prices,
    balances: async (...of) =>
      asked++ === 0 ? fail(failure('endpointDown', 'No endpoint answered.')) : balances(...of),
  });
  await expect.poll(text).toContain('Demo: No endpoint answered.');
  expect(symbols()).toContain('ETH');
  expect(text()).not.toContain('in all');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(text).toContain('$3,200.00 in all');
});

test('another choice of tokens begins with its first page', async () => {
  const coins = Array.from({ length: 24 }, (_, at) => ({
    networkId: DEMO.id,
    standard: 'ERC-20' as const,
    address: `0x${String(at).padStart(40, '9')}` as Address,
    symbol: `GOLD ${at}`,
    name: `Gold ${at}`,
    decimals: 6,
  }));
  await saveTokens(coins);
  show({ balances, prices }, '?perPage=10&page=2');
  await expect.poll(text).toContain('11 – 20 of 26');
  await userEvent.fill(page.getByLabelText('Name, symbol or address'), 'gold');
  await expect.poll(text).toContain('1 – 10 of 24');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(text).toContain('11 – 20 of 24');
  await page.getByRole('checkbox', { name: 'Hide zero balances' }).click();
  await expect.poll(text).toContain('1 – 10 of 24');
});

test('a symbol with letters of two alphabets is marked', async () => {
  const address = `0x${'f0'.repeat(20)}` as Address;
  // Cyrillic DZE and TE.
  const symbol = 'U\u0405D\u0422';
  await saveTokens([{ networkId: DEMO.id, standard: 'ERC-20', address, symbol, name: 'Tether', decimals: 6 }]);
  show({ prices, balances: async (_job, _network, asked) => ok({ block: 9, amounts: asked.map(() => 5n) }) });
  await expect.poll(() => symbols()).toContain(`⚠${symbol}`);
});

test('nothing is worth nothing, and that is known', async () => {
  show({ prices, balances: async (_job, _network, asked) => ok({ block: 9, amounts: asked.map(() => 0n) }) });
  await expect.poll(text).toContain('$0.00 in all');
  expect(text()).not.toContain('known value');
});
