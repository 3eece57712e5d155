/** A function that writes: simulate it, send it, and follow what was sent. */
import { Link } from '@tanstack/react-router';
import type { CallableFunction } from '../../../core/contract/functions/callable-functions';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { SimulatedCall } from '../../../machines/method-call.machine';
import { useNetwork } from '../../network-context';
import { Button, buttonClass } from '../../ui/Button';
import { Callout, type CalloutTone } from '../../ui/Callout';
import { AddressView } from '../../ui/identity/AddressView';
import { useIdentityLinks } from '../../ui/identity/links';
import { lazyPart } from '../../ui/lazy-part';
import { Spinner } from '../../ui/Spinner';
import { assetText } from '../assets/asset-text';
import { DecodedList } from '../trace/DecodedList';
import type { MethodCall } from './call-store';

const SafetyFindings = lazyPart(async () => (await import('../safety/SafetyFindings')).SafetyFindings);

/** Net changes of a simulation that are listed. */
const SHOWN_CHANGES = 10;

type Snapshot = ReturnType<MethodCall['getSnapshot']>;

export function WriteActions({
  call,
  snapshot,
  listed,
  whyNotSent,
}: {
  call: MethodCall;
  snapshot: Snapshot;
  listed: CallableFunction;
  whyNotSent: string | undefined;
}) {
  const { simulation, call: typed } = snapshot.context;
  if (!snapshot.matches('editing')) return <Sent call={call} snapshot={snapshot} />;
  const isReady = snapshot.matches({ editing: 'ready' });
  const isSimulating = snapshot.matches({ editing: 'simulating' });
  const isChecking = snapshot.matches({ editing: 'checking' });
  return (
    <div className="flex min-w-0 max-w-[640px] flex-col gap-2">
      {simulation && <Verdict simulation={simulation} />}
      {snapshot.matches({ editing: 'incomplete' }) && typed?.summary !== undefined && (
        <p className="text-muted text-s">The call can be simulated once all inputs are valid.</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={!isReady} onClick={() => call.send({ type: 'user.simulate' })}>
          {isSimulating && <Spinner label="Simulating" />} Simulate
        </Button>
        <Button
          variant="primary"
          disabled={!isReady || whyNotSent !== undefined}
          onClick={() => call.send({ type: 'user.send' })}
        >
          {isChecking && <Spinner label="Simulating" />} Write {harmlessText(listed.entry.name, 40)}
          {simulation?.success === false && ' anyway'}
        </Button>
        {whyNotSent !== undefined && <span className="text-muted text-s">{whyNotSent}</span>}
      </div>
    </div>
  );
}

function Verdict({
  simulation: {
    success,
    reason,
    gasUsed,
    blockNumber,
    onChangedState,
    changes,
    tokens,
    safety,
    returned,
    events,
    made,
  },
}: {
  simulation: SimulatedCall;
}) {
  const {
    segment,
    network: { nativeCurrency, id },
  } = useNetwork();
  const known = new Map(tokens.map((token) => [token.address, token]));
  return (
    <div className="min-w-0 overflow-hidden rounded-m border border-line bg-panel">
      <Callout tone={success ? 'success' : 'failure'} role="status">
        <b>{success ? 'transaction is likely to succeed' : 'transaction is likely to fail'}</b>
        {reason !== '' && <span className="block break-words">{harmlessText(reason, 500)}</span>}
      </Callout>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 px-3 py-2 text-s">
        <dt className="text-muted">Gas used</dt>
        <dd className="tabular-nums">{formatInteger(gasUsed)}</dd>
        <dt className="text-muted">Run here on block</dt>
        <dd className="tabular-nums">
          {formatInteger(blockNumber)}
          {onChangedState && ', on changed state'}
        </dd>
      </dl>
      {returned !== undefined && (
        <div className="border-line border-t px-3 py-2 text-s">
          <h4 className="font-semibold text-muted">It returns</h4>
          <DecodedList values={returned} />
        </div>
      )}
      {changes.length > 0 && (
        <div className="border-line border-t px-3 py-2 text-s">
          <h4 className="font-semibold text-muted">Asset changes</h4>
          <ul>
            {changes.slice(0, SHOWN_CHANGES).map((change) => (
              <li
                key={`${change.address} ${change.token} ${change.tokenId}`}
                className="flex flex-wrap justify-between gap-x-4"
              >
                <AddressView address={change.address} />
                <span className={change.amount < 0n ? 'text-failure' : 'text-success'}>
                  {change.amount < 0n ? '−' : '+'}
                  {assetText(change, known, nativeCurrency).text}
                </span>
              </li>
            ))}
            {changes.length > SHOWN_CHANGES && (
              <li className="text-muted">and {formatInteger(changes.length - SHOWN_CHANGES)} more</li>
            )}
          </ul>
        </div>
      )}
      {events.count > 0 && (
        <div className="border-line border-t px-3 py-2 text-s">
          <h4 className="font-semibold text-muted">{countOf(events.count, 'event')}</h4>
          <ul>
            {events.first.map(({ emitter, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity but their place
              <li key={at} className="flex flex-wrap justify-between gap-x-4">
                <code className="min-w-0 break-all">{text}</code>
                <AddressView address={emitter} kind="contract" />
              </li>
            ))}
            {events.count > events.first.length && (
              <li className="text-muted">and {formatInteger(events.count - events.first.length)} more</li>
            )}
          </ul>
        </div>
      )}
      {/* The simulator's address has no room for an amount. */}
      {made.value === 0n && !onChangedState && (
        <p className="border-line border-t px-3 py-2 text-s">
          <Link
            to="/{-$network}/simulator/new"
            params={{ network: segment }}
            search={{ from: made.from, contractAddress: made.to, contractFunction: made.input }}
          >
            Run it in the simulator, with its whole trace
          </Link>
        </p>
      )}
      {safety && (
        <div className="border-line border-t text-s">
          <h4 className="px-3 pt-2 font-semibold text-muted">Action safety</h4>
          <SafetyFindings report={safety} networkId={id} />
        </div>
      )}
    </div>
  );
}

/** Shows how a call is sent, from the wallet's question to the receipt. */
function Sent({ call, snapshot }: { call: MethodCall; snapshot: Snapshot }) {
  const links = useIdentityLinks();
  const { hash, outcome } = snapshot.context;
  return (
    <div role="status" className="flex min-w-0 max-w-[640px] flex-col gap-2">
      {snapshot.matches('sending') ? (
        <p className="flex items-center gap-2">
          <Spinner label="Sending" /> Waiting for the signature. Nothing is sent until then.
        </p>
      ) : (
        <Callout tone={outcomeTone(outcome)}>
          <b>Transaction created</b>
          {hash !== undefined && <code className="block break-all text-s">{shorten(hash)}</code>}
          <span className="block">{sentText(snapshot)}</span>
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        {hash !== undefined && links && (
          <Link {...links.transaction(hash)} className={buttonClass()}>
            View transaction
          </Link>
        )}
        {snapshot.matches('unknown') && (
          <Button onClick={() => call.send({ type: 'user.retry' })}>Look for the receipt again</Button>
        )}
        <Button onClick={() => call.send({ type: 'user.callAgain' })}>
          {snapshot.matches('sending') ? 'Stop waiting' : 'Call again'}
        </Button>
      </div>
    </div>
  );
}

function outcomeTone(outcome: Snapshot['context']['outcome']): CalloutTone {
  if (outcome?.state === 'replaced') return 'pending';
  return outcome === undefined || outcome.success ? 'success' : 'failure';
}

function sentText(snapshot: Snapshot): string {
  const { outcome, delay } = snapshot.context;
  if (snapshot.matches('unknown')) return 'Its receipt could not be loaded.';
  if (outcome === undefined && delay?.why === 'unseen')
    return 'Pending: the endpoint does not have this transaction yet. It may still be on its way, another transaction may have replaced it, or the wallet sent it to another chain than it states.';
  if (outcome === undefined && delay?.why === 'gap')
    return `Pending: it has the nonce ${formatInteger(delay.nonce)}, and no transaction of the account with the nonce ${formatInteger(delay.missing)} was sent yet. It waits for that one.`;
  if (outcome === undefined) return 'Pending: waiting for the receipt.';
  if (outcome.state === 'replaced') return 'Replaced: another transaction of the account took its nonce.';
  const words = outcome.success ? 'Success' : 'Failed';
  return `${words} in block ${formatInteger(outcome.blockNumber)}, ${formatInteger(outcome.gasUsed)} gas used.`;
}
