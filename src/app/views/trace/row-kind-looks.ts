/** The look of each kind of trace row: one glyph, colour and word, the same in every view. */
import { RowKind } from '../../../core/trace/rows';

export type KindLook = {
  glyph: string;
  /** Word for the kind in a row. */
  word: string;
  /** Sentence on the kind, for tooltips, legends and screen readers. */
  meaning: string;
  /** Tailwind class of its colour. */
  colour: string;
};

export const KIND_LOOKS: Record<RowKind, KindLook> = {
  [RowKind.call]: { glyph: '→', word: 'CALL', meaning: 'Call', colour: 'text-call' },
  [RowKind.staticcall]: { glyph: '⇢', word: 'STATIC', meaning: 'Static call', colour: 'text-static' },
  [RowKind.delegatecall]: { glyph: '⇒', word: 'DELEG', meaning: 'Delegate call', colour: 'text-delegate' },
  [RowKind.callcode]: { glyph: '⇒', word: 'CODE', meaning: 'Call code', colour: 'text-delegate' },
  [RowKind.create]: { glyph: '+', word: 'CREATE', meaning: 'Contract creation', colour: 'text-create' },
  [RowKind.create2]: { glyph: '+', word: 'CREATE2', meaning: 'Contract creation (CREATE2)', colour: 'text-create' },
  [RowKind.selfdestruct]: { glyph: '⊗', word: 'DESTR', meaning: 'Self-destruct', colour: 'text-revert' },
  [RowKind.log]: { glyph: '◆', word: 'event', meaning: 'Event', colour: 'text-event' },
  [RowKind.internal]: { glyph: 'ƒ', word: 'fn', meaning: 'Internal call', colour: 'text-internal' },
  [RowKind.storageRead]: { glyph: '○', word: 'read', meaning: 'Storage read', colour: 'text-read' },
  [RowKind.storageWrite]: { glyph: '●', word: 'write', meaning: 'Storage write', colour: 'text-write' },
};
