/** A request of another tool, pasted: what it was recognised as is shown before it is taken. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { type SimulationDraft, stepsOf } from '../../../core/simulation/draft';
import { readPaste } from '../../../core/simulation/paste/paste';
import { pastedHash } from '../../../core/simulation/paste/pasted-hash';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { useLoaded } from '../../use-loaded';

/** Steps of a pasted request that are named before it is taken. */
const SHOWN_STEPS = 5;

export function PastePanel({ network, onTake }: { network: Network; onTake: (draft: SimulationDraft) => void }) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const hash = pastedHash(wanted);
  const read = useLoaded(wanted === '' ? undefined : `paste ${network.id} ${wanted}`, () =>
    readPaste(wanted, String(network.id)),
  );
  const [choice, setChoice] = useState<'first' | 'second'>('first');
  const pasted = read?.ok ? read.value : undefined;
  const reading = choice === 'second' ? (pasted?.second ?? pasted) : pasted;
  return (
    <Panel>
      <details className="group">
        <summary className="cursor-pointer px-3 py-2 font-medium">Paste a request from another tool</summary>
        <div className="flex flex-col gap-2 px-3 pb-3">
          <TextArea
            mono
            label="Request"
            rows={3}
            value={text}
            help="A cast or curl command, JSON of JSON-RPC, typed data, Tenderly, the Safe transaction builder, forge script or a simulation saved here, a link to a transaction or to Tenderly’s simulator, a signed transaction, a governor’s proposal, or a hash."
            onChange={setText}
          />
          <div role="status">
            {hash !== undefined && (
              <Callout tone="accent">
                This names a transaction that was sent.{' '}
                <Link
                  to="/{-$network}/simulator/new"
                  params={(params) => params}
                  search={{ tx: hash }}
                  className="text-accent underline"
                >
                  Simulate it again
                </Link>
              </Callout>
            )}
            {hash === undefined && read && !read.ok && (
              <Callout tone="failure">{harmlessText(read.error, 500)}</Callout>
            )}
            {pasted && reading && (
              <div className="flex flex-col gap-2">
                <Callout tone="accent">
                  <b>Recognised: {harmlessText(pasted.kind, 200)}.</b> Nothing is read, fetched or run before you press
                  the button.
                  {reading.notes.map((note) => (
                    <span key={note} className="block">
                      {harmlessText(note, 300)}
                    </span>
                  ))}
                </Callout>
                {pasted.second && (
                  <div>
                    <Segmented
                      label="Read as"
                      value={choice}
                      segments={[
                        { value: 'first', label: pasted.second.names[0] },
                        { value: 'second', label: pasted.second.names[1] },
                      ]}
                      onChange={setChoice}
                    />
                  </div>
                )}
                <Steps draft={reading.draft} />
              </div>
            )}
          </div>
          <div>
            <Button
              variant="primary"
              disabled={reading === undefined}
              onClick={() => {
                if (reading === undefined) return;
                onTake(reading.draft);
                setText('');
                setChoice('first');
              }}
            >
              Replace the request
            </Button>
          </div>
        </div>
      </details>
    </Panel>
  );
}

function Steps({ draft }: { draft: SimulationDraft }) {
  const steps = stepsOf(draft);
  return (
    <ol className="list-decimal pl-6 text-s">
      {steps.slice(0, SHOWN_STEPS).map(({ step, block, at }) => (
        <li key={`${block} ${at}`} className="break-all">
          <code>
            {harmlessText(step.from, 60) || 'somebody'}{' '}
            {step.typedData === '' ? `→ ${harmlessText(step.to, 60) || 'a new contract'}` : 'signs typed data'}
          </code>{' '}
          {step.signature !== '' && <code>{harmlessText(step.signature, 120)}</code>}
          {step.input !== '' && step.signature === '' && (
            <span className="text-muted">{countOf(Math.max(0, step.input.length - 2) / 2, 'byte')} of calldata</span>
          )}
        </li>
      ))}
      {steps.length > SHOWN_STEPS && (
        <li className="list-none text-muted">and {formatInteger(steps.length - SHOWN_STEPS)} more</li>
      )}
    </ol>
  );
}
