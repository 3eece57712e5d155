/** Deployed code as a map: which parts are equal, differ, or are filled in by the chain. */
import type { Verdict } from '../../../core/contract/verification/verdict';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { classes } from '../../ui/classes';

type Kind = 'equal' | 'differs' | 'immutable' | 'library' | 'metadata';

/** A colour, the letter that repeats it, and what it means. */
const KINDS: Record<Kind, { look: string; letter: string; word: string }> = {
  equal: { look: 'bg-line', letter: '', word: 'equal' },
  differs: { look: 'bg-failure text-panel', letter: '×', word: 'code differs' },
  immutable: { look: 'bg-event text-panel', letter: 'I', word: 'immutables' },
  library: { look: 'bg-delegate text-panel', letter: 'L', word: 'library addresses' },
  metadata: { look: 'bg-pending text-panel', letter: 'M', word: 'metadata' },
};
const CELL = 64; // bytes
const MAX_CELLS = 440;

export function ByteMap({ verdict }: { verdict: Verdict }) {
  const length = Math.max(verdict.deployedLength, 1);
  const cell = Math.max(CELL, Math.ceil(length / MAX_CELLS));
  const cells = cellsOf(verdict, cell, Math.ceil(length / cell));
  const present = (Object.keys(KINDS) as Kind[]).filter((kind) => cells.includes(kind));
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-muted text-s">
        <code>0x0000</code>
        <span>deployed code, {countOf(cell, 'byte')} a cell</span>
        <code>0x{length.toString(16).padStart(4, '0')}</code>
      </figcaption>
      <div
        role="img"
        aria-label={`Map of the deployed code: ${present.map((kind) => `${KINDS[kind].word} in ${countOf(cells.filter((one) => one === kind).length, 'cell')}`).join(', ')}`}
        className="grid grid-cols-[repeat(auto-fill,minmax(14px,1fr))] gap-0.5"
      >
        {cells.map((kind, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the code
            key={index}
            title={kind === 'equal' ? undefined : `0x${(index * cell).toString(16)}: ${KINDS[kind].word}`}
            className={classes(
              'mono h-4 rounded-[2.5px] text-center font-semibold text-[10px] leading-4',
              KINDS[kind].look,
            )}
          >
            {KINDS[kind].letter}
          </span>
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-s">
        {present.map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <PartMark kind={kind} />
            {KINDS[kind].word}
            {kind === 'differs' && <span className="text-muted">{formatInteger(verdict.differing)} bytes</span>}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Shows the colour and the letter by which parts of a kind are marked in the map. */
export function PartMark({ kind }: { kind: Kind }) {
  const { look, letter } = KINDS[kind];
  return (
    <span
      aria-hidden
      className={classes(
        'mono inline-block size-4 shrink-0 rounded-[2.5px] text-center font-semibold text-[10px] leading-4',
        look,
      )}
    >
      {letter}
    </span>
  );
}

/** The kind of each cell; what differs goes before what may. */
function cellsOf({ parts, differences }: Verdict, cell: number, count: number): readonly Kind[] {
  const cells = new Array<Kind>(count).fill('equal');
  const paint = (start: number, end: number, kind: Kind) => {
    const last = Math.min(count - 1, Math.max(0, Math.ceil(end / cell) - 1));
    for (let at = Math.min(count - 1, Math.floor(start / cell)); at <= last; at++) cells[at] = kind;
  };
  for (const { kind, chainStart, length } of parts) {
    if (kind === 'immutable' || kind === 'library' || kind === 'metadata') paint(chainStart, chainStart + length, kind);
  }
  for (const { deployedStart, deployedEnd } of differences)
    paint(deployedStart, Math.max(deployedEnd, deployedStart + 1), 'differs');
  return cells;
}
