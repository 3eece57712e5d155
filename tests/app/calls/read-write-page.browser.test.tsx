/** Read/Write of a contract that has the same address on two networks. */
import { useParams } from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountProvider } from '../../../src/app/account-context';
import { ReadWritePage } from '../../../src/app/views/calls/ReadWritePage';
import { unlistedNetwork } from '../../../src/core/chain/network';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { ok } from '../../../src/core/result';
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

function Page() {
  const { network } = useParams({ strict: false });
  return (
    <AccountProvider value={account}>
      <p>on {network}</p>
      <ReadWritePage subtab="read" expand={undefined} />
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
