/** The tabs of a contract's page: links to the routes below it. */
import { Link, useMatch } from '@tanstack/react-router';
import { allowedTab, callTabs } from '../../../core/contract/call-tabs';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { tabClass, tabStripClass } from '../../ui/TabStrip';
import { readLastTab } from '../calls/last-tab';
import { useAccount } from './account-context';

export function ContractTabs() {
  const { segment } = useNetwork();
  const { address, knowledge, implementation } = useAccount();
  const isReadWrite = useMatch({ from: '/{-$network}/contract/$address/$subtab', shouldThrow: false }) !== undefined;
  const isToken = knowledge.token !== undefined;
  const params = { network: segment, address };
  return (
    <nav aria-label="Views of the contract" className={classes(tabStripClass('page'), 'border-line border-b')}>
      <Link
        to="/{-$network}/contract/$address"
        params={params}
        resetScroll={false}
        activeOptions={{ exact: true, includeSearch: false }}
        className={tabClass('page')}
      >
        Overview
      </Link>
      <Link
        to="/{-$network}/contract/$address/txs/$type"
        params={{ ...params, type: isToken ? 'transfers' : 'all' }}
        search={{}}
        resetScroll={false}
        activeOptions={{ includeSearch: false }}
        className={tabClass('page')}
      >
        Transactions
      </Link>
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
    </nav>
  );
}
