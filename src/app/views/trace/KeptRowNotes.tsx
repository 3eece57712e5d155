/** The call trace panel with the reader's notes at its rows. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { RowNote } from '../../../core/trace/row-note';
import { readRowNotes, saveRowNote } from '../../../db/row-notes';
import type { TransactionKey } from '../../../workers/ids';
import { download } from '../../download';
import { toast } from '../../ui/toast';
import type { RowNotes } from './row-notes';
import { TracePanel, type TracePanelProps } from './TracePanel';

type Props = Omit<TracePanelProps, 'notes'> & { of: TransactionKey };

export function NotedTracePanel({ of, ...props }: Props) {
  const { networkId, hash } = of;
  const kept = useLiveQuery(() => readRowNotes({ networkId, hash }), [networkId, hash]);
  const notes = useMemo<RowNotes>(
    () => ({
      byId: new Map((kept ?? []).map((note) => [note.depthId, note])),
      save: async (note: RowNote) => {
        if (!(await saveRowNote({ networkId, hash }, note))) {
          toast({ text: 'The browser refuses to keep this note', tone: 'failure' });
        }
      },
      exportAll: () =>
        download(
          `notes-${hash.slice(0, 10)}.json`,
          'application/json',
          `${JSON.stringify({ networkId, hash, notes: kept ?? [] }, null, 2)}\n`,
        ),
    }),
    [kept, networkId, hash],
  );
  return <TracePanel {...props} notes={notes} />;
}
