/** Saves the open trace as a file. */
import { useState } from 'react';
import { isUnminedHash } from '../../../core/simulation/simulation-hash';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { toast } from '../../ui/toast';
import { newJobId } from '../../use-question';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';

export function SaveTrace() {
  const api = useTraceApi();
  const { hash } = usePageTransaction().record.transaction;
  const { handle, lost } = useOpenTrace();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const made = await api.exportTrace(newJobId(), handle);
      if (made.ok) download(`${hash.slice(0, 18)}.loupe`, 'application/gzip', made.value);
      else toast({ text: made.error.message, tone: 'failure' });
    } catch (error) {
      lost(error);
    }
    setBusy(false);
  };
  // A simulation is saved as its request, from the panel of it; what cheatcodes do to a test no file has.
  if (isUnminedHash(hash)) return null;
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
