/**
 * The debug build of a transaction: executed again with unoptimised code, whose
 * variables can be seen. Everything inside of `children` is asked of that
 * execution instead of the mined one.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Progress, TraceHandle } from '../../../workers/ids';
import type { DebugBuild as Built } from '../../../workers/trace/debug-build.api';
import { progressText } from '../../progress-text';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { Switch } from '../../ui/Switch';
import { useQuestion } from '../../use-question';
import type { ChangeSearch } from '../../use-url-value';
import { useTraceApi } from '../../wiring';
import { OpenTraceProvider, useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';

/** Whether the reader asked for the debug build, and how to change it. The step goes: it is another execution's. */
function useIsBuilt(): [boolean, (isBuilt: boolean) => void] {
  const { build } = useSearch({ strict: false }) as { build?: unknown };
  const navigate: ChangeSearch = useNavigate();
  return [
    build === 'debug',
    (isBuilt) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, build: isBuilt ? 'debug' : undefined, step: undefined }),
        replace: true,
        resetScroll: false,
      }),
  ];
}

/** Changes between what was mined and the debug build. */
export function BuildSwitch() {
  const [isBuilt, onBuilt] = useIsBuilt();
  return (
    <span
      className="inline-flex items-center gap-1.5"
      title="The transaction again with unoptimised code, whose parameters and locals can be seen"
    >
      <Switch label="Debug build" checked={isBuilt} onChange={onBuilt} />
      <span aria-hidden>Debug build</span>
    </span>
  );
}

export function WithDebugBuild({ children }: { children: ReactNode }) {
  const [isBuilt, onBuilt] = useIsBuilt();
  const { handle } = useOpenTrace();
  if (!isBuilt) return children;
  return (
    <OnBuild key={handle} of={handle} onLeave={() => onBuilt(false)}>
      {children}
    </OnBuild>
  );
}

function OnBuild({ of, onLeave, children }: { of: TraceHandle; onLeave: () => void; children: ReactNode }) {
  const [progress, setProgress] = useState<Progress>();
  const asked = useQuestion('trace', `debug build ${of}`, (traces, job) => traces.debugBuild(job, of, setProgress));
  switch (asked.state) {
    case 'waiting':
      return (
        <Panel>
          <div className="flex min-h-40 flex-wrap items-center justify-center gap-2" role="status">
            <Spinner label="Making the debug build" />
            <span className="text-muted">{progress ? progressText(progress) : 'Making the debug build'}</span>
            <Button size="s" onClick={onLeave}>
              Cancel
            </Button>
          </div>
        </Panel>
      );
    case 'failed':
      return (
        <Panel>
          <ErrorState failure={asked.failure} title="No debug build is possible" onRetry={asked.again} />
          <div className="flex justify-center p-3">
            <Button onClick={onLeave}>Back to the mined code</Button>
          </div>
        </Panel>
      );
    case 'here':
      return (
        <Inside built={asked.value} onLost={asked.again}>
          {children}
        </Inside>
      );
  }
}

function Inside({ built, onLost, children }: { built: Built; onLost: () => void; children: ReactNode }) {
  const page = usePageTransaction();
  const api = useTraceApi();
  const summary = built.execution.trace;
  useEffect(
    () => () => {
      api.closeTrace(summary.handle).catch(() => {}); // it is gone with its worker
    },
    [api, summary.handle],
  );
  const inside = useMemo(
    () => ({
      ...page,
      trace: {
        state: 'open' as const,
        summary,
        first: summary.first,
        outcome: summary.first.outcome,
        known: 0,
        cancelReplay: () => undefined,
      },
      lost: onLost,
    }),
    [page, summary, onLost],
  );
  return (
    <OpenTraceProvider value={inside}>
      <div className="flex flex-col gap-2.5">
        <Told built={built} />
        {children}
      </div>
    </OpenTraceProvider>
  );
}

/** Tells how the debug build differs from the code and the execution on the chain. */
function Told({ built: { contracts, execution, raisedGas, partsAt } }: { built: Built }) {
  const { receipt } = usePageTransaction().record;
  const made = contracts.filter(({ why }) => why === '');
  const left = contracts.filter(({ why }) => why !== '');
  return (
    <Callout tone={partsAt === undefined ? 'accent' : 'pending'} role="status">
      <p>
        <b>Debug build: not the mined code.</b> {countOf(made.length, 'contract')} compiled without the optimizer and
        not via IR: {made.map(({ name, address }) => nameOf(name, address)).join(', ')}. Storage, immutables and
        libraries are the chain’s.
      </p>
      <p>
        {partsAt === undefined
          ? 'All calls and events are those of the chain, in their order.'
          : `It differs from the chain from ${partsAt} on: later calls and events are of this build alone.`}{' '}
        Gas and the size of code differ by nature: {formatGas(execution.gasUsed)} gas here
        {receipt && `, ${formatGas(receipt.gasUsed)} on the chain`}
        {raisedGas !== undefined && `, with a gas limit of ${formatInteger(raisedGas)}`}.
      </p>
      {left.length > 0 && (
        <details>
          <summary>{countOf(left.length, 'contract')} as on the chain</summary>
          <ul className="list-disc pl-5">
            {left.map(({ address, name, why }) => (
              <li key={address}>
                {nameOf(name, address)}: {harmlessText(why, 300)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Callout>
  );
}

function nameOf(name: string, address: string): string {
  return name === '' ? shorten(address) : harmlessText(name, 60);
}
