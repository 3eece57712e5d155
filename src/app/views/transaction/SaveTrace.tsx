/** Saves the open trace as a file. */
import { useState } from 'react';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { useTraceApi } from '../../wiring';
import type { OpenTrace } from './use-open-trace';

type Props = { trace: Extract<OpenTrace, { state: 'open' }>; hash: string; onLost: (error: unknown) => void };

export function SaveTrace({ trace, hash, onLost }: Props) {
  const api = useTraceApi();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(`${hash.slice(0, 18)}.loupe`, 'application/gzip', await api.exportTrace(trace.summary.handle));
    } catch (error) {
      onLost(error);
    }
    setBusy(false);
  };
  return (
    <Button
      disabled={busy}
      onClick={() => void save()}
      title="One file with the transaction, its trace, names and notes"
    >
      Save as file
    </Button>
  );
}
