/** The two open traces that are compared, and questions about both. */
import type { Hash } from '../../../core/chain/primitives';
import type { DiffPair } from '../../../workers/trace/diff.api';
import { useLoaded } from '../../use-loaded';
import type { OpenTrace } from '../open-trace/open-trace-context';

/** Hashes of the two transactions. `b` is absent for a transaction that nobody mined: it has no page. */
export type PairHashes = { a: Hash; b?: Hash };

/** One of the two: a trace that answers questions, whatever was shown of it first. */
export type ComparedTrace = Omit<Extract<OpenTrace, { state: 'open' }>, 'first'>;

export type Pairing = {
  a: ComparedTrace;
  b: ComparedTrace;
  hashes: PairHashes;
  onLost: (error: unknown) => void;
};

/** Returns the answer of `ask` on the two traces. It is asked again when more became known of either. */
export function useDiffAnswer<T>({ a, b, onLost }: Pairing, of: string, ask: (pair: DiffPair) => Promise<T>) {
  const pair = { a: a.summary.handle, b: b.summary.handle };
  return useLoaded(`${pair.a} ${pair.b} ${b.summary.numbering} ${of}`, () => ask(pair), {
    version: a.known + b.known,
    onLost,
  });
}
