/** The tabs of a wallet's page: links to the routes below it. */
import { Link } from '@tanstack/react-router';
import { allowedTab, callTabs } from '../../../core/contract/functions/call-tabs';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { tabStripClass } from '../../ui/TabStrip';
import { readLastTab } from '../calls/last-tab';
import { PAGE_TAB, useTabPath } from './use-tab-path';

export function WalletTabs() {
  const { segment } = useNetwork();
  const { address, knowledge, implementation, facets } = useAccount();
  const isDelegated = knowledge.proxy?.kind === 'EIP-7702';
  const isAt = useTabPath();
  const params = { network: segment, address };
  return (
    <nav aria-label="Views of the wallet" className={classes(tabStripClass('page'), 'border-line border-b')}>
      <Link
        to="/{-$network}/wallet/$address/txs/{-$type}"
        params={{ ...params, type: 'all' }}
        aria-current={isAt('txs')}
        {...PAGE_TAB}
      >
        Transactions
      </Link>
      <Link
        to="/{-$network}/wallet/$address/assets/{-$kind}"
        params={{ ...params, kind: 'token' }}
        aria-current={isAt('assets')}
        {...PAGE_TAB}
      >
        Multichain assets
      </Link>
      {isDelegated && (
        <Link
          to="/{-$network}/contract/$address/$subtab"
          params={{
            ...params,
            subtab: allowedTab(callTabs(knowledge, implementation, facets), undefined, readLastTab()),
          }}
          {...PAGE_TAB}
        >
          Read/Write
        </Link>
      )}
    </nav>
  );
}
