/** The tabs of a contract's page: links to the routes below it. */
import { Link, useMatch } from '@tanstack/react-router';
import { allowedTab, callTabs } from '../../../core/contract/functions/call-tabs';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { tabStripClass } from '../../ui/TabStrip';
import { useScrollToCurrentLink } from '../../use-scroll-to-current-link';
import { readLastTab } from '../calls/last-tab';
import { PAGE_TAB, useTabPath } from './use-tab-path';

export function ContractTabs() {
  const { segment } = useNetwork();
  const { address, knowledge, implementation, facets, token } = useAccount();
  const isReadWrite = useMatch({ from: '/{-$network}/contract/$address/$subtab', shouldThrow: false }) !== undefined;
  const isToken = token !== undefined;
  const strip = useScrollToCurrentLink();
  const isAt = useTabPath();
  const params = { network: segment, address };
  return (
    <nav
      ref={strip}
      aria-label="Views of the contract"
      className={classes(tabStripClass('page'), 'border-line border-b')}
    >
      <Link
        to="/{-$network}/contract/$address/txs/{-$type}"
        params={{ ...params, type: isToken ? 'transfers' : 'all' }}
        aria-current={isAt('txs')}
        {...PAGE_TAB}
      >
        Transactions
      </Link>
      {isToken && (
        <Link to="/{-$network}/contract/$address/holders" params={params} aria-current={isAt('holders')} {...PAGE_TAB}>
          Holders
        </Link>
      )}
      {isToken && token.standard !== 'ERC-20' && (
        <Link
          to="/{-$network}/contract/$address/inventory"
          params={params}
          aria-current={isAt('inventory')}
          {...PAGE_TAB}
        >
          Inventory
        </Link>
      )}
      <Link
        to="/{-$network}/contract/$address/code"
        params={params}
        activeOptions={{ includeSearch: false }}
        {...PAGE_TAB}
      >
        Source code
      </Link>
      <Link
        to="/{-$network}/contract/$address/$subtab"
        params={{
          ...params,
          subtab: allowedTab(callTabs(knowledge, implementation, facets), undefined, readLastTab()),
        }}
        aria-current={isReadWrite ? 'page' : undefined}
        {...PAGE_TAB}
      >
        Read/Write
      </Link>
      <Link
        to="/{-$network}/contract/$address/assets/{-$kind}"
        params={{ ...params, kind: 'token' }}
        aria-current={isAt('assets')}
        {...PAGE_TAB}
      >
        Multichain assets
      </Link>
      <Link to="/{-$network}/contract/$address/overview" params={params} aria-current={isAt('overview')} {...PAGE_TAB}>
        Overview
      </Link>
    </nav>
  );
}
