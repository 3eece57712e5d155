import { type ReactNode, useMemo } from 'react';
import { type IdentityLinks, IdentityLinksProvider } from '../../ui/identity/links';
import { useAbiApi } from '../../wiring';

/** Says where addresses, transactions and blocks of the network with this path segment lead. */
export function NetworkLinks({ segment: network, children }: { segment: string | undefined; children: ReactNode }) {
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
  return <IdentityLinksProvider value={links}>{children}</IdentityLinksProvider>;
}
