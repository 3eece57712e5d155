/** The reader's notes as the panel has them. */
import type { Priority, RowNote } from '../../../core/trace/row-note';

export type RowNotes = {
  byId: ReadonlyMap<string, RowNote>;
  save: (note: RowNote) => Promise<void>;
  exportAll: () => void;
};

/** One word, glyph and colour per priority. */
export const PRIORITY_LOOKS: Record<Priority, { word: string; glyph: string; colour: string }> = {
  high: { word: 'High', glyph: '▲', colour: 'text-failure' },
  medium: { word: 'Medium', glyph: '◆', colour: 'text-pending' },
  low: { word: 'Low', glyph: '▼', colour: 'text-accent' },
  none: { word: 'None', glyph: '·', colour: 'text-muted' },
};
