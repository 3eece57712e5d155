/** Counts with the word for what is counted. English. */
import { formatInteger } from './counts';

/** Writes a count with its noun: `1 slot`, `2,000 slots`; `plural` where it is not the word with an s. */
export function countOf(count: number, one: string, plural = `${one}s`): string {
  return `${formatInteger(count)} ${wordFor(count, one, plural)}`;
}

/** Returns the word alone, where the count is set apart from it. */
export function wordFor(count: number, one: string, plural = `${one}s`): string {
  return count === 1 ? one : plural;
}
