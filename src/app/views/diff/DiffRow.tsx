/** One row of the diff: what it is in the first transaction, how they relate, what it is in the second. */
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { NativeCurrency } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import { RowChange, RowDifference } from '../../../core/trace/diff';
import type { DiffRowView } from '../../../workers/trace/diff.api';
import type { RowView } from '../../../workers/trace/rows.api';
import { RowText } from '../trace/RowText';
import { KIND_LOOKS } from '../trace/row-kind-looks';
import { formatDifference } from './format-difference';
import type { PairHashes } from './pairing';

/** Levels shown by indentation, and the width of one, px. */
const LEVELS = 12;
const INDENT = 12;

const LOOKS: Record<RowChange, { glyph: string; word: string; className: string }> = {
  [RowChange.same]: { glyph: '', word: 'the same', className: '' },
  [RowChange.changed]: { glyph: '≠', word: 'changed', className: 'is-changed' },
  [RowChange.added]: { glyph: '+', word: 'only in the second', className: 'is-added' },
  [RowChange.removed]: { glyph: '−', word: 'only in the first', className: 'is-removed' },
};

const WORDS: readonly (readonly [bit: number, word: string])[] = [
  [RowDifference.kind, 'kind of call'],
  [RowDifference.from, 'caller'],
  [RowDifference.to, 'contract'],
  [RowDifference.value, 'value'],
  [RowDifference.input, 'data'],
  [RowDifference.output, 'result'],
  [RowDifference.failure, 'failure'],
];

type Props = {
  id: string;
  index: number;
  /** Number of rows shown in the whole list. */
  count: number;
  top: number;
  /** Undefined while it is on its way. */
  row: DiffRowView | undefined;
  active: boolean;
  hashes: PairHashes;
  currency: NativeCurrency;
};

export const DiffRow = memo(function DiffRow(props: Props) {
  const { id, index, count, top, row, active, hashes, currency } = props;
  const look = LOOKS[row?.change ?? RowChange.same];
  const marks = ['diff-row', look.className, active ? 'is-active' : ''].filter(Boolean).join(' ');
  return (
    <div
      id={id}
      role="treeitem"
      aria-label={row === undefined ? 'Loading' : undefined}
      tabIndex={-1}
      aria-level={(row?.depth ?? 0) + 1}
      // Of the rows shown: what stands between siblings may be folded away, and is not counted.
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={active}
      data-index={index}
      data-change={row && look.word}
      className={marks}
      style={{ top }}
    >
      <SideCell view={row?.a} depth={row?.depth ?? 0} hash={hashes.a} currency={currency} />
      <div className="diff-mark">{row && <Mark row={row} />}</div>
      <SideCell view={row?.b} depth={row?.depth ?? 0} hash={hashes.b} currency={currency} />
    </div>
  );
});

function Mark({ row }: { row: DiffRowView }) {
  const { glyph, word } = LOOKS[row.change];
  const differs = WORDS.filter(([bit]) => (row.differs & bit) !== 0).map(([, text]) => text);
  const gas = gasDifference(row);
  const title = [differs.length > 0 ? `Differs: ${differs.join(', ')}` : word, gas && `Gas used: ${gas}`];
  return (
    <span title={title.filter(Boolean).join('\n')} className="flex min-w-0 items-center gap-1.5">
      <span className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden className="diff-glyph">
          {glyph}
        </span>
        <span className="sr-only">{word}</span>
        <span className="min-w-0 truncate">{differs.join(', ')}</span>
      </span>
      {gas && <span className="diff-gas">{gas} gas</span>}
    </span>
  );
}

function gasDifference({ differs, a, b }: DiffRowView): string | undefined {
  if ((differs & RowDifference.gas) === 0 || a?.gasUsed === undefined || b?.gasUsed === undefined) return undefined;
  return formatDifference(b.gasUsed - a.gasUsed);
}

type SideProps = { view: RowView | undefined; depth: number; hash: Hash | undefined; currency: NativeCurrency };

function SideCell({ view, depth, hash, currency }: SideProps) {
  if (!view) return <div className="diff-side is-empty" />;
  const kind = KIND_LOOKS[view.kind];
  return (
    <div className="diff-side" style={{ paddingLeft: 8 + Math.min(depth, LEVELS) * INDENT }}>
      {hash === undefined ? (
        <span className="diff-id mono">{view.depthId}</span>
      ) : (
        <Link
          to="/{-$network}/tx/$hash/{-$tab}"
          from="/{-$network}"
          params={(at) => ({ ...at, hash, tab: undefined })}
          search={{ trace: view.depthId }}
          tabIndex={-1}
          title="Show in its call trace"
          className="diff-id mono"
        >
          {view.depthId}
        </Link>
      )}
      <span className={`trace-kind ${kind.colour}`} title={kind.meaning}>
        <span className="trace-glyph" aria-hidden="true">
          {kind.glyph}
        </span>
        <span className="sr-only">{kind.word}</span>
      </span>
      <RowText view={view} currency={currency} />
    </div>
  );
}
