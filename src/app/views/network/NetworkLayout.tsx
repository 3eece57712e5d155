import { Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNetwork } from '../../network-context';
import { type IdentityLinks, IdentityLinksProvider } from '../../ui/identity/links';
import { useAbiApi } from '../../wiring';

/** Says where addresses, transactions and blocks of this network lead. */
export function NetworkLayout() {
  const { segment: network } = useNetwork();
  const abi = useAbiApi();
  const links = useMemo(
    (): IdentityLinks => ({
      address: (address, kind) => ({
        to: kind === 'contract' ? '/{-$network}/contract/$address' : '/{-$network}/wallet/$address',
        params: { network, address },
      }),
      transaction: (hash) => ({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network, hash, tab: undefined } }),
      block: (block) => ({ to: '/{-$network}/block/$block', params: { network, block: String(block) } }),
      checksum: (address) => abi.checksum(address),
    }),
    [network, abi],
  );
  return (
    <IdentityLinksProvider value={links}>
      <Outlet />
    </IdentityLinksProvider>
  );
}
