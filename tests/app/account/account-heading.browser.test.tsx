/** What the page of an account begins with: who it is, and what it has. */
import { type ReactNode, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Names } from '../../../src/app/use-names';
import { AccountPage } from '../../../src/app/views/account/AccountPage';
import { TokenHeading } from '../../../src/app/views/account/TokenHeading';
import type { Address } from '../../../src/core/chain/primitives';
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import { type Answers, DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const address = `0x${'1a'.repeat(20)}` as Address;
const implementation = `0x${'2b'.repeat(20)}` as Address;
const networkId = DEMO.id;

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

const known = (more: Partial<ContractKnowledge> = {}): ContractKnowledge => ({
  networkId,
  address,
  abi: [],
  fetchedAt: 0,
  ...more,
});

/** A wallet with 1.5 ether that sent three transactions, but for `change`. */
const accountOf = (change: Partial<AccountSummary> = {}): AccountSummary => ({
  networkId,
  address,
  type: 'wallet',
  balance: ok(1_500_000_000_000_000_000n),
  nonce: 3,
  codeSize: 0,
  knowledge: known(),
  ...change,
});

/** The page of an account that has nothing below its heading. */
const pageOf = (account: AccountSummary) => (
  <AccountPage kind={account.type} text={account.address} answer={{ state: 'known', account }} view="contract">
    {null}
  </AccountPage>
);

function show(change: Partial<AccountSummary> = {}, answers: Answers = {}): void {
  const account = accountOf(change);
  const pattern = account.type === 'contract' ? '/contract/$address' : '/wallet/$address';
  page = mountAt({ path: pattern.replace('$address', address), pattern, answers }, pageOf(account));
}

const heading = () => page?.element.querySelector('h1')?.textContent;
/** What stands under a label, without what belongs to buttons. */
const fact = (label: string) => {
  const term = [...(page?.element.querySelectorAll('dt') ?? [])].find(({ textContent }) => textContent === label);
  return term?.nextElementSibling?.textContent;
};
const button = (name: string) =>
  [...(page?.element.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);

test('a wallet without a name has its balance and how many transactions it sent', async () => {
  show();
  await expect.poll(heading).toBe('Wallet');
  expect(fact('Balance')).toContain('1.5 ETH');
  expect(fact('Transactions sent')).toBe('3 nonce 3');
  expect(fact('Code')).toBeUndefined();
  expect(fact('Contracts created')).toBeUndefined();
  expect(page?.element.textContent).toContain(address);
});

test('of a contract the number of contracts it created is told, one less than its nonce', async () => {
  show({ type: 'contract', nonce: 3, codeSize: 2_048 });
  await expect.poll(heading).toBe('Unnamed contract');
  expect(fact('Contracts created')).toBe('2 nonce 3');
  expect(fact('Transactions sent')).toBeUndefined();
  expect(fact('Code')).toContain('2,048 bytes');
});

test('a name says where it is from, and a newer one takes its place', async () => {
  let answer: (names: Names) => void = () => {};
  const names = new Promise<Names>((resolve) => {
    answer = resolve;
  });
  show(
    { type: 'contract', knowledge: known({ name: { text: 'Vault', origin: 'sourcify' } }) },
    { contracts: { names: () => names } },
  );
  await expect.poll(heading).toBe('Vault');
  expect(page?.element.querySelector('header')?.textContent).toContain('name from verified source on Sourcify');
  answer({ [address]: { text: 'Treasury', origin: 'reader' } });
  await expect.poll(heading).toBe('Treasury');
  expect(page?.element.querySelector('header')?.textContent).toContain('name from your own label');
  // The tab of the browser is found by it, among those of other accounts of this name.
  expect(document.title).toMatch(/^Treasury 0x\w+…\w+ · Loupe$/);
});

test('a name that would deceive is shown harmlessly', async () => {
  show({ type: 'contract', knowledge: known({ name: { text: 'USDC\u202egnp.exe', origin: 'token' } }) });
  await expect.poll(heading).toContain('USDC');
  expect(heading()).not.toContain('\u202e');
});

test('a balance that could not be read is no zero: it says so, and can be asked for again', async () => {
  show({ balance: fail(failure('endpointDown', 'No endpoint answered.')) });
  await expect.poll(() => fact('Balance')).toContain('Failed to fetch');
  expect(fact('Balance')).not.toContain('ETH');
  expect(button('Retry')).toBeDefined();
  expect(fact('Transactions sent')).toBe('3 nonce 3');
});

test('a proxy names what it runs, with earlier implementations where there can be any', async () => {
  const proxy = { kind: 'EIP-1967' as const, implementation };
  show({
    type: 'contract',
    codeSize: 100,
    knowledge: known({ proxy }),
    implementation: { ...known({ name: { text: 'VaultV2', origin: 'buildOutput' } }), address: implementation },
  });
  await expect.poll(() => fact('Implementation')).toContain('VaultV2');
  expect(button('List')).toBeDefined();
});

test.each([
  ['EIP-1167', 'Implementation'],
  ['minimal proxy', 'Implementation'],
  ['EIP-7702', 'Delegates to'],
] as const)('what %s runs is a part of its code, so there is no list of earlier ones', async (kind, label) => {
  show({ type: 'contract', codeSize: 45, knowledge: known({ proxy: { kind, implementation } }) });
  await expect.poll(() => fact(label)).toContain('0x2b2b');
  expect(button('List')).toBeUndefined();
});

test('a proxy behind another stands before what both run, and may tell of upgrades', async () => {
  const between = `0x${'3c'.repeat(20)}` as Address;
  const proxy = {
    kind: 'EIP-7702' as const,
    implementation,
    through: [{ address: between, kind: 'EIP-1967' as const }],
  };
  const name = { text: 'AccountV3', origin: 'buildOutput' as const };
  show({ codeSize: 23, knowledge: known({ proxy }), implementation: { ...known({ name }), address: implementation } });
  await expect.poll(() => fact('Delegates to')).toContain('0x3c3c');
  expect(fact('Delegates to')).not.toContain('AccountV3');
  expect(fact('Implementation')).toContain('AccountV3');
  expect(button('List')).toBeDefined();
});

test('a token that is a proxy names what it runs, too', async () => {
  const account = accountOf({
    type: 'contract',
    knowledge: known({ proxy: { kind: 'EIP-1967', implementation } }),
    implementation: { ...known({ name: { text: 'TokenV2', origin: 'buildOutput' } }), address: implementation },
  });
  const token = { networkId, address, standard: 'ERC-20' as const, symbol: 'TOK', decimals: 6 };
  page = mountAt(
    { path: `/contract/${address}`, pattern: '/contract/$address' },
    <TokenHeading account={account} token={token} />,
  );
  await expect.poll(() => fact('Implementation')).toContain('TokenV2');
});

test('of a diamond the facets are counted in place of an implementation', async () => {
  const facets = [{ address: implementation, selectors: [] }];
  show({
    type: 'contract',
    codeSize: 100,
    knowledge: known({ proxy: { kind: 'EIP-1967', implementation }, diamond: { facets } }),
  });
  await expect.poll(() => fact('Facets')).toContain('1 facet');
  expect(fact('Implementation')).toBeUndefined();
});

test('the simulator begins with a contract as callee, and with a wallet as sender', async () => {
  const simulate = () =>
    [...(page?.element.querySelectorAll('a') ?? [])]
      .find(({ textContent }) => textContent?.trim() === 'Simulate')
      ?.getAttribute('href');
  show({ type: 'contract', codeSize: 100 });
  await expect.poll(simulate).toBe(`/demo/simulator/new?contractAddress=${address}`);
  page?.unmount();
  show();
  await expect.poll(simulate).toBe(`/demo/simulator/new?from=${address}`);
});

/** The heading of one account, then of another one in its place, as a link leads there. */
function Following({ of }: { of: (account: AccountSummary) => ReactNode }) {
  const [account, setAccount] = useState(accountOf());
  return (
    <>
      {of(account)}
      <button type="button" onClick={() => setAccount(accountOf({ address: implementation }))}>
        Follow
      </button>
    </>
  );
}

test.each([
  ['an account', pageOf],
  [
    'a token',
    (account: AccountSummary) => (
      <TokenHeading account={account} token={{ networkId, address: account.address, standard: 'ERC-20' }} />
    ),
  ],
])('a label that is being typed for %s is not taken along to another one', async (_, of) => {
  page = mountAt({ path: `/wallet/${address}`, pattern: '/wallet/$address' }, <Following of={of} />);
  await expect.poll(() => button('Add label')).toBeDefined();
  await userEvent.click(button('Add label') as HTMLElement);
  await userEvent.fill(page.element.querySelector('input') as HTMLInputElement, 'Cold wallet');
  await userEvent.click(button('Follow') as HTMLElement);
  await expect.poll(() => page?.element.textContent).toContain(implementation);
  expect(page.element.querySelector('input')).toBeNull();
  expect(button('Add label')).toBeDefined();
});
