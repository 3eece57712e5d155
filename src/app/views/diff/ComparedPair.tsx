/** The two transactions, and once both traces are open, their diff. */
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import { formatGas } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { useNetwork } from '../../network-context';
import { StatusBadge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { useWiring } from '../../wiring';
import { asText, happenedText } from '../open-trace/happened-text';
import { type OpenTransaction, useOpenTransaction } from '../open-trace/open-trace-context';
import { statusOf } from '../open-trace/status';
import { TRACE_METHOD_NAMES } from '../open-trace/trace-method-names';
import { DiffPanels } from './DiffPanels';
import { useShowAll } from './use-show-all';

export type Side = OpenTransaction & { hash: Hash };

type Props = { a: Hash; b: Hash; all: boolean; network: Network };

export function ComparedPair({ a, b, all, network }: Props) {
  const one = useSide(network, a);
  const other = useSide(network, b);
  const showAll = useShowAll();
  const { lost: lostOne } = one;
  const { lost: lostOther } = other;
  const onLost = useCallback(
    (error: unknown) => {
      lostOne(error);
      lostOther(error);
    },
    [lostOne, lostOther],
  );
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        <SideCard name="First" side={one} />
        <SideCard name="Second" side={other} />
      </div>
      {one.trace.state === 'open' && other.trace.state === 'open' ? (
        <DiffPanels
          a={one.trace}
          b={other.trace}
          hashes={{ a, b }}
          all={all}
          onAll={showAll}
          network={network}
          onLost={onLost}
        />
      ) : (
        <Waiting sides={[one, other]} />
      )}
    </>
  );
}

export function useSide(network: Network, hash: Hash): Side {
  const { workers } = useWiring();
  const key = useMemo(() => ({ networkId: network.id, hash }), [network.id, hash]);
  return { hash, ...useOpenTransaction(workers, key) };
}

export function SideCard({ name, side }: { name: string; side: Side }) {
  const { hash, state, trace } = side;
  const currency = useNetwork().network.nativeCurrency;
  const { record } = state;
  const outcome = trace.state === 'open' ? trace.outcome : undefined;
  const doubt = trace.state === 'open' ? trace.summary.doubt : undefined;
  return (
    <Panel
      title={name}
      aside={
        <Link
          to="/{-$network}/tx/$hash/{-$tab}"
          from="/{-$network}/diff"
          params={(at) => ({ ...at, hash, tab: undefined })}
          className="mono link"
        >
          {shorten(hash)}
        </Link>
      }
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
        {record && (
          <>
            <StatusBadge status={doubt ? 'unverified' : statusOf(record.receipt, outcome)} />
            <code>
              <bdi>
                {asText(
                  happenedText({ ...record, receipt: record.receipt, outcome, currency, instead: doubt?.instead }),
                )}
              </bdi>
            </code>
            {record.receipt && <span className="text-muted">{formatGas(record.receipt.gasUsed)} gas</span>}
          </>
        )}
        {trace.state === 'open' && (
          <span className="text-muted">calls: {TRACE_METHOD_NAMES[trace.summary.source]}</span>
        )}
      </div>
    </Panel>
  );
}

/** Shows why the two cannot be compared yet; `title` names the failure when they cannot be compared at all. */
export function Waiting({ sides, title }: { sides: readonly Side[]; title?: string }) {
  const failed = sides.filter(({ state, trace }) => (state.failure && !state.record) || trace.state === 'failed');
  if (failed.length > 0) {
    return (
      <Panel>
        {failed.map(({ hash, state, trace, reopen }, at) => {
          const failure = trace.state === 'failed' ? trace.failure : state.failure;
          return (
            failure && (
              <ErrorState
                // biome-ignore lint/suspicious/noArrayIndexKey: the same transaction may stand on both sides
                key={`${hash} ${at}`}
                failure={failure}
                title={title ?? `Transaction ${shorten(hash)} could not be read.`}
                actions={<Button onClick={trace.state === 'failed' ? reopen : state.retry}>Retry</Button>}
              />
            )
          );
        })}
      </Panel>
    );
  }
  const pending = sides.find(({ state }) => state.record && !state.record.receipt);
  return (
    <Panel>
      {pending ? (
        <p className="px-3 py-4 text-muted">
          Transaction {shorten(pending.hash)} is not in a block yet. It has calls to compare once it is.
        </p>
      ) : (
        <div className="grid min-h-32 place-items-center">
          <Spinner label="Opening both traces" />
        </div>
      )}
    </Panel>
  );
}
