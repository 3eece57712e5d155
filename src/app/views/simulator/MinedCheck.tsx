/** A simulated step held against what was mined of it, when the reader asks for it. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { DifferingRead } from '../../../core/simulation/mined-comparison';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { harmlessText } from '../../../core/text/harmless';
import type { MinedComparison } from '../../../workers/trace/simulations.api';
import { useNetwork } from '../../network-context';
import { Callout } from '../../ui/Callout';
import { ErrorState } from '../../ui/ErrorState';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { AddressView } from '../../ui/identity/AddressView';
import { Spinner } from '../../ui/Spinner';
import { TextField } from '../../ui/TextField';
import { useNames } from '../../use-names';
import { useQuestion } from '../../use-question';
import { readHash } from '../diff/diff-parameters';
import { ScrollBox } from '../ScrollBox';
import { slotText, wordText } from '../trace/row-format';

export function MinedCheck({ id, at }: { id: SimulationId; at: number }) {
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState<{ text: string }>();
  const hash = readHash(text.trim());
  const isWrong = text.trim() !== '' && hash === undefined;
  const asked = useQuestion(
    'trace',
    `mined ${id} ${at} ${wanted?.text ?? ''}`,
    (trace, job) => trace.compareMined(job, id, at, readHash(wanted?.text ?? '')),
    { when: wanted !== undefined },
  );
  return (
    <section aria-label="Simulated against mined" className="flex flex-col gap-2 border-line border-t px-3 py-2">
      <Form
        label="Simulated against mined"
        className="flex flex-wrap items-center gap-3"
        onSubmit={() => {
          setWanted({ text: text.trim() });
          return undefined;
        }}
      >
        <TextField
          mono
          label="Mined transaction"
          value={text}
          error={isWrong ? 'A hash is 0x and 64 hex digits.' : undefined}
          help="Its hash; found by sender and nonce when empty"
          onChange={setText}
        />
        <SubmitButton busyLabel="Comparing">Compare with the mined transaction</SubmitButton>
      </Form>
      <div role="status">
        {wanted !== undefined && asked.state === 'waiting' && <Spinner label="Executing the mined transaction" />}
      </div>
      {asked.state === 'failed' && <ErrorState compact failure={asked.failure} onRetry={asked.again} />}
      {asked.state === 'here' && <Compared compared={asked.value} />}
    </section>
  );
}

function Compared({ compared }: { compared: MinedComparison }) {
  const { segment } = useNetwork();
  const { sent, outcome, block, reads, left, hash } = compared;
  const isSame = outcome.length === 0;
  return (
    <div className="flex flex-col gap-2">
      <Callout tone={isSame ? 'success' : 'failure'}>
        <b>{isSame ? 'Mined as it was simulated' : 'Mined with differences to the simulation'}</b> · status, gas, output
        and events compared with{' '}
        <Link
          to="/{-$network}/tx/$hash/{-$tab}"
          params={{ network: segment, hash, tab: undefined }}
          className="underline"
        >
          transaction {formatInteger(compared.index)} of block {formatInteger(compared.blockNumber)}
        </Link>
        {compared.isBySender && ', found by sender and nonce'}.
        {outcome.map((sentence) => (
          <span key={sentence} className="block break-all">
            {harmlessText(sentence, 500)}
          </span>
        ))}
      </Callout>
      {sent.length > 0 && (
        <Callout tone="pending">
          <b>The sent transaction differs from the simulation.</b>
          {sent.map((sentence) => (
            <span key={sentence} className="block break-all">
              {harmlessText(sentence, 500)}
            </span>
          ))}
        </Callout>
      )}
      <h3 className="font-semibold">State that differs</h3>
      {reads.length === 0 ? (
        <p className="text-muted">
          Nothing: {countOf(compared.compared, 'slot, balance, nonce or code', 'slots, balances, nonces and codes')}{' '}
          that both read were equal.
        </p>
      ) : (
        <Reads reads={reads} />
      )}
      {left > 0 && <p className="text-muted text-s">{formatInteger(left)} more differ.</p>}
      {block.length > 0 && (
        <>
          <h3 className="font-semibold">Fields of the blocks that differ</h3>
          <ul className="text-s">
            {block.map(({ field, simulated, mined }) => (
              <li key={field} className="break-all">
                {field}: {simulated} when simulated, {mined} when mined
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Reads({ reads }: { reads: readonly DifferingRead[] }) {
  const { network } = useNetwork();
  const names = useNames(
    network.id,
    reads.map(({ address }) => address),
  );
  return (
    <ScrollBox label="State that differs" className="max-h-[320px]">
      <ol>
        {reads.map(({ what, address, key, simulated, mined, variables }) => (
          <li
            key={`${what} ${address} ${key ?? ''}`}
            className="flex flex-wrap items-center gap-x-3 border-line border-b py-1 last:border-0"
          >
            <AddressView address={address} name={names[address]} />
            <span className="text-muted">{key === undefined ? what : `slot ${slotText(key)}`}</span>
            {variables === undefined ? (
              <span className="mono min-w-0 break-all">
                {simulated === undefined ? 'not read' : valueText(what, simulated)} when simulated,{' '}
                {mined === undefined ? 'not read' : valueText(what, mined)} when mined
              </span>
            ) : (
              variables.map((variable) => (
                <span key={variable.path} className="mono min-w-0 break-all">
                  <b>{harmlessText(variable.path, 200)}</b> {variable.simulated ?? 'not read'} when simulated,{' '}
                  {variable.mined ?? 'not read'} when mined
                </span>
              ))
            )}
          </li>
        ))}
      </ol>
    </ScrollBox>
  );
}

function valueText(what: DifferingRead['what'], value: NonNullable<DifferingRead['simulated']>): string {
  if (what === 'code') return value === '0x' ? 'none' : `hash ${value.slice(0, 10)}…`;
  return wordText(value);
}
