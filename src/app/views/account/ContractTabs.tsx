/** The tabs of a contract's page: links to the routes below it. */
import { Link, useMatch } from '@tanstack/react-router';
import { allowedTab, callTabs } from '../../../core/contract/call-tabs';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { tabClass, tabStripClass } from '../../ui/TabStrip';
import { readLastTab } from '../calls/last-tab';
import { useTabPath } from '../portfolio/use-tab-path';
import { useAccount } from './account-context';

export function ContractTabs() {
  const { segment } = useNetwork();
  const { address, knowledge, implementation, token } = useAccount();
  const isReadWrite = useMatch({ from: '/{-$network}/contract/$address/$subtab', shouldThrow: false }) !== undefined;
  const isToken = token !== undefined;
  const isAt = useTabPath();
  const params = { network: segment, address };
  return (
    <nav aria-label="Views of the contract" className={classes(tabStripClass('page'), 'border-line border-b')}>
      <Link
        to="/{-$network}/contract/$address/txs/$type"
        params={{ ...params, type: isToken ? 'transfers' : 'all' }}
        search={{}}
        resetScroll={false}
        aria-current={isAt('txs')}
        className={tabClass('page')}
      >
        Transactions
      </Link>
      {isToken && (
        <Link
          to="/{-$network}/contract/$address/holders"
          params={params}
          search={{}}
          resetScroll={false}
          aria-current={isAt('holders')}
          className={tabClass('page')}
        >
          Holders
        </Link>
      )}
      {isToken && token.standard !== 'ERC-20' && (
        <Link
          to="/{-$network}/contract/$address/inventory"
          params={params}
          search={{}}
          resetScroll={false}
          aria-current={isAt('inventory')}
          className={tabClass('page')}
        >
          Inventory
        </Link>
      )}
      <Link
        to="/{-$network}/contract/$address/code"
        params={params}
        search={{}}
        resetScroll={false}
        activeOptions={{ includeSearch: false }}
        className={tabClass('page')}
      >
        Source code
      </Link>
      <Link
        to="/{-$network}/contract/$address/$subtab"
        params={{ ...params, subtab: allowedTab(callTabs(knowledge, implementation), undefined, readLastTab()) }}
        search={{}}
        resetScroll={false}
        aria-current={isReadWrite ? 'page' : undefined}
        className={tabClass('page')}
      >
        Read/Write
      </Link>
      <Link
        to="/{-$network}/contract/$address/assets/token"
        params={params}
        search={{}}
        resetScroll={false}
        aria-current={isAt('assets')}
        className={tabClass('page')}
      >
        Multichain assets
      </Link>
      <Link
        to="/{-$network}/contract/$address/overview"
        params={params}
        search={{}}
        resetScroll={false}
        aria-current={isAt('overview')}
        className={tabClass('page')}
      >
        Overview
      </Link>
    </nav>
  );
}
