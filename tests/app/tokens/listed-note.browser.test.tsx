/** What the reader's token lists say of a token, read from IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListedNote } from '../../../src/app/views/tokens/ListedNote';
import { useListedTokens } from '../../../src/app/views/tokens/use-listed-tokens';
import type { Address } from '../../../src/core/chain/primitives';
import type { TokenSummary } from '../../../src/core/tokens/token-summary';
import { saveTokenList } from '../../../src/db/reader/token-lists';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const REAL = `0x${'ab'.repeat(20)}` as Address;
const OTHER = `0x${'cd'.repeat(20)}` as Address;

const LIST = {
  id: 'https://lists.example/tokens.json',
  name: 'Known tokens',
  version: [1, 0, 0] as [number, number, number],
  timestamp: 1,
  tokens: 1,
  leftOut: 0,
  addedAt: 1,
  checkedAt: 1,
};

const token = (change: Partial<TokenSummary>): TokenSummary => ({
  networkId: DEMO.id,
  address: REAL,
  standard: 'ERC-20',
  symbol: 'USDX',
  name: 'Dollar X',
  decimals: 6,
  ...change,
});

let mounted: MountedAt | undefined;
beforeEach(async () => {
  await saveTokenList(LIST, [{ networkId: DEMO.id, address: REAL, symbol: 'USDX', name: 'Dollar X', decimals: 6 }]);
});
afterEach(() => mounted?.unmount());

/** The note of a token, and below it whether the lists have been read. */
function Noted({ of }: { of: TokenSummary }) {
  const listed = useListedTokens(DEMO.id, [REAL, of.address]);
  return (
    <>
      <ListedNote token={of} listed={listed.get(of.address)} />
      <footer>{listed.size === 0 ? 'reading' : 'read'}</footer>
    </>
  );
}

async function show(of: TokenSummary): Promise<HTMLElement> {
  mounted = mountAt({ path: '/token', pattern: '/token' }, <Noted of={of} />);
  const { element } = mounted;
  await expect.poll(() => element.querySelector('footer')?.textContent).toBe('read');
  return element;
}

const note = (element: HTMLElement) => element.querySelector('[role="status"]')?.textContent;

test('a contract that calls itself as a listed token does is told from it, with a link to the listed one', async () => {
  const element = await show(token({ address: OTHER }));
  await expect
    .poll(() => note(element))
    .toContain('The token list “Known tokens” has a token with this name and symbol');
  expect(element.querySelector('a')?.getAttribute('href')).toBe(`/demo/contract/${REAL}?view=market`);
});

test('other decimals than the contract says are told, and the contract counts', async () => {
  const element = await show(token({ decimals: 18 }));
  await expect.poll(() => note(element)).toContain('18 decimals, the token list “Known tokens” says 6');
  expect(note(element)).toContain('Amounts are shown as the contract says.');
  expect(element.querySelector('a')).toBeNull();
});

test('a token that is what the list says has no note', async () => {
  const element = await show(token({}));
  expect(note(element)).toBe('');
});

test('a symbol in letters that look like others is told, whatever the lists say', async () => {
  const element = await show(token({ address: OTHER, symbol: 'U\u0405D\u0421', name: 'USD Coin' }));
  await expect
    .poll(() => note(element))
    .toContain('Its symbol looks like “USDC” and is written with other letters: it is another token.');
});
