/** What the routes of an address show while they wait. Its code comes with that of their pages. */
import { lazyPart } from '../../ui/lazy-part';
import { PageSkeleton } from '../../ui/PageSkeleton';

const LoadingAccount = lazyPart(() => import('./LoadingAccount').then((module) => module.LoadingAccount));

export const LoadingWallet = () => <LoadingAccount kind="wallet" fallback={<PageSkeleton />} />;
export const LoadingContract = () => <LoadingAccount kind="contract" fallback={<PageSkeleton />} />;
