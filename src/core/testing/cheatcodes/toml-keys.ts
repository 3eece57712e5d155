/**
 * Keys of TOML that are whole numbers: an object of JavaScript has them first, so a letter goes before each key while
 * the text is parsed.
 */

const TOKEN = /"""[\s\S]*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[\w-]+|[^\w-]/g;
const WHOLE = /^(["']?)(\d+)\1$/;
const MARK = 'whole-number-';

/** Returns the text with marks before the keys that are whole numbers. Linear in the text. */
export function markKeys(text: string): string {
  const open: string[] = [];
  let isKey = true;
  return text.replace(TOKEN, (token) => {
    if (token === '\n') isKey ||= open.length === 0;
    else if (token === '=') isKey = false;
    else if (token === ',') isKey = open.at(-1) === '{';
    else if (token === '{' || (token === '[' && !isKey)) {
      open.push(token);
      isKey = token === '{';
    } else if (token === '}' || (token === ']' && !(isKey && open.length === 0))) {
      open.pop();
      isKey = false;
    } else if (isKey) return token.replace(WHOLE, `$1${MARK}$2$1`);
    return token;
  });
}

/** Returns a key without its mark. */
export function unmarkedKey(key: string): string {
  return key.startsWith(MARK) ? key.slice(MARK.length) : key;
}
