/** Which two transactions: two hashes, one of those visited lately, or the first with changes. */

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { readVisits } from '../../../db/reader/transaction-visits';
import type { VisitRow } from '../../../db/rows/visit-row';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { useStored } from '../../use-stored';
import { readHash } from './diff-parameters';

const VISITS = 50;
const OFFERED = 8;
const PROBLEM = 'A transaction hash is 0x and 64 hex digits.';

type Props = { a: Hash | undefined; b: Hash | undefined; changing: boolean; network: Network };

export function ChoosePair({ a, b, changing, network }: Props) {
  const navigate = useNavigate({ from: '/{-$network}/diff' });
  const [first, setFirst] = useState<string>(a ?? '');
  const [second, setSecond] = useState<string>(b ?? '');
  const visits = useVisits(network.id, [a, b]);
  const compare = (one: Hash | undefined, other: Hash | undefined) =>
    navigate({ search: ({ all }) => ({ ...(all && { all }), ...(one && { a: one }), ...(other && { b: other }) }) });
  const submit = async () => {
    const [one, other] = [readHash(first), readHash(second)];
    if (one && other) await compare(one, other);
  };
  const errorOf = (text: string) => (readHash(text) ? undefined : PROBLEM);
  const missing = a === undefined ? 'first' : b === undefined ? 'second' : undefined;
  return (
    <Panel>
      <Form onSubmit={submit} className="grid items-start gap-2 p-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <TextField
          label="First transaction"
          mono
          value={first}
          error={errorOf(first)}
          required
          // Who came to compare has a hash to paste: it goes where one is missing.
          autoFocus={missing === 'first'}
          onChange={setFirst}
        />
        <TextField
          label="Second transaction"
          mono
          value={second}
          error={errorOf(second)}
          required
          autoFocus={missing === 'second' && !changing}
          onChange={setSecond}
        />
        <div className="flex gap-2 md:pt-6">
          <SubmitButton variant={missing ? 'primary' : 'plain'}>Compare</SubmitButton>
          {a && !changing && (
            <Button
              onClick={() => void navigate({ search: { a, changes: '{}' } })}
              title="Execute the first again with other data, gas, state or block"
            >
              Change it…
            </Button>
          )}
          {a && b && (
            <Button onClick={() => void compare(b, a)} title="The second becomes the first">
              Swap
            </Button>
          )}
        </div>
      </Form>
      {missing && !changing && visits.length > 0 && (
        <div className="border-line border-t px-3 py-2">
          <p className="text-muted">
            Visited lately on {harmlessText(network.name, 40)}, to be the {missing}:
          </p>
          <ul className="flex flex-col">
            {visits.map(({ hash, title }) => (
              <li key={hash}>
                <button
                  type="button"
                  onClick={() => void (missing === 'first' ? compare(hash, b) : compare(a, hash))}
                  className="flex w-full min-w-0 items-baseline gap-2 rounded-m px-1.5 py-1 text-left hover:bg-hover"
                >
                  <span className="mono shrink-0 text-accent">{shorten(hash)}</span>
                  <bdi className="min-w-0 truncate">{harmlessText(title, 100)}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

/** Transactions of the network the reader opened, newest first, without those that are chosen. */
function useVisits(networkId: Network['id'], chosen: readonly (Hash | undefined)[]): readonly VisitRow[] {
  const visits = useStored(() => readVisits(VISITS), []) ?? [];
  return visits.filter((visit) => visit.networkId === networkId && !chosen.includes(visit.hash)).slice(0, OFFERED);
}
