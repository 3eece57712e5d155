/** Values as forge writes them in reasons and logs. */

import type { AbiParameter } from 'viem';
import { checksumAddress } from '../../chain/address';
import type { Address } from '../../chain/primitives';

/** Returns the value in forge's words: numbers with their powers of ten, texts in quotes. */
export function formatToken(value: unknown, parameter: AbiParameter): string {
  const { type } = parameter;
  const array = /^(.*)\[\d*\]$/.exec(type);
  if (array && Array.isArray(value))
    return `[${value.map((item) => formatToken(item, { ...parameter, type: array[1] })).join(', ')}]`;
  if (type === 'tuple' && 'components' in parameter) {
    const items = Array.isArray(value) ? value : Object.values(value as object);
    return `(${items.map((item, at) => formatToken(item, parameter.components[at])).join(', ')})`;
  }
  if (type === 'string') return JSON.stringify(value);
  if (type === 'address') return checksumAddress(String(value).toLowerCase() as Address);
  return typeof value === 'bigint' || typeof value === 'number' ? formatInteger(BigInt(value)) : String(value);
}

/** Returns `1000000 [1e6]`, the digits alone below 10,000. */
export function formatInteger(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString();
  if (digits.length < 5) return value.toString();
  const mantissa = digits.slice(0, 4).replace(/0+$/, '');
  const shown = mantissa.length > 1 ? `${mantissa[0]}.${mantissa.slice(1)}` : mantissa;
  return `${value} [${value < 0n ? '-' : ''}${shown}e${digits.length - 1}]`;
}
