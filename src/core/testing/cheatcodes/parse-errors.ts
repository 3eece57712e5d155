/** Why a text is no value of a type, in the words of forge 1.7.1: with the place where its parser stopped. */

export type ParsedType = 'bool' | 'uint256' | 'int256' | 'address' | 'bytes32' | 'string' | 'bytes';

const NO_PREFIX = 'missing hex prefix ("0x") for hex string';
const NO_DIGITS = 'expected hex digits or the `0x` prefix for an empty hex string';

/** Returns what follows the colon of `failed parsing … as type …: `, for a text that is no value of the type. */
export function whyNoValue(text: string, type: ParsedType): string {
  const isHexed = type !== 'bool' && type !== 'address' && type !== 'string';
  if (isHexed && !text.startsWith('0x') && /^[\da-f]*$/i.test(text)) return NO_PREFIX;
  const [at, message] = stopOf(text, type);
  return `parser error:\n${text}\n${' '.repeat(at)}^\n${message}`;
}

function stopOf(text: string, type: ParsedType): readonly [number, string] {
  const digits = /^(0x)?[\da-f]*/i.exec(text)?.[0] ?? '';
  switch (type) {
    case 'string':
      return [0, ''];
    case 'bool':
      return [/^\w*/.exec(text)?.[0].length ?? 0, 'invalid boolean'];
    case 'address':
      return digits === '' ? [0, NO_DIGITS] : [0, 'invalid string length'];
    case 'bytes32':
      return digits === '' ? [0, NO_DIGITS] : [digits.length, 'invalid string length'];
    case 'bytes':
      if (digits === '') return [0, NO_DIGITS];
      return digits.length % 2 === 1 ? [0, 'odd number of digits'] : [digits.length, ''];
    case 'uint256':
      return stopOfNumber(text, 0);
    case 'int256':
      return stopOfNumber(text, /^[+-]?/.exec(text)?.[0].length ?? 0);
  }
}

function stopOfNumber(text: string, from: number): readonly [number, string] {
  const rest = text.slice(from);
  const [digits, prefix = ''] = /^(0x|0b|0o)?[\da-f_]*/i.exec(rest) ?? [''];
  const isPlain = prefix === '';
  const [whole, , part = ''] = (isPlain ? /^([\d_]*)(?:\.(\d+))?/.exec(rest) : null) ?? [digits];
  if (whole.length === prefix.length) return [from + prefix.length, 'expected at least one digit'];
  const end = from + whole.length;
  const [power] = (isPlain ? /^e-\d+/i.exec(text.slice(end)) : null) ?? [];
  if (power !== undefined) return [end + power.length, 'negative units not allowed'];
  if (/[1-9]/.test(part)) return [end, `non-zero fraction .${part} not allowed`];
  const spaces = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
  return end === text.length ? [end, 'the value is too large to fit the target type'] : [end + spaces, ''];
}
