/**
 * Sets of block numbers as spans: ranges that include both ends, ascending,
 * with a gap of at least one block between two. What an index has of a chain is
 * one such set.
 */

export type Span = { first: number; last: number };
export type Spans = readonly Span[];

/** Returns the set with the blocks of `added` in it. */
export function addSpan(spans: Spans, added: Span): Spans {
  const before = spans.filter(({ last }) => last < added.first - 1);
  const after = spans.filter(({ first }) => first > added.last + 1);
  const joined = spans.filter(({ first, last }) => last >= added.first - 1 && first <= added.last + 1);
  const first = Math.min(added.first, ...joined.map((span) => span.first));
  const last = Math.max(added.last, ...joined.map((span) => span.last));
  return [...before, { first, last }, ...after];
}

/** Returns the set without the blocks of `cut`. */
export function cutSpan(spans: Spans, cut: Span): Spans {
  return spans.flatMap(({ first, last }) =>
    [
      { first, last: Math.min(last, cut.first - 1) },
      { first: Math.max(first, cut.last + 1), last },
    ].filter((span) => span.first <= span.last),
  );
}

/** Returns the blocks of `within` that are in the set. */
export function spansWithin(spans: Spans, within: Span): Spans {
  return spans
    .map(({ first, last }) => ({ first: Math.max(first, within.first), last: Math.min(last, within.last) }))
    .filter(({ first, last }) => first <= last);
}

/** Returns the highest blocks of `within` that are not in the set, without a gap; undefined where none is missing. */
export function highestMissing(spans: Spans, within: Span): Span | undefined {
  let missing: Spans = [within];
  for (const span of spans) missing = missing.flatMap((part) => cutSpan([part], span));
  return missing.filter(({ first, last }) => first <= last).at(-1);
}

/** Returns how many blocks are in the set. */
export function countBlocks(spans: Spans): number {
  return spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Returns the block at `place` of the set, counted from the lowest; undefined past its end. */
export function blockAt(spans: Spans, place: number): number | undefined {
  let left = place;
  for (const { first, last } of spans) {
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
  return undefined;
}
