/** Table `rowNotes`: the reader's notes at rows of a trace. A row of a trace is named by its depth id. */
import { parseRowNote, type RowNote } from '../../core/trace/row-note';
import type { TransactionId } from './transaction-row';

export type RowNoteRow = TransactionId & {
  depthId: string;
  priority: 'high' | 'medium' | 'low' | 'none';
  comment: string;
  changedAt: number;
};

export function toRowNoteRow({ networkId, hash }: TransactionId, note: RowNote, changedAt: number): RowNoteRow {
  return { networkId, hash, depthId: note.depthId, priority: note.priority, comment: note.comment, changedAt };
}

/** Returns undefined where the row is damaged. */
export function fromRowNoteRow(stored: unknown): RowNote | undefined {
  return parseRowNote(stored);
}
