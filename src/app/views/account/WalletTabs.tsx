/** The tabs of a wallet's page: links to the routes below it. */
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { tabStripClass } from '../../ui/TabStrip';
import { PAGE_TAB, useTabPath } from './use-tab-path';

export function WalletTabs() {
  const { segment } = useNetwork();
  const { address } = useAccount();
  const isAt = useTabPath();
  const params = { network: segment, address };
  return (
    <nav aria-label="Views of the wallet" className={classes(tabStripClass('page'), 'border-line border-b')}>
      <Link
        to="/{-$network}/wallet/$address/txs/$type"
        params={{ ...params, type: 'all' }}
        aria-current={isAt('txs')}
        {...PAGE_TAB}
      >
        Transactions
      </Link>
      <Link to="/{-$network}/wallet/$address/assets/token" params={params} aria-current={isAt('assets')} {...PAGE_TAB}>
        Multichain assets
      </Link>
    </nav>
  );
}
