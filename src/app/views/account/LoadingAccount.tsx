/** The page of an address while the chain is asked what is there: what the URL says of it, and the final layout, empty. */

import { useParams } from '@tanstack/react-router';
import { isAddressShaped } from '../../../core/chain/address-shape';
import type { Address } from '../../../core/chain/primitives';
import { Fact, Facts } from '../../ui/Facts';
import { HiddenHeading } from '../../ui/HiddenHeading';
import { useSaySkeleton } from '../../ui/InSlices';
import { AddressView } from '../../ui/identity/AddressView';
import { Identicon } from '../../ui/identity/Identicon';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Skeleton, SkeletonRows } from '../../ui/Skeleton';
import type { AccountKind } from './load-account';

const LABELS: Record<AccountKind, readonly string[]> = {
  wallet: ['Network', 'Balance', 'Transactions sent', 'Token holdings', 'NFT holdings'],
  contract: ['Network', 'Balance', 'Contracts created', 'Code'],
};

export function LoadingAccount({ kind }: { kind: AccountKind }) {
  const { address = '' } = useParams({ strict: false });
  useSaySkeleton();
  // Whether a checksum is right is found out with the rest.
  if (!isAddressShaped(address)) return <PageSkeleton />;
  const shown = address.toLowerCase() as Address;
  return (
    <div className="flex flex-col gap-3.5">
      <header className="grid grid-cols-[40px_minmax(0,1fr)] items-start gap-3 sm:flex">
        <div>
          <Identicon address={shown} size={40} />
        </div>
        <div className="min-w-0">
          <HiddenHeading>{kind === 'wallet' ? 'Wallet' : 'Contract'}</HiddenHeading>
          <div className="flex h-[27px] items-center">
            <Skeleton className="h-[22px] w-48" />
          </div>
          <AddressView address={shown} form="full" link={false} icon={false} kind={kind} />
        </div>
        <div className="col-span-2 h-[30px] sm:hidden" />
      </header>
      <Facts label="Account in short">
        {LABELS[kind].map((label) => (
          <Fact key={label} label={label}>
            <Skeleton className="w-28" />
          </Fact>
        ))}
      </Facts>
      <div className="overflow-hidden rounded-l border border-line bg-panel">
        <SkeletonRows count={10} label={`Loading ${kind}`} />
      </div>
    </div>
  );
}
