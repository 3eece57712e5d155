/** What a kept simulation came to: its steps, what the node says of them, the least gas, and ways to run it again or hand it on. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Name } from '../../../core/chain/name';
import type { Network } from '../../../core/chain/network';
import type { Selector } from '../../../core/chain/primitives';
import { SIMULATED_TEXT } from '../../../core/evm/families/how-far';
import { formatAmount } from '../../../core/format/amounts';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { SimulationDraft } from '../../../core/simulation/draft';
import type { LeastGas } from '../../../core/simulation/least-gas';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { harmlessText } from '../../../core/text/harmless';
import type { SimulatedStep, SimulationResult } from '../../../workers/trace/simulations.api';
import { download } from '../../download';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button, buttonClass } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { useCopy } from '../../ui/CopyButton';
import { ErrorState } from '../../ui/ErrorState';
import { AddressView } from '../../ui/identity/AddressView';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { toast } from '../../ui/toast';
import { useFunctionNames } from '../../use-function-names';
import { useLoaded } from '../../use-loaded';
import { useNames } from '../../use-names';
import { newJobId, useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { MinedCheck } from './MinedCheck';
import { SignatureParts } from './SignatureParts';
import { MAX_LINK, packDraft } from './share-link';
import { Variations } from './Variations';

/** `step` is the one whose page this stands on. */
export function SimulationPanel({ id, step }: { id: SimulationId; step?: number }) {
  const { network, segment } = useNetwork();
  const asked = useQuestion('trace', `simulation ${id}`, (trace, job) => trace.simulationResult(job, id));
  if (asked.state === 'waiting')
    return (
      <Panel title="Simulation">
        <Loading label="Running it again on the state it read" />
      </Panel>
    );
  if (asked.state === 'failed')
    return (
      <Panel title="Simulation">
        <ErrorState failure={asked.failure} />
      </Panel>
    );
  const result = asked.value;
  // Of several steps, the one whose page this is.
  const at = step ?? (result.steps.length === 1 ? 0 : undefined);
  const comparable = at !== undefined && result.steps[at]?.outcome.state === 'executed' ? at : undefined;
  return (
    <Panel
      title={harmlessText(result.name, 120) || 'Simulation'}
      aside={placeText(result)}
      actions={
        <>
          <Link
            to="/{-$network}/simulator/new"
            params={{ network: segment }}
            search={{ run: id }}
            className={buttonClass({ size: 's' })}
          >
            Edit and run again
          </Link>
          <Share id={id} draft={result.draft} />
        </>
      }
    >
      {result.note !== '' && (
        <p className="border-line border-b px-3 py-2 text-muted">{harmlessText(result.note, 500)}</p>
      )}
      <Steps id={id} steps={result.steps} here={step} network={network} />
      <NodeCheck id={id} />
      {comparable !== undefined && <MinedCheck id={id} at={comparable} />}
      <Variations id={id} draft={result.draft} />
      <p className="border-line border-t px-3 py-1.5 text-muted text-s">
        It was not mined. It read {countOf(result.read.accounts, 'account')} and{' '}
        {countOf(result.read.slots, 'storage slot')} that are not empty, which are kept: it runs again without a
        request. {result.basis && SIMULATED_TEXT[result.basis]}
      </p>
    </Panel>
  );
}

/** Tells where the simulation ran, with the number that its block had then. */
function placeText({ draft, block }: SimulationResult): string {
  const named = `block ${formatInteger(block.number)}`;
  if (draft.place === 'end') return `at the end of ${named}`;
  return `${draft.place} transaction ${draft.index} of ${named}`;
}

type StepsProps = { id: SimulationId; steps: readonly SimulatedStep[]; here: number | undefined; network: Network };

/** The steps, with the functions that they call and what they reverted with, as far as the ABIs are known. */
function Steps({ id, steps, here, network }: StepsProps) {
  const { workers } = useWiring();
  const called = steps.map(({ to, input }) =>
    to === undefined || input.length < 10 ? {} : { to, selector: input.slice(0, 10) as Selector },
  );
  const functionName = useFunctionNames(network.id, called);
  const reverts = steps.flatMap(({ to, outcome }) =>
    to !== undefined && outcome.state === 'executed' && outcome.error === REVERTED
      ? [{ to, data: outcome.output }]
      : [],
  );
  const reasons = useLoaded(reverts.length === 0 ? undefined : `reverts ${network.id} ${id}`, async () => {
    const known = await workers.contracts.revertReasons(network.id, reverts);
    return reverts.map(({ data }, at) => known[at] ?? `error ${data.slice(0, 10)}`);
  });
  let revert = 0;
  return (
    <ol aria-label="Steps">
      {steps.map((step, at) => {
        const isRevert = step.to !== undefined && step.outcome.state === 'executed' && step.outcome.error === REVERTED;
        return (
          <Step
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
            key={at}
            id={id}
            at={at}
            step={step}
            called={functionName(called[at] ?? {})?.text}
            reason={isRevert ? reasons?.[revert++] : undefined}
            isHere={at === here}
            network={network}
            count={steps.length}
          />
        );
      })}
    </ol>
  );
}

