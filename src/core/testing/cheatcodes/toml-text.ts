/** Writes TOML in the layout that forge writes: that of Rust's `toml` 0.9, pretty. */

import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './json-values';

/** Returns an object as TOML: values first, then its tables, all in the order of their keys. `null` is a text, as TOML has none. */
export function tomlText(whole: JsonObject): string {
  const lines: string[] = [];
  addTable(lines, whole, []);
  return lines.map((line) => `${line}\n`).join('');
}

function addTable(lines: string[], table: JsonObject, path: readonly string[]): void {
  const entries = [...table];
  for (const [key, value] of entries)
    if (!isJsonObject(value) && !isTables(value)) lines.push(`${keyText(key)} = ${valueText(value)}`);
  for (const [key, value] of entries) {
    const inner = [...path, keyText(key)];
    if (isJsonObject(value)) {
      if (needsHeader(value)) addHeader(lines, `[${inner.join('.')}]`);
      addTable(lines, value, inner);
    } else if (isTables(value))
      for (const item of value) {
        addHeader(lines, `[[${inner.join('.')}]]`);
        addTable(lines, item, inner);
      }
  }
}

function addHeader(lines: string[], header: string): void {
  if (lines.length > 0) lines.push('');
  lines.push(header);
}

/** A table that has others alone is named by theirs. */
function needsHeader(table: JsonObject): boolean {
  const values = [...table.values()];
  return values.length === 0 || values.some((value) => !isJsonObject(value) && !isTables(value));
}

function isTables(value: JsonValue): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}

function valueText(value: JsonValue): string {
  if (value === null) return '"null"';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return numberText(value);
  if (!isJsonObject(value)) {
    const items = value.map(valueText);
    return items.length < 2 ? `[${items.join('')}]` : `[\n${items.map((item) => `    ${item},\n`).join('')}]`;
  }
  const pairs = [...value].map(([key, item]) => `${keyText(key)} = ${valueText(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Whole numbers of 64 bits keep their digits; all others are floats, with all digits and none as an exponent. */
function numberText({ text: digits }: JsonNumber): string {
  if (/^-?\d+$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)) return digits;
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(Number(digits))) ?? [];
  const point = whole.length + Number(exponent);
  const all = `${whole}${part}`.padEnd(point, '0').padStart(whole.length + part.length - Math.min(point - 1, 0), '0');
  const at = Math.max(point, 1);
  return `${sign}${all.slice(0, at)}.${all.slice(at) || '0'}`;
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : (plain(key) ?? literal(key) ?? basic(key));
}

function text(value: string): string {
  return (
    plain(value) ??
    literal(value) ??
    longPlain(value) ??
    longLiteral(value) ??
    (value.includes('\n') ? longBasic(value) : basic(value))
  );
}

/** Characters of ASCII that a text may have as an escape alone. */
const CONTROLS = /(?![\n\x80-\x9f])\p{Cc}/u;
/** A text of several lines begins on a line of its own. */
const head = (value: string) => (value.includes('\n') ? '\n' : '');

const plain = (value: string) => (CONTROLS.test(value) || /["\\\n]/.test(value) ? undefined : `"${value}"`);
const literal = (value: string) => (CONTROLS.test(value) || /['\n]/.test(value) ? undefined : `'${value}'`);
const longPlain = (value: string) =>
  CONTROLS.test(value) || /\\|"""/.test(value) ? undefined : `"""${head(value)}${value}"""`;
const longLiteral = (value: string) =>
  CONTROLS.test(value) || value.includes("'''") ? undefined : `'''${head(value)}${value}'''`;
const basic = (value: string) => `"${escaped(value, /["\\]|(?![\x80-\x9f])\p{Cc}/gu)}"`;
const longBasic = (value: string) => `"""\n${escaped(value, /(?<="")"|\\|(?![\n\x80-\x9f])\p{Cc}/gu)}"""`;

const SHORT: Readonly<Record<string, string>> = {
  ...{ '\b': '\\b', '\t': '\\t', '\n': '\\n' },
  ...{ '\f': '\\f', '\r': '\\r', '"': '\\"', '\\': '\\\\' },
};

function escaped(value: string, which: RegExp): string {
  return value.replace(
    which,
    (one) => SHORT[one] ?? `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
