/** Letters of one alphabet that pass for those of another (UTS 39, Mixed-Script Detection). */

const LATIN = /\p{Script=Latin}/u;
/** Alphabets with letters that are drawn as Latin ones are. */
const ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

/** Returns whether a word of the text has Latin letters and letters of an alphabet that looks like it, as `UЅDТ` with two of Cyrillic has. */
export function mixesAlphabets(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => LATIN.test(word) && ALIKE.test(word));
}
