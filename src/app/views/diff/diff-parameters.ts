import * as v from 'valibot';
import type { Hash } from '../../../core/chain/primitives';
import { parameter, text } from '../../search-parameters';

export type DiffParameters = v.InferOutput<typeof diffParameters>;

const hash = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.custom<Hash>(isHash));

/** What the address of the page asks for. */
export const diffParameters = v.pipe(
  v.object({
    /** The two transactions. */
    a: parameter(hash),
    b: parameter(hash),
    /** What is changed in the first, to be executed again as the second: the text of a ChangesDraft (changes.ts). */
    changes: parameter(text),
    /** Rows that are the same in both are shown too. */
    all: parameter(v.literal(true)),
  }),
  // The second is the changed first, or another transaction.
  v.transform(({ b, ...search }) => ({ ...search, b: search.changes === undefined ? b : undefined })),
);

/** The transaction hash in a text, blanks around it aside; undefined when it is none. */
export function readHash(written: unknown): Hash | undefined {
  const read = v.safeParse(hash, written);
  return read.success ? read.output : undefined;
}

function isHash(written: unknown): boolean {
  return typeof written === 'string' && /^0x[0-9a-f]{64}$/.test(written);
}
