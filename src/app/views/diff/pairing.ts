/** The two open traces that are compared, and questions about both. */
import { useMemo } from 'react';
import type { Hash } from '../../../core/chain/primitives';
import type { DiffPair } from '../../../workers/trace/diff.api';
import { type Open, useTraceAnswer } from '../transaction/use-trace-answer';

/** Of the transactions; one that nobody mined has no page. */
export type PairHashes = { a: Hash; b?: Hash };

export type Pairing = {
  a: Open;
  b: Open;
  hashes: PairHashes;
  onLost: (error: unknown) => void;
};

/** What `ask` answers of the two traces; asked again when more became known of either. */
export function useDiffAnswer<T>({ a, b, onLost }: Pairing, of: string, ask: (pair: DiffPair) => Promise<T>) {
  // One of them carries the question; that more became known of the other counts as well.
  const both = useMemo(() => ({ ...a, known: a.known + b.known }), [a, b]);
  const { handle } = b.summary;
  return useTraceAnswer(
    both,
    `${handle} ${b.summary.numbering} ${of}`,
    (first) => ask({ a: first, b: handle }),
    onLost,
  );
}
