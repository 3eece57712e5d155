/** Read/Write of a contract that has the same address on two networks. */
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountProvider } from '../../../src/app/account-context';
import { ReadWritePage } from '../../../src/app/views/calls/ReadWritePage';
import { unlistedNetwork } from '../../../src/core/chain/network';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { ok } from '../../../src/core/values/result';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import { type MountedAt, mountAt } from '../ui/mount-at';

const address = `0x${'1a'.repeat(20)}` as Address;
const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const DEMO = { ...unlistedNetwork(31337 as NetworkId, 'Demo', ETHER), route: 'demo' };
const OTHER = { ...unlistedNetwork(31338 as NetworkId, 'Other', ETHER), route: 'other' };

let mounted: MountedAt | undefined;
afterEach(() => mounted?.unmount());

const account: AccountSummary = {
  networkId: DEMO.id,
  address,
  type: 'contract',
  balance: ok(0n),
  nonce: 1,
  codeSize: 100,
  knowledge: {
    networkId: DEMO.id,
    address,
    abi: [{ type: 'function', name: 'total', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] }],
    fetchedAt: 0,
  },
};

/** Shows the page with another account. */
let load = (_account: AccountSummary) => {};

function Page({ first = account, subtab = 'read' }: { first?: AccountSummary; subtab?: string }) {
  const { network } = useParams({ strict: false });
  const [loaded, setLoaded] = useState(first);
  load = setLoaded;
  return (
    <AccountProvider value={loaded}>
      <p>on {network}</p>
      <ReadWritePage subtab={subtab} expand={undefined} />
    </AccountProvider>
  );
}

test('what is entered for one network is not used for calls on the other', async () => {
  const path = `/contract/${address}/read`;
  mounted = mountAt({ path, pattern: '/contract/$address/$subtab', networks: [DEMO, OTHER] }, <Page />);
  const caller = page.getByLabelText('Call as');
  await userEvent.fill(caller, `0x${'2b'.repeat(20)}`);
  await mounted.go(`/other${path}`);
  await expect.poll(() => mounted?.element.textContent).toContain('on other');
  await expect.element(caller).toHaveValue('');
});

test('what is typed stays when an interface becomes known', async () => {
  const implementation = {
    networkId: DEMO.id,
    address: `0x${'2b'.repeat(20)}` as Address,
    abi: [
      {
        type: 'function',
        name: 'set',
        stateMutability: 'nonpayable',
        inputs: [{ name: 'size', type: 'uint256' }],
        outputs: [],
      },
    ],
    fetchedAt: 0,
  } as const;
  const proxy = { kind: 'EIP-1967', implementation: implementation.address } as const;
  const unknown: AccountSummary = {
    ...account,
    knowledge: { networkId: DEMO.id, address, abi: [], proxy, fetchedAt: 0 },
    implementation,
  };
  const path = `/contract/${address}/write-proxy`;
  const answers = { abi: createAbiEngine() };
  mounted = mountAt(
    { path, pattern: '/contract/$address/$subtab', answers },
    <Page first={unknown} subtab="write-proxy" />,
  );
  await userEvent.click(page.getByRole('button', { name: /^set\(/ }));
  await userEvent.fill(page.getByRole('textbox', { name: /^size/ }), '7');
  await userEvent.fill(page.getByLabelText('Simulate as'), `0x${'3c'.repeat(20)}`);
  const [entry] = implementation.abi;
  load({
    ...unknown,
    knowledge: { ...unknown.knowledge, abi: account.knowledge.abi, match: 'exact' },
    implementation: { ...implementation, abi: [{ ...entry, inputs: [{ name: 'length', type: 'uint256' }] }] },
  });
  await expect.element(page.getByRole('textbox', { name: /^length/ })).toHaveValue('7');
  await expect.element(page.getByLabelText('Simulate as')).toHaveValue(`0x${'3c'.repeat(20)}`);
  await expect.element(page.getByRole('link', { name: /^Read 1/ })).toBeVisible();
});
