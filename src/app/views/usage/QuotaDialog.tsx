import { useState } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { Quota } from '../../../core/usage/usage';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Segmented } from '../../ui/Segmented';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { useQuestion } from '../../use-question';

type Props = {
  endpoint: string;
  /** A network that the endpoint was asked for. */
  networkId: NetworkId;
  quota: Quota | undefined;
  onClose: () => void;
  /** Saves the quota, or removes it where it is undefined. Resolves to false when storage refused. */
  onSave: (quota: Quota | undefined) => Promise<boolean>;
};

const PERIODS = [
  { value: '1', label: 'per day' },
  { value: '30', label: 'per month' },
] as const;

/** Takes the quota that the operator of an endpoint states. */
export function QuotaDialog({ endpoint, networkId, quota, onClose, onSave }: Props) {
  const [units, setUnits] = useState(quota === undefined ? '' : String(quota.units));
  const [days, setDays] = useState<'1' | '30'>(quota?.days === 1 ? '1' : '30');
  const parsed = parseUnits(units);
  const save = async (next: Quota | undefined) => {
    if (!(await onSave(next))) toast({ text: 'The browser refuses to keep this quota', tone: 'failure' });
    onClose();
  };
  return (
    <Dialog open title={`Quota of ${harmlessText(endpoint, 60)}`} onClose={onClose}>
      <Form
        className="flex flex-col gap-3 p-4"
        onSubmit={async () => {
          if (parsed !== undefined) await save({ units: parsed, days: days === '1' ? 1 : 30 });
        }}
      >
        <TextField
          label="Units"
          inputMode="numeric"
          mono
          required
          value={units}
          onChange={setUnits}
          help="As in the plan of the endpoint; the table of units sets the units of each call."
          error={units === '' || parsed !== undefined ? undefined : 'A whole number of at least 1'}
        />
        <div>
          <Segmented label="Period" value={days} segments={PERIODS} onChange={setDays} />
        </div>
        <StatedLimit networkId={networkId} endpoint={endpoint} />
        <p className="text-muted text-s">
          A day begins at midnight UTC, a month on its first day. Loupe warns at four fifths, and when a quota is used
          up; it does not stop asking.
        </p>
        <div className="flex gap-2">
          <SubmitButton>Keep the quota</SubmitButton>
          {quota && (
            <Button variant="danger" onClick={() => void save(undefined)}>
              Remove
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

/** A whole number, with or without groups; undefined for anything else. */
function parseUnits(text: string): number | undefined {
  const digits = text.trim().replace(/[\s,_]/g, '');
  const value = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function StatedLimit({ networkId, endpoint }: { networkId: NetworkId; endpoint: string }) {
  const answer = useQuestion('chain', `limit ${networkId} ${endpoint}`, (chain, job) =>
    chain.statedLimit(job, networkId, endpoint),
  );
  return (
    <p role="status" className="text-muted text-s">
      {answer.state === 'waiting' && 'The endpoint is asked for its limits.'}
      {answer.state === 'failed' && answer.failure.message}
      {answer.state === 'here' && wordsOf(answer.value)}
    </p>
  );
}

function wordsOf(stated: { limit?: number; remaining?: number; reset?: string } | undefined): string {
  if (stated === undefined) return 'The endpoint states no rate limit that a page may read.';
  const { limit, remaining, reset } = stated;
  const of = limit === undefined ? '' : ` of ${formatInteger(limit)}`;
  const left =
    remaining === undefined
      ? `${of}, of which it does not say how many are left`
      : `${of}: ${formatInteger(remaining)} are left`;
  return `The endpoint states a limit${left}${reset === undefined ? '' : `, reset ${harmlessText(reset, 40)}`}. It is for a short window, not for the plan.`;
}
