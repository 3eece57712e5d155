/** The access list the transaction carried, and the one that would have saved gas. */

import type { NetworkId } from '../../../core/chain/primitives';
import type { AccessListEntry } from '../../../core/chain/transaction';
import { formatGas, formatPercent } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { Button } from '../../ui/Button';
import { useCopy } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { useNames } from '../../use-names';
import { useTraceApi } from '../../wiring';
import { usePageTransaction, useTraceAnswer } from '../open-trace/open-trace-context';

/** Slots of one account that are shown; the JSON has them all. */
const SHOWN_KEYS = 5;
/** Accounts likewise. */
const SHOWN_ACCOUNTS = 20;

export function AccessListPanel() {
  const api = useTraceApi();
  const networkId = usePageTransaction().network.id;
  const lists = useTraceAnswer('access lists', (handle) => api.accessLists(handle));
  if (!lists) {
    return (
      <Panel title="Access list">
        <Loading label="Executing the transaction to find its access list" />
      </Panel>
    );
  }
  if (!lists.ok) {
    return (
      <Panel title="Access list">
        <p className="px-3 py-3 text-muted">
          The accounts and slots the transaction reached are not known. {lists.error.message}
        </p>
      </Panel>
    );
  }
  const { given, recommended, gasUsed, gasUsedRecommended } = lists.value;
  const saved = gasUsed - gasUsedRecommended;
  const share = (saved / gasUsed) * 100;
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <Panel title="Access list" aside={size(given)} actions={given.length > 0 && <CopyAsJson list={given} />}>
        {given.length === 0 ? (
          <p className="px-3 py-3 text-muted">The transaction carried no access list.</p>
        ) : (
          <Entries list={given} networkId={networkId} />
        )}
      </Panel>
      <Panel
        title="Recommended access list"
        aside={size(recommended)}
        actions={recommended.length > 0 && <CopyAsJson list={recommended} />}
      >
        {recommended.length === 0 ? (
          <p className="px-3 py-3 text-muted">No access list would have saved gas.</p>
        ) : (
          <>
            <p className="px-3 pt-2.5 text-muted">
              With it the transaction uses {formatGas(gasUsedRecommended)} instead of {formatGas(gasUsed)} gas:{' '}
              <b className="font-medium text-success">
                {formatGas(saved)} less{share >= 0.01 && `, ${formatPercent(share)}`}
              </b>
              , found by executing the transaction with it.
            </p>
            <Entries list={recommended} networkId={networkId} />
          </>
        )}
      </Panel>
    </div>
  );
}

function size(list: readonly AccessListEntry[]): string | undefined {
  if (list.length === 0) return undefined;
  const keys = list.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  const accounts = `${countOf(list.length, 'account')}`;
  return `${accounts} · ${countOf(keys, 'slot')}`;
}

function CopyAsJson({ list }: { list: readonly AccessListEntry[] }) {
  const { copied, copy } = useCopy();
  return (
    <Button size="s" onClick={() => void copy(JSON.stringify(list, null, 2))}>
      {copied ? 'Copied' : 'Copy as JSON'}
    </Button>
  );
}

function Entries({ list, networkId }: { list: readonly AccessListEntry[]; networkId: NetworkId }) {
  const names = useNames(
    networkId,
    list.slice(0, SHOWN_ACCOUNTS).map(({ address }) => address),
  );
  return (
    <ul className="px-3 py-2">
      {list.slice(0, SHOWN_ACCOUNTS).map(({ address, storageKeys }) => (
        <li key={address} className="border-line border-b py-1.5 last:border-b-0">
          <AddressView address={address} name={names[address]} />
          <ul className="pl-5">
            {storageKeys.slice(0, SHOWN_KEYS).map((slot) => (
              <li key={slot} className="break-all font-mono text-muted text-s">
                {slot}
              </li>
            ))}
            {storageKeys.length > SHOWN_KEYS && (
              <li className="text-muted text-s">and {countOf(storageKeys.length - SHOWN_KEYS, 'more slot')}</li>
            )}
          </ul>
        </li>
      ))}
      {list.length > SHOWN_ACCOUNTS && (
        <li className="py-1.5 text-muted">and {countOf(list.length - SHOWN_ACCOUNTS, 'more account')}</li>
      )}
    </ul>
  );
}
