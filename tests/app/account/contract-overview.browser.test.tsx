/** What the overview of a contract says of the proxies that its calls go through. */
import { afterEach, expect, test } from 'vitest';
import { AccountProvider } from '../../../src/app/account-context';
import { ContractOverview } from '../../../src/app/views/account/ContractOverview';
import type { Address } from '../../../src/core/chain/primitives';
import type { ProxyInfo } from '../../../src/core/contract/knowledge';
import { ok } from '../../../src/core/values/result';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const address = `0x${'1a'.repeat(20)}` as Address;
const implementation = `0x${'2b'.repeat(20)}` as Address;
const between = `0x${'3c'.repeat(20)}` as Address;
const networkId = DEMO.id;

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

function show(proxy: ProxyInfo): void {
  const knowledge = { networkId, address, abi: [], fetchedAt: 0, proxy };
  const account = { networkId, address, type: 'contract' as const, balance: ok(0n), nonce: 1, codeSize: 45, knowledge };
  page = mountAt(
    { path: `/contract/${address}`, pattern: '/contract/$address' },
    <AccountProvider value={account}>
      <ContractOverview />
    </AccountProvider>,
  );
}

/** Labels and values of the fields. */
const fields = () =>
  [...(page?.element.querySelectorAll('dt') ?? [])].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);

test('the proxies between a proxy and its implementation are listed with their kinds', async () => {
  show({ kind: 'EIP-1167', implementation, through: [{ address: between, kind: 'EIP-1967' }] });
  await expect.poll(fields).toContainEqual(['Through', expect.stringMatching(/^0x3c3c.* EIP-1967$/)]);
  expect(fields()).toContainEqual(['Implementation', expect.stringContaining('0x2b2b')]);
});

test('a ring of proxies, and a chain that is not read to its end, are said', async () => {
  show({ kind: 'EIP-1967', implementation, isEndless: true });
  await expect.poll(fields).toContainEqual(['End', 'Calls are handed on in a ring and reach no function.']);
  page?.unmount();
  show({ kind: 'EIP-1167', implementation, isCut: true });
  await expect.poll(fields).toContainEqual(['End', 'More proxies follow, which are not read.']);
});
