/** One row of the trace: fixed height, cheap to render, its events handled by the tree. */
import { memo, useState } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import type { RowNote } from '../../../core/trace/row-note';
import type { RowView } from '../../../workers/trace/rows.api';
import { RowText } from './RowText';
import { KIND_LOOKS } from './row-kind-looks';
import { ROW_HEIGHT } from './row-layout';
import { PRIORITY_LOOKS } from './row-notes';

/** Width of one level of indentation, px. */
export const INDENT = 19;

export type RowLook = {
  /** Levels shown by indentation; deeper rows show their depth as a number. */
  levels: number;
  gas: boolean;
  /** Gas of the root, which a full bar stands for; 0 when unknown. */
  rootGas: number;
  currency: NativeCurrency;
};

type Props = {
  id: string;
  view: RowView;
  index: number;
  top: number;
  /** Scrolled out of the rendered range: there for the tree's active descendant, not seen. */
  away: boolean;
  selected: boolean;
  open: boolean;
  dimmed: boolean;
  look: RowLook;
  note?: RowNote | undefined;
};

export const TraceRow = memo(function TraceRow(props: Props) {
  const { view } = props;
  const drawing = useDrawing(view);
  const state = [
    'trace-row',
    props.selected ? 'is-selected' : '',
    props.away ? 'is-away' : '',
    view.failure ? 'is-failing' : '',
    props.dimmed ? 'is-dimmed' : '',
    props.open ? 'is-open' : '',
  ];
  return (
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      aria-level={view.depth + 1}
      aria-posinset={view.position}
      aria-setsize={view.siblings}
      aria-selected={props.selected}
      {...(view.hasChildren ? { 'aria-expanded': view.expanded } : {})}
      data-index={props.index}
      data-id={view.depthId}
      className={state.filter(Boolean).join(' ')}
      style={{ top: props.top }}
    >
      <RowBody key={drawing} view={view} look={props.look} note={props.note} />
    </div>
  );
});

/** Another number for another view of the row: what became known of it takes its place as a whole, and no part of it moves. */
function useDrawing(view: RowView): number {
  const [drawn, setDrawn] = useState({ view, drawing: 0 });
  if (drawn.view === view) return drawn.drawing;
  setDrawn({ view, drawing: drawn.drawing + 1 });
  return drawn.drawing + 1;
}

/** The inside of a row, also used for pinned ancestors. */
export const RowBody = memo(function RowBody({ view, look, note }: Pick<Props, 'view' | 'look' | 'note'>) {
  const kind = KIND_LOOKS[view.kind];
  const levels = Math.min(view.depth, look.levels);
  return (
    <>
      <span className="trace-guides" style={{ width: levels * INDENT }} />
      {view.depth > look.levels && (
        <span className="trace-depth" title={`Depth ${formatInteger(view.depth)}`}>
          {formatInteger(view.depth)}
        </span>
      )}
      <span className="trace-twisty" data-twisty={view.hasChildren ? '' : undefined} aria-hidden="true">
        {view.hasChildren ? (view.expanded ? '▾' : '▸') : ''}
      </span>
      <span className={`trace-kind ${kind.colour}`} title={kind.meaning}>
        <span className="trace-glyph" aria-hidden="true">
          {kind.glyph}
        </span>
        {kind.word}
      </span>
      <RowText view={view} currency={look.currency} />
      {note && <Note note={note} />}
      {look.gas && <Gas used={view.gasUsed} rootGas={look.rootGas} />}
    </>
  );
});

/** What the reader noted: the priority as a glyph, and that there is a comment. */
function Note({ note: { priority, comment } }: { note: RowNote }) {
  const { glyph, word, colour } = PRIORITY_LOOKS[priority];
  return (
    <span className={`trace-row-note ${colour}`} title={comment === '' ? `Priority: ${word}` : comment}>
      {priority !== 'none' && <span aria-hidden="true">{glyph}</span>}
      {comment !== '' && <span aria-hidden="true">✎</span>}
      <span className="sr-only">
        {priority !== 'none' && `priority ${word}`} {comment !== '' && `comment: ${comment}`}
      </span>
    </span>
  );
}

const BAR = 60;

function Gas({ used, rootGas }: { used: number | undefined; rootGas: number }) {
  if (used === undefined || Number.isNaN(used)) return <span className="trace-gas" />;
  const width = rootGas > 0 ? Math.max(1, Math.min(BAR, Math.round((used / rootGas) * BAR))) : 0;
  return (
    <span className="trace-gas">
      <i style={{ width }} />
      {formatInteger(used)}
    </span>
  );
}

/** Stands for a row that is on its way. */
export function PlaceholderRow({ top, index }: { top: number; index: number }) {
  return (
    <div className="trace-row is-placeholder" role="none" style={{ top, height: ROW_HEIGHT }}>
      <i style={{ width: `${24 + ((index * 37) % 40)}%`, marginLeft: 24 + ((index * 13) % 3) * INDENT }} />
    </div>
  );
}
