/** The text of a decoded value in files: whole, since nobody can unfold it there. */
import type { Decoded } from './decoded';
import { amountOf } from './value-text';

/**
 * Returns a value as a line of a file has it, whole: the name of an enum's member, an amount in units without loss, else its
 * plain text. Texts among other values are quoted as in JSON, so that none reads like further values.
 */
export function plainText(value: Decoded): string {
  const { items, kind } = value;
  if (items === undefined) return amountOf(value)?.exact ?? value.member ?? value.text;
  const texts = items.map((item) => `${kind === 'tuple' && item.name !== '' ? `${item.name}: ` : ''}${itemText(item)}`);
  return kind === 'tuple' ? `{${texts.join(', ')}}` : `[${texts.join(', ')}]`;
}

function itemText(value: Decoded): string {
  return value.kind === 'string' && !value.hashed ? JSON.stringify(value.text) : plainText(value);
}

/** Returns values with their names on one line of a file, `id=7; amount=1.25 CS`. */
export function plainList(values: readonly Decoded[]): string {
  return values.map((value) => `${value.name}=${itemText(value)}`).join('; ');
}
