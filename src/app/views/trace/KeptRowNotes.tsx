/** Reads the notes that the reader keeps at rows of a trace, and follows them. Draws nothing: it is loaded after the rows. */

import { useEffect } from 'react';
import type { RowNote } from '../../../core/trace/row-note';
import { readRowNotes, saveRowNote } from '../../../db/reader/row-notes';
import type { TransactionKey } from '../../../workers/ids';
import { download } from '../../download';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import type { RowNotes } from './row-notes';

type Props = { of: TransactionKey; onNotes: (notes: RowNotes) => void };

export function KeptRowNotes({ of: { networkId, hash }, onNotes }: Props) {
  const kept = useStored(() => readRowNotes({ networkId, hash }), [networkId, hash]);
  useEffect(() => {
    if (kept === undefined) return;
    onNotes({
      byId: new Map(kept.map((note) => [note.depthId, note])),
      save: async (note: RowNote) => {
        if (!(await saveRowNote({ networkId, hash }, note))) {
          toast({ text: 'The browser refuses to keep this note', tone: 'failure' });
        }
      },
      exportAll: () =>
        download(
          `notes-${hash.slice(0, 10)}.json`,
          'application/json',
          `${JSON.stringify({ networkId, hash, notes: kept }, null, 2)}\n`,
        ),
    });
  }, [kept, networkId, hash, onNotes]);
  return null;
}
