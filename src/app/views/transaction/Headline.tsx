/** The first heading: status and the sentence of what happened. */
import type { Piece } from '../../../workers/trace/rows.api';
import { type Status, StatusBadge } from '../../ui/Badge';
import { asText } from '../open-trace/happened-text';

type Props = { status: Status; pieces: readonly Piece[]; folded?: boolean };

/** Shows a sentence of at most two lines where the page is wide, of one when folded; the whole of it is under the pointer. */
export function Headline({ status, pieces, folded }: Props) {
  const text = asText(pieces);
  if (folded) {
    return (
      <h1 className="flex min-w-0 grow items-center gap-2.5 text-l" title={text}>
        <StatusBadge status={status} />
        <span className="min-w-0 truncate">
          <Sentence pieces={pieces} />
        </span>
      </h1>
    );
  }
  return (
    <h1 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 max-lg:col-span-2 max-sm:text-l lg:flex-nowrap lg:items-baseline">
      <StatusBadge status={status} />
      {/* Another sentence when names came: its words do not move, they are others. */}
      <span key={text} className="line-clamp-4 min-w-0 lg:line-clamp-2" title={text}>
        <Sentence pieces={pieces} />
      </span>
    </h1>
  );
}

function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have their place and nothing else
    if (piece.as === 'words') return <span key={at}>{piece.text}</span>;
    const look = piece.as === 'reason' ? 'text-failure' : '';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <code key={at} className={`font-[550] text-[0.85em] ${look}`}>
        <bdi>{piece.text}</bdi>
      </code>
    );
  });
}
