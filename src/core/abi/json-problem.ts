/** Where a text that is no JSON stops being it (RFC 8259). */

/** One token with the white space before it: a string, a number or a word, or a sign. */
const TOKEN =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;

/** What may come next; the two with `end` also take the sign that closes what is open. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Returns in a few words what is wrong with `text` as JSON: `“x” at character 5`, counted from 1. Undefined where nothing is. Linear. */
export function jsonProblem(text: string): string | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; at < text.trimEnd().length; ) {
    TOKEN.lastIndex = at;
    const [whole = '', literal, sign] = TOKEN.exec(text) ?? [];
    const next: Expected | undefined =
      literal === undefined ? afterSign(sign, expected, open) : afterLiteral(literal, expected);
    if (next === undefined) return placed(text, at);
    expected = next;
    at += whole.length;
  }
  return open.length === 0 && expected === 'comma or end' ? undefined : 'it ends too early';
}

function afterLiteral(literal: string, expected: Expected): Expected | undefined {
  if (expected === 'value' || expected === 'value or end') return 'comma or end';
  return literal.startsWith('"') && expected.startsWith('key') ? 'colon' : undefined;
}

/** Opens and closes what is `open`. */
function afterSign(sign: string | undefined, expected: Expected, open: string[]): Expected | undefined {
  switch (sign) {
    case '[':
    case '{':
      if (!expected.startsWith('value')) return undefined;
      open.push(sign);
      return sign === '[' ? 'value or end' : 'key or end';
    case ']':
    case '}':
      return expected.endsWith('or end') && open.pop() === (sign === ']' ? '[' : '{') ? 'comma or end' : undefined;
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case ',':
      return expected === 'comma or end' && open.length > 0 ? (open.at(-1) === '[' ? 'value' : 'key') : undefined;
    default:
      return undefined;
  }
}

function placed(text: string, from: number): string {
  const at = from + text.slice(from).search(/[^ \t\n\r]/);
  return `“${String.fromCodePoint(text.codePointAt(at) ?? 0)}” at character ${at + 1}`;
}
