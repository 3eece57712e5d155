/**
 * The line that a console call prints. A first text with `%` is a format, as
 * Node's and Forge's consoles read it: `%s` anything, `%d` and `%i` numbers,
 * `%o` anything, `%x` numbers in hex, `%e` numbers with an exponent, `%18e`
 * numbers with that many decimals, `%%` a percent sign. Values left over
 * follow, separated by blanks.
 */
import type { Decoded } from '../../abi/decoded';

/** Returns the printed line. Linear in its length. */
export function formatConsole(values: readonly Decoded[]): string {
  const [first, ...rest] = values;
  if (first === undefined) return '';
  if (first.kind !== 'string' || rest.length === 0) return values.map(plain).join(' ');
  let used = 0;
  const text = first.text.replace(/%(?:[sdiox%]|\d{0,3}e)/g, (mark) => {
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
      // Below zero the whole word, as Forge writes it.
      return value.kind === 'integer' ? `0x${BigInt.asUintN(256, BigInt(value.text)).toString(16)}` : value.text;
    case '%s':
      return value.text;
    case '%o':
      return value.kind === 'string' ? `'${value.text}'` : value.text;
    default:
      return value.kind === 'integer' ? scientific(value.text, mark.slice(1, -1)) : 'NaN';
  }
}

/** `1500` as `1.5e3`, or with `decimals` (digits, '' for none) divided by that power of ten: as Forge writes it, without zeros at the end. */
function scientific(number: string, decimals: string): string {
  const sign = number.startsWith('-') ? '-' : '';
  const digits = number.slice(sign.length);
  const shift = decimals === '' ? digits.length - 1 : Number(decimals);
  const padded = digits.padStart(shift + 1, '0');
  const whole = padded.slice(0, padded.length - shift);
  const fraction = padded.slice(padded.length - shift).replace(/0+$/, '');
  const exponent = decimals === '' ? `e${shift}` : '';
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
}
