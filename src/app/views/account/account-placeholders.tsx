/** What the routes of an address show while they wait. Its code comes with that of their pages. */
import { lazyPart } from '../../ui/lazy-part';
import { PageSkeleton } from '../../ui/PageSkeleton';
import type { AccountKind } from './load-account';

const LoadingAccount = lazyPart(() => import('./LoadingAccount').then((module) => module.LoadingAccount));

const loading = (kind: AccountKind) => () => <LoadingAccount kind={kind} fallback={<PageSkeleton />} />;

export const LoadingWallet = loading('wallet');
export const LoadingContract = loading('contract');
