/** Variables as a file `.env` states them, read as forge reads it. */

const HEAD = /[^\S\n]*(?:(#.*|)(?:\n|$)|(?:export[^\S\n]+)?([A-Za-z_][\w.]*)[^\S\n]*=[^\S\n]*(?:#.*)?)/y;
// A quote, what a backslash or a dollar begins, other characters; then text in single quotes, and the end of the line.
const QUOTED = /(")|\\([\s\S])|\$(?:\{([^}]*)\}|(?!\{)([\p{L}\p{N}]*))|([^"\\$]+)/uy;
const PLAIN =
  /(")|\\([\s\S])|\$(?:\{([^}]*)\}|(?!\{)([\p{L}\p{N}]*))|([^'"\\$\s]+)|'([^']*)'|([^\S\n]*(?:\n|$)|[^\S\n]+#.*(?:\n|$))/uy;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', '\\': '\\', "'": "'", '"': '"', $: '$', ' ': ' ' };

/**
 * Returns the variables of the text beside known ones, which stay as they are. As forge does, reading ends before a
 * malformed line. Linear in the text.
 */
export function readDotenv(text: string, known: Readonly<Record<string, string>> = {}): Record<string, string> {
  const source = text.replaceAll('\r\n', '\n');
  const all = new Map(Object.entries(known));
  let at = 0;
  while (at < source.length) {
    const head = matchAt(HEAD, source, at);
    if (head === undefined) break;
    at += head[0].length;
    const name = head[2];
    if (name === undefined) continue;
    const value = readValue(source, at, all);
    if (value === undefined) break;
    at = value.end;
    if (!all.has(name)) all.set(name, value.text);
  }
  return Object.fromEntries(all);
}

/** Returns the value that begins at an index, and where its line ends; undefined for one that is malformed. */
function readValue(source: string, at: number, known: ReadonlyMap<string, string>) {
  let text = '';
  let isQuoted = false;
  for (let end = at; ; ) {
    const part = matchAt(isQuoted ? QUOTED : PLAIN, source, end);
    if (part === undefined) return undefined;
    end += part[0].length;
    const [, quote, escaped, braced, named, other, literal, rest] = part;
    if (rest !== undefined) return { text, end };
    if (quote !== undefined) isQuoted = !isQuoted;
    else if (escaped !== undefined && ESCAPED[escaped] === undefined) return undefined;
    else if (escaped !== undefined) text += ESCAPED[escaped];
    else text += other ?? literal ?? known.get(braced ?? named ?? '') ?? '';
  }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}
