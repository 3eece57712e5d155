/** What the routes of an address show while they wait. Its code comes with that of their pages. */
import { lazyPart } from '../../ui/lazy-part';
import { PageSkeleton } from '../../ui/PageSkeleton';
import type { AccountKind } from './load-account';

const LoadingAccount = lazyPart(async () => (await import('./LoadingAccount')).LoadingAccount);

const loading = (kind: AccountKind) => () => <LoadingAccount kind={kind} fallback={<PageSkeleton />} />;

export const LoadingWallet = loading('wallet');
export const LoadingContract = loading('contract');
