/** Searching names by the words of a query, with a letter wrong in each. */

/** How well a name matches: 0 where every word of the query begins a word of it, 1 where one is inside, 2 where one has a letter wrong. */
export type MatchRank = 0 | 1 | 2;

/** Shorter words of a query must be right: with a letter wrong they would match nearly everything. */
const MIN_FUZZY = 4;

/** Begins of words: a letter or digit behind any other character, and a capital before a small letter or behind one (`HarborVault`, `USDCoin`). */
const BEGIN = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}|(?<=\p{Lu})\p{Lu}(?=\p{Ll})/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;

/**
 * Returns how well `name` matches `query`, undefined where it does not. Each word of the query is looked for by itself, in any
 * order, whatever the case. A letter wrong is one that is another, missing, too many, or changed places with the next.
 */
export function matchWords(name: string, query: string): MatchRank | undefined {
  const words = query
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');
  if (words.length === 0) return undefined;
  // The rest of the name from each of its words on, so that `harborvault` finds `Harbor Vault`.
  const rests = [...name.matchAll(BEGIN)].map(({ index }) => joined(name.slice(index)));
  const whole = rests[0] ?? '';
  let worst: MatchRank = 0;
  for (const word of words) {
    const rank = rankOf(word, rests, whole);
    if (rank === undefined) return undefined;
    if (rank > worst) worst = rank;
  }
  return worst;
}

/** Returns the items whose names match `query`, best first, otherwise in their order. Those with a letter wrong only where no other matches. */
export function bestMatches<T>(items: readonly T[], query: string, nameOf: (item: T) => string): readonly T[] {
  const ranked = items.flatMap((item) => {
    const rank = matchWords(nameOf(item), query);
    return rank === undefined ? [] : [{ item, rank }];
  });
  const isExact = ranked.some(({ rank }) => rank < 2);
  return ranked
    .filter(({ rank }) => rank < 2 || !isExact)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function joined(text: string): string {
  return text.toLowerCase().split(SEPARATORS).join('');
}

function rankOf(word: string, rests: readonly string[], whole: string): MatchRank | undefined {
  if (rests.some((rest) => rest.startsWith(word))) return 0;
  if (whole.includes(word)) return 1;
  if (word.length < MIN_FUZZY) return undefined;
  const isSimilar =
    rests.some((rest) => beginsAlmost(rest, word)) || (word.length > MIN_FUZZY && hasAlmost(whole, word));
  return isSimilar ? 2 : undefined;
}

/**
 * Whether the word stands inside of the text but for one letter: names of contracts are one word of many, whose begins are
 * not all told by capitals. One half of the word is right then, which is looked for first.
 */
function hasAlmost(text: string, word: string): boolean {
  const half = word.length >> 1;
  if (!text.includes(word.slice(0, half - 1)) && !text.includes(word.slice(half + 1))) return false;
  for (let at = 1; at <= text.length - word.length + 1; at++) if (beginsAlmost(text.slice(at), word)) return true;
  return false;
}

/** Whether `text` begins with `word` but for one letter. */
function beginsAlmost(text: string, word: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === text[at]) at++;
  const after = word.slice(at + 1);
  return (
    text.startsWith(after, at + 1) || // another letter
    text.startsWith(word.slice(at), at + 1) || // one missing
    text.startsWith(after, at) || // one too many
    (word[at] === text[at + 1] && word[at + 1] === text[at] && text.startsWith(word.slice(at + 2), at + 2))
  );
}
