/**
 * The transaction page: what happened in one sentence, the facts, and tabs
 * that show it from every side.
 *
 * The head needs the record only; the trace opens beside it, once for all
 * tabs, and the panel that shows it is loaded meanwhile.
 */
import { useEffect, useMemo, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import { isSimulationHash, isUnminedHash } from '../../../core/simulation/simulation-hash';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import { sayPageShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { useTitle } from '../../use-title';
import { useUrlValue } from '../../use-url-value';
import { useWiring } from '../../wiring';
import { asText, happenedText } from '../open-trace/happened-text';
import { useTracePanelAhead } from '../open-trace/load-trace-panel';
import { OpenTraceProvider, type OpenTransaction, useOpenTransaction } from '../open-trace/open-trace-context';
import { statusOf } from '../open-trace/status';
import { LoadingTransaction } from './LoadingTransaction';
import { Tabs } from './TabBar';
import { TransactionFacts } from './TransactionFacts';
import { TransactionHeading } from './TransactionHeading';
import type { Tab } from './tab';
import { useVisit } from './use-visit';

type Props = {
  network: Network;
  hash: Hash;
  tab: Tab;
  /** The transaction as far as it was known when the page was entered. */
  atHand: TransactionRecord | undefined;
};

const TransactionNotices = lazyPart(async () => (await import('./TransactionNotices')).TransactionNotices);
const NotConfirmed = lazyPart(async () => (await import('./TransactionNotices')).NotConfirmed);
const NoTransaction = lazyPart(async () => (await import('./NoTransaction')).NoTransaction);
const SimulatedStepBar = lazyPart(async () => (await import('../simulator/SimulatedStepBar')).SimulatedStepBar);
const TestedCallBar = lazyPart(async () => (await import('../testing/TestedCallBar')).TestedCallBar);

/** Shows one page per transaction: another hash is another page. */
export function TransactionPage(props: Props) {
  return <OnePage key={`${props.network.id} ${props.hash}`} {...props} />;
}

/** A selected row reaches the address this long after the selection rests, ms: browsers refuse an address that changes at every press of a held key. */
const ADDRESS_DEBOUNCE = 350;

function OnePage(props: Props) {
  const { network, hash, atHand } = props;
  const { workers } = useWiring();
  const key = useMemo(() => ({ networkId: network.id, hash }), [network.id, hash]);
  const opened = useOpenTransaction(workers, key, atHand);
  const { state } = opened;
  useTracePanelAhead(state.record === undefined && state.asking);
  if (state.record) return <Known {...props} opened={opened} record={state.record} />;
  const loading = <LoadingTransaction hash={hash} />;
  if (!state.failure) return loading;
  return (
    <NoTransaction failure={state.failure} network={network} hash={hash} onRetry={state.retry} fallback={loading} />
  );
}

type KnownProps = Props & { opened: OpenTransaction; record: TransactionRecord };

function Known({ network, tab, opened, record }: KnownProps) {
  const { state, trace, reopen, lost } = opened;
  const { transaction, receipt } = record;
  const gone = state.failure?.gone;
  const [row, selectRow] = useUrlValue<string | undefined>('trace', { debounce: ADDRESS_DEBOUNCE });
  const page = useMemo(
    () => ({ record, network, trace, gone, row, selectRow, reopen, lost }),
    [record, network, trace, gone, row, selectRow, reopen, lost],
  );
  const outcome = trace.state === 'open' ? trace.outcome : undefined;
  const doubt = trace.state === 'open' ? trace.summary.doubt : undefined;
  const instead = doubt?.instead;
  const currency = network.nativeCurrency;
  const pieces = useMemo(
    () => happenedText({ transaction, receipt, outcome, currency, instead, gone }),
    [transaction, receipt, outcome, currency, instead, gone],
  );
  const title = asText(pieces);
  const status = gone ? 'gone' : doubt ? 'unverified' : statusOf(receipt, outcome);
  // The debugger needs the room: its lines are what is looked at.
  const [unfolded, setUnfolded] = useState(false);
  const folds = tab.path === 'debugger';
  const folded = folds && !unfolded;
  useTitle(title);
  const isUnmined = isUnminedHash(transaction.hash);
  useVisit(record, { title, status }, trace.state !== 'opening' && !isUnmined);
  // The call tree says itself when its rows stand; where there is none to come, the page stands with the rest.
  const hasTree = tab.path === undefined && trace.state !== 'none';
  const stands = !hasTree && trace.state !== 'opening';
  useEffect(() => {
    if (stands) sayPageShown();
  }, [stands]);

  return (
    <OpenTraceProvider value={page}>
      <article className="flex flex-col gap-3" aria-label="Transaction">
        <TransactionHeading
          status={status}
          pieces={pieces}
          {...(folds && { folded, onFold: () => setUnfolded(!unfolded) })}
        />
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {(state.changed ?? instead) && <TransactionNotices state={state} instead={instead} />}
        </div>
        {isUnmined &&
          !folded &&
          (isSimulationHash(transaction.hash) ? (
            <SimulatedStepBar hash={transaction.hash} />
          ) : (
            <TestedCallBar hash={transaction.hash} />
          ))}
        {!folded && <TransactionFacts record={record} status={status} currency={currency} />}
        <Tabs tab={tab} />
        <div role="status" className="contents">
          {state.failure && <NotConfirmed state={state} fetchedAt={record.fetchedAt} />}
        </div>
      </article>
    </OpenTraceProvider>
  );
}