const REVERTED = 'execution reverted';

type StepProps = {
  id: SimulationId;
  at: number;
  step: SimulatedStep;
  called: string | undefined;
  reason: string | undefined;
  isHere: boolean;
  network: Network;
  count: number;
};

function Step({ id, at, step, called, reason, isHere, network, count }: StepProps) {
  const { segment } = useNetwork();
  const { outcome, hash, unmet } = step;
  const names = useNames(network.id, [step.to ?? step.from]);
  const { decimals, symbol } = network.nativeCurrency;
  return (
    <li className="flex flex-col gap-1 border-line border-b px-3 py-2" aria-current={isHere ? 'step' : undefined}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {count > 1 && <span className="font-semibold tabular-nums">{at + 1}</span>}
        <OutcomeBadge step={step} />
        <span className="min-w-0 break-words">{harmlessText(step.label, 120)}</span>
        <Whom step={step} name={names[step.to ?? step.from]} />
        {called !== undefined && <code className="min-w-0 break-all">{harmlessText(called, 120)}</code>}
        {outcome.state === 'executed' && <span className="text-muted">{formatGas(outcome.gasUsed)} gas</span>}
        {hash !== undefined && !isHere && (
          <Link
            to="/{-$network}/tx/$hash/{-$tab}"
            params={{ network: segment, hash, tab: undefined }}
            className="text-accent"
          >
            Open as transaction<span className="sr-only"> step {at + 1}</span>
          </Link>
        )}
        {isHere && count > 1 && <span className="text-muted">shown below</span>}
        {outcome.state === 'executed' && outcome.success && <Least id={id} at={at} />}
      </div>
      {outcome.state === 'signed' && (
        <>
          <SignatureParts signature={outcome.signature} />
          {outcome.hasCode && (
            <p className="text-muted text-s">
              The signer is a contract: whoever checks its signatures asks it (ERC-1271), and it knows nothing of this
              one.
            </p>
          )}
        </>
      )}
      {outcome.state === 'invalid' && (
        <p className="text-failure">It cannot be in a block: {harmlessText(outcome.reason, 200)}.</p>
      )}
      {outcome.state === 'executed' && outcome.error !== undefined && (
        <p className="break-words text-failure">
          {harmlessText(reason === undefined ? outcome.error : `${outcome.error}: ${reason}`, 400)}. The gas it used is
          not the gas it needs.
        </p>
      )}
      {outcome.state === 'executed' && outcome.loan && (
        <p className="text-muted text-s">
          The sender was lent {formatAmount(outcome.loan.lent, decimals)} {symbol} for value and gas limit;{' '}
          {outcome.loan.owed === 0n
            ? 'all of it was given back.'
            : `${formatAmount(outcome.loan.owed, decimals)} ${symbol} of it were spent.`}
        </p>
      )}
      {unmet?.length === 0 && <p className="text-success text-s">✓ It met all expectations.</p>}
      {unmet?.map((sentence) => (
        <p key={sentence} className="break-words text-failure text-s">
          ✕ {harmlessText(sentence, 500)}
        </p>
      ))}
    </li>
  );
}

/** Names the account that a step calls; for a signature, the account that it is of. */
function Whom({ step: { from, to, outcome }, name }: { step: SimulatedStep; name: Name | undefined }) {
  if (to !== undefined) return <AddressView address={to} name={name} />;
  if (outcome.state !== 'signed') return <span className="text-muted">contract creation</span>;
  return (
    <>
      <span className="text-muted">made-up signature of</span> <AddressView address={from} name={name} />
    </>
  );
}

function OutcomeBadge({ step: { outcome } }: { step: SimulatedStep }) {
  if (outcome.state === 'notRun') return <Badge>not run</Badge>;
  if (outcome.state === 'signed') return <Badge>Signature</Badge>;
  const isSuccess = outcome.state === 'executed' && outcome.success;
  return (
    <Badge tone={isSuccess ? 'success' : 'failure'} glyph={isSuccess ? '✓' : '✕'}>
      {isSuccess ? 'Success' : 'Failed'}
    </Badge>
  );
}

