import { parseHash } from '../../../core/chain/parse';
import type { Hash } from '../../../core/chain/primitives';
import { oneOf, searchOf, text } from '../../search-parameters';

export type DiffParameters = ReturnType<typeof diffParameters>;

const parameters = searchOf({
  /** The two transactions. */
  a: readHash,
  b: readHash,
  /** What is changed in the first, to be executed again as the second: the text of a ChangesDraft (changes.ts). */
  changes: text,
  /** Rows that are the same in both are shown too. */
  all: oneOf(true),
});

/** Returns the parameters of the page's address. The second transaction is the changed first, or another one. */
export function diffParameters(written: Readonly<Record<string, unknown>>): ReturnType<typeof parameters> {
  const { b, ...search } = parameters(written);
  return { ...search, b: search.changes === undefined ? b : undefined };
}

/** Reads the transaction hash in a text, blanks around it aside; undefined when it is none. */
export function readHash(written: unknown): Hash | undefined {
  return typeof written === 'string' ? parseHash(written) : undefined;
}
