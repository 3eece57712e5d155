/**
 * The logical lines of a Vyper source (Python's lexical structure, which Vyper
 * shares): a line goes on inside of brackets, inside of a text in triple
 * quotes, and after a backslash; comments and empty lines are none.
 */

/** Positions are characters (UTF-16) from the start of the source. */
export type LogicalLine = {
  /** Columns of blanks before it. */
  indent: number;
  /** Its first character, and one past its last; a comment behind it is not part of it. */
  start: number;
  end: number;
  /** The text without comments, its pieces on one line. */
  text: string;
};

/** Lines that are read of one source; the largest real ones have some thousand. */
const MAX_LINES = 200_000;

const OPENING = '([{';
const CLOSING = ')]}';

/** Returns the logical lines in order. Linear in the text; a text that never closes a bracket or quote is one line. */
export function logicalLines(source: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let at = 0;
  while (at < source.length && lines.length < MAX_LINES) {
    const { indent, start } = skipBlanks(source, at);
    const line = readLine(source, start);
    if (line.text !== '') lines.push({ indent, start, end: line.end, text: line.text });
    at = line.next;
  }
  return lines;
}

/** A tab counts to the next multiple of eight. */
function skipBlanks(source: string, from: number): { indent: number; start: number } {
  let indent = 0;
  let start = from;
  for (; source[start] === ' ' || source[start] === '\t'; start++)
    indent = source[start] === '\t' ? (indent >> 3) * 8 + 8 : indent + 1;
  return { indent, start };
}

/** Reads from `start` to the end of the logical line; `next` is where the one behind it begins. */
function readLine(source: string, start: number): { text: string; end: number; next: number } {
  const pieces: string[] = [];
  let piece = start;
  let depth = 0;
  let end = start;
  let at = start;
  const cut = (to: number) => {
    pieces.push(source.slice(piece, to));
  };
  while (at < source.length) {
    const character = source[at];
    if (character === '\n' && depth === 0) break;
    if (character === '#') {
      cut(at);
      at = endOfLine(source, at);
      piece = at;
      continue;
    }
    if (character === '"' || character === "'") {
      at = endOfText(source, at);
      end = at;
      continue;
    }
    if (character === '\\' && /^\\\r?\n/.test(source.slice(at, at + 3))) {
      cut(at);
      at = endOfLine(source, at) + 1;
      piece = at;
      continue;
    }
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && depth > 0) depth--;
    at++;
    if (!/\s/.test(character)) end = at;
  }
  cut(Math.min(at, source.length));
  return { text: pieces.join(' ').replace(/\s+/g, ' ').trim(), end, next: at + 1 };
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** One past the closing quote of the text that begins at `at`; the end of its line where a text in single quotes never closes. */
function endOfText(source: string, at: number): number {
  const quote = source[at];
  const isLong = source.startsWith(quote.repeat(3), at);
  const closing = isLong ? quote.repeat(3) : quote;
  for (let next = at + closing.length; next < source.length; next++) {
    if (source[next] === '\\') next++;
    else if (source[next] === '\n' && !isLong) return next;
    else if (source.startsWith(closing, next)) return next + closing.length;
  }
  return source.length;
}