/** The least gas limit, found when it is asked for. */
function Least({ id, at }: { id: SimulationId; at: number }) {
  const [wanted, setWanted] = useState(false);
  const found = useQuestion('trace', `least ${id} ${at}`, (trace, job) => trace.leastGas(job, id, at), {
    when: wanted,
  });
  if (!wanted)
    return (
      <Button size="s" onClick={() => setWanted(true)}>
        Least gas limit<span className="sr-only"> of step {at + 1}</span>
      </Button>
    );
  return (
    <span role="status" className="text-s">
      {found.state === 'waiting' && <Spinner label="Finding the least gas limit" />}
      {found.state === 'failed' && found.failure.message}
      {found.state === 'here' && leastText(found.value)}
    </span>
  );
}

function leastText(least: LeastGas): string {
  const runs = `(${countOf(least.runs, 'run')}, no request)`;
  switch (least.state) {
    case 'exact':
      return `Least gas limit ${formatInteger(least.limit)}: it succeeds with that and fails with ${formatInteger(least.limit - 1)} ${runs}`;
    case 'unsteady':
      return `No least limit: it succeeds with ${formatInteger(least.succeeds)} and fails with ${formatInteger(least.fails)}, because its code looks at the gas that is left ${runs}`;
    case 'unknown':
      return `No least limit is known: with less gas it reads state that the simulation did not read ${runs}`;
    case 'fails':
      return `It does not succeed again with its own limit ${runs}`;
  }
}

/** Asks the node to run the same steps, when the reader wants it. */
function NodeCheck({ id }: { id: SimulationId }) {
  const [wanted, setWanted] = useState(false);
  const asked = useQuestion('trace', `node ${id}`, (trace, job) => trace.confirmByNode(job, id), { when: wanted });
  return (
    <div className="px-3 py-2" role="status">
      {!wanted && (
        <span className="flex flex-wrap items-center gap-3">
          <Button size="s" onClick={() => setWanted(true)}>
            Compare with the node
          </Button>
          <span className="text-muted text-s">One request: status, gas, output and events are compared.</span>
        </span>
      )}
      {wanted && asked.state === 'waiting' && <Spinner label="Asking the node" />}
      {asked.state === 'failed' && (
        <Callout
          actions={
            <Button size="s" onClick={asked.again}>
              Retry
            </Button>
          }
        >
          Not compared with the node: {harmlessText(asked.failure.message, 300)}
        </Callout>
      )}
      {asked.state === 'here' && (
        <Callout tone={asked.value.differences.length === 0 ? 'success' : 'failure'}>
          <b>{asked.value.differences.length === 0 ? 'Confirmed by the node' : 'The node’s answer differs'}</b> ·{' '}
          {asked.value.method}: {asked.value.compared.join(', ')} of {countOf(asked.value.steps, 'step')}{' '}
          {asked.value.differences.length === 0 ? 'equal' : 'compared'}. Not compared: trace and storage, which this
          method does not return.
          {[...asked.value.differences, ...asked.value.left].map((sentence) => (
            <span key={sentence} className="block break-all">
              {harmlessText(sentence, 500)}
            </span>
          ))}
        </Callout>
      )}
    </div>
  );
}

function Share({ id, draft }: { id: SimulationId; draft: SimulationDraft }) {
  const { workers } = useWiring();
  const { copied, copy } = useCopy();
  const { segment } = useNetwork();
  async function save() {
    const file = await workers.trace.simulationFile(newJobId(), id);
    if (file.ok) download('simulation.json', 'application/json', file.value);
    else toast({ text: file.error.message, tone: 'failure' });
  }
  async function copyLink() {
    const packed = await packDraft(draft);
    if (packed.length > MAX_LINK) {
      toast({ text: 'It is too long for a link: save it as a file.', tone: 'failure' });
      return;
    }
    const path = segment === undefined ? '' : `/${segment}`;
    await copy(`${window.location.origin}${path}/simulator/new#s=${packed}`);
  }
  return (
    <>
      <Button size="s" title="The request is in the part that no server sees" onClick={() => void copyLink()}>
        {copied ? 'Link copied' : 'Copy link'}
      </Button>
      <Button size="s" title="With the state it read: it opens without a request" onClick={() => void save()}>
        Save as file
      </Button>
    </>
  );
}
