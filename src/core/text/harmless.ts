/**
 * Untrusted text, made safe to show.
 *
 * Names of tokens and contracts, revert strings and nodes' words are chosen by
 * strangers. Markup is no danger in a text node; what is left are characters
 * that nobody sees but that reorder, hide, overprint or flood what stands
 * around them (UAX 9, UTR 36). They are replaced by U+FFFD, so that a name
 * that holds them does not look like one that does not.
 *
 * Letters of right-to-left scripts stay: put the text in a `<bdi>`.
 */

/** Stands for invisible characters, a run of them for one. */
const REPLACEMENT = '\uFFFD';
const ELLIPSIS = '…';
/** Combining marks on one letter. Vietnamese and Hebrew need three. */
const MAX_MARKS = 4;

// Besides format characters and lone surrogates: the blank of Braille, and the placeholder of an object.
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u;
const SPACE = /[\s\p{Z}\u0085]/u;
const CONTROL = /\p{Cc}/u;
const MARK = /\p{M}/u;
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
const JOINER = '\u200D';
/** Text or emoji presentation of the character before. */
const STYLES = ['\uFE0E', '\uFE0F'];

/**
 * Returns `text` on one line without characters that disturb their
 * surroundings, at most `limit` UTF-16 units long, `…` at the end when it was
 * cut. Control characters become their pictures (U+2400), blanks become one
 * space, no surrogate pair is split. Reads at most some 16 times `limit` of the
 * text.
 */
export function harmlessText(text: string, limit: number): string {
  const readable = text.slice(0, limit * 16 + 64);
  const pieces: string[] = [];
  let length = 0;
  let marks = 0;
  let end = 0;
  for (const character of readable) {
    end += character.length;
    marks = MARK.test(character) ? marks + 1 : 0;
    const piece = harmlessCharacter(character, marks, pieces, readable.codePointAt(end));
    if (piece === '') continue;
    pieces.push(piece);
    length += piece.length;
    if (length > limit) return cut(pieces, length, limit);
  }
  return readable.length < text.length ? cut(pieces, length, limit) : pieces.join('');
}

/** What `character` is shown as after `pieces` and before the code point `next`; `''` when it adds nothing. */
function harmlessCharacter(
  character: string,
  marks: number,
  pieces: readonly string[],
  next: number | undefined,
): string {
  const last = pieces.at(-1) ?? '';
  if (STYLES.includes(character)) return PICTOGRAPH.test(last) || /[#*\d]/.test(last) ? character : '';
  // Between pictographs the joiner makes one of several, 👩‍🚀; elsewhere it is invisible.
  if (character === JOINER && next !== undefined && PICTOGRAPH.test(String.fromCodePoint(next))) {
    const joined = STYLES.includes(last) ? pieces.at(-2) : last;
    if (joined !== undefined && PICTOGRAPH.test(joined)) return character;
  }
  if (INVISIBLE.test(character)) return last === REPLACEMENT ? '' : REPLACEMENT;
  if (SPACE.test(character)) return last === ' ' ? '' : ' ';
  if (CONTROL.test(character)) return controlPicture(character);
  if (marks > MAX_MARKS) return '';
  return character;
}

function controlPicture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : REPLACEMENT;
}

/** Leaves pieces out at the end until the ellipsis fits and no joiner stands before it. */
function cut(pieces: string[], length: number, limit: number): string {
  let left = length;
  while (pieces.length > 0 && (left > limit - ELLIPSIS.length || pieces.at(-1) === JOINER))
    left -= pieces.pop()?.length ?? 0;
  return limit < ELLIPSIS.length ? '' : pieces.join('') + ELLIPSIS;
}
