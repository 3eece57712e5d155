/**
 * The line that a console call prints. A first text with `%` is a format, as
 * Node's and Forge's consoles read it: `%s` anything, `%d` and `%i` numbers,
 * `%o` anything, `%x` numbers in hex, `%%` a percent sign. Values left over
 * follow, separated by blanks.
 */
import type { Decoded } from '../../abi/decoded';

/** Returns the printed line. Linear in its length. */
export function formatConsole(values: readonly Decoded[]): string {
  const [first, ...rest] = values;
  if (first === undefined) return '';
  if (first.kind !== 'string' || rest.length === 0) return values.map(plain).join(' ');
  let used = 0;
  const text = first.text.replace(/%[sdiox%]/g, (mark) => {
    if (mark === '%%') return '%';
    if (used >= rest.length) return mark;
    return formatted(mark, rest[used++]);
  });
  return [text, ...rest.slice(used).map(plain)].join(' ');
}

function plain(value: Decoded): string {
  return value.text;
}

function formatted(mark: string, value: Decoded): string {
  const isNumber = value.kind === 'integer' || value.kind === 'bool';
  switch (mark) {
    case '%d':
    case '%i':
      if (value.kind === 'bool') return value.text === 'true' ? '1' : '0';
      return isNumber ? value.text : 'NaN';
    case '%x':
      if (value.kind !== 'integer') return value.text;
      return value.text.startsWith('-')
        ? `-0x${BigInt(value.text.slice(1)).toString(16)}`
        : `0x${BigInt(value.text).toString(16)}`;
    case '%o':
      return value.kind === 'string' ? `'${value.text}'` : value.text;
    default:
      return value.text;
  }
}
