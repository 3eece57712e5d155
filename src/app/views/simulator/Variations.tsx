/** Sections of a simulation's result that run it again: which override mattered, and what another block would change. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { SimulationDraft } from '../../../core/simulation/draft';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { harmlessText } from '../../../core/text/harmless';
import type { VariationKind, VariedSimulation } from '../../../workers/trace/simulations.api';
import { useNetwork } from '../../network-context';
import { Badge, type Tone } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { AddressView } from '../../ui/identity/AddressView';
import { Spinner } from '../../ui/Spinner';
import { useNames } from '../../use-names';
import { useQuestion } from '../../use-question';

type Props = { id: SimulationId; draft: SimulationDraft };

export function Variations({ id, draft }: Props) {
  const overridden = draft.blocks.some(
    ({ accounts, steps }) => accounts.length > 0 || steps.some((step) => step.accounts.length > 0),
  );
  return (
    <>
      {overridden && (
        <Section id={id} kind="overrides" title="Which override mattered" note="Runs it again without each of them." />
      )}
      <Section
        id={id}
        kind="blocks"
        title="Sensitivity"
        note="Runs it again in later blocks, with another coinbase, base fee and prevRandao, and without lent ether."
      />
    </>
  );
}

type Effect = VariedSimulation['effects'][number];
const LOOKS: Record<VariationKind, Record<Effect['state'], { word: string; tone: Tone; glyph: string }>> = {
  overrides: {
    turns: { word: 'decides', tone: 'failure', glyph: '✕' },
    changes: { word: 'changes', tone: 'pending', glyph: '▲' },
    moves: { word: 'moves', tone: 'neutral', glyph: '↷' },
    same: { word: 'no difference', tone: 'neutral', glyph: '=' },
    unknown: { word: 'not run', tone: 'neutral', glyph: '?' },
  },
  blocks: {
    turns: { word: 'turns', tone: 'failure', glyph: '✕' },
    changes: { word: 'changes', tone: 'pending', glyph: '▲' },
    moves: { word: 'moves with it', tone: 'neutral', glyph: '↷' },
    same: { word: 'same', tone: 'success', glyph: '✓' },
    unknown: { word: 'not run', tone: 'neutral', glyph: '?' },
  },
};

function Section({ id, kind, title, note }: { id: SimulationId; kind: VariationKind; title: string; note: string }) {
  const [wanted, setWanted] = useState(false);
  const asked = useQuestion('trace', `vary ${id} ${kind}`, (trace, job) => trace.varySimulation(job, id, kind), {
    when: wanted,
  });
  return (
    <section aria-label={title} className="border-line border-t px-3 py-2">
      {!wanted && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="s" onClick={() => setWanted(true)}>
            {title}
          </Button>
          <span className="text-muted text-s">{note}</span>
        </div>
      )}
      <div role="status">{wanted && asked.state === 'waiting' && <Spinner label={title} />}</div>
      {asked.state === 'failed' && <ErrorState compact failure={asked.failure} onRetry={asked.again} />}
      {asked.state === 'here' && (
        <>
          <h3 className="font-semibold">{title}</h3>
          <Effects kind={kind} varied={asked.value} />
        </>
      )}
    </section>
  );
}

function Effects({
  kind,
  varied: { effects, left, fetched, uncertain },
}: {
  kind: VariationKind;
  varied: VariedSimulation;
}) {
  const { network } = useNetwork();
  const names = useNames(
    network.id,
    effects.map(({ address }) => address),
  );
  return (
    <>
      <ul className="flex flex-col gap-1 py-1">
        {effects.map(({ label, address, state, words }, at) => {
          const look = LOOKS[kind][state];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their place
            <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={look.tone} glyph={look.glyph}>
                {look.word}
              </Badge>
              <span className="min-w-0 break-words">{harmlessText(label, 200)}</span>
              {address !== undefined && <AddressView address={address} name={names[address]} />}
              {state !== 'same' && <span className="min-w-0 break-words text-muted">{harmlessText(words, 300)}</span>}
            </li>
          );
        })}
      </ul>
      <p className="text-muted text-s">
        {countOf(effects.length, 'run')}
        {fetched === 0
          ? ', no request.'
          : `; ${countOf(fetched, 'account or slot', 'accounts and slots')} fetched for them.`}
        {kind === 'blocks' && ' Later blocks have the state of now, with number and time moved on.'}
        {left > 0 && ` ${formatInteger(left)} more were not run.`}
        {uncertain > 0 &&
          ' Fetched values are of the end of the block before: earlier transactions in the block may have changed them.'}
      </p>
    </>
  );
}
