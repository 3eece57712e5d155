/** Saves the open trace as a file. */
import { useState } from 'react';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { toast } from '../../ui/toast';
import { newJobId } from '../../use-question';
import { useTraceApi } from '../../wiring';
import type { OpenTrace } from './use-open-transaction';

type Props = { trace: Extract<OpenTrace, { state: 'open' }>; hash: string; onLost: (error: unknown) => void };

export function SaveTrace({ trace, hash, onLost }: Props) {
  const api = useTraceApi();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const made = await api.exportTrace(newJobId(), trace.summary.handle);
      if (made.ok) download(`${hash.slice(0, 18)}.loupe`, 'application/gzip', made.value);
      else toast({ text: made.error.message, tone: 'failure' });
    } catch (error) {
      onLost(error);
    }
    setBusy(false);
  };
  return (
    <Button
      disabled={busy}
      onClick={() => void save()}
      title="One file with the transaction, its trace, its sources, names and notes"
    >
      {busy ? 'Saving…' : 'Save as file'}
    </Button>
  );
}
