import type { Hash } from '../../../core/chain/primitives';

export type DiffSearch = {
  a?: Hash;
  b?: Hash;
  /** What is changed in the first, to be executed again as the second: the text of a ChangesDraft (changes.ts). */
  changes?: string;
  /** Rows that are the same in both are shown too. */
  all?: boolean;
};

/** What the address asks for; hashes that are none are left out, and so is a second transaction beside changes. */
export function readDiffSearch(input: Record<string, unknown>): DiffSearch {
  const a = readHash(input.a);
  const b = readHash(input.b);
  const changes = typeof input.changes === 'string' ? input.changes : undefined;
  return {
    ...(a && { a }),
    ...(b && changes === undefined && { b }),
    ...(changes !== undefined && { changes }),
    ...(input.all === true && { all: true }),
  };
}

/** The transaction hash in a text, blanks around it aside; undefined when it is none. */
export function readHash(text: unknown): Hash | undefined {
  const trimmed = typeof text === 'string' ? text.trim().toLowerCase() : '';
  return /^0x[0-9a-f]{64}$/.test(trimmed) ? (trimmed as Hash) : undefined;
}
