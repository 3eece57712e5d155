/** The reader's notes at rows of traces. Never evicted. */
import { isEmptyNote, MAX_NOTES, type RowNote } from '../../core/trace/row-note';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromRowNoteRow, toRowNoteRow } from '../rows/row-note-row';
import type { TransactionId } from '../rows/transaction-row';

/** Reads the notes of a transaction, in the order of their rows' depth ids as text. */
export function readRowNotes({ networkId, hash }: TransactionId): Promise<readonly RowNote[]> {
  return withDatabase<readonly RowNote[]>([], async (db) => {
    const rows = await db.rowNotes
      .where('[networkId+hash+depthId]')
      .between([networkId, hash, ''], [networkId, hash, '\uffff'])
      .limit(MAX_NOTES)
      .toArray();
    return readableRows(rows, fromRowNoteRow);
  });
}

/** Keeps a note in place of an earlier one of the row; an empty note deletes it. False when storage refused. */
export function saveRowNote({ networkId, hash }: TransactionId, note: RowNote): Promise<boolean> {
  return writeDatabase((db) =>
    isEmptyNote(note)
      ? db.rowNotes.delete([networkId, hash, note.depthId])
      : db.rowNotes.put(toRowNoteRow({ networkId, hash }, note, Date.now())),
  );
}

/** Adds notes to rows that have none. Returns how many were added, undefined when storage refused. */
export async function importRowNotes(of: TransactionId, notes: readonly RowNote[]): Promise<number | undefined> {
  const present = new Set((await readRowNotes(of)).map(({ depthId }) => depthId));
  const added = notes.filter((note) => !present.has(note.depthId) && !isEmptyNote(note)).slice(0, MAX_NOTES);
  const changedAt = Date.now();
  const kept = await writeDatabase((db) => db.rowNotes.bulkPut(added.map((note) => toRowNoteRow(of, note, changedAt))));
  return kept ? added.length : undefined;
}
