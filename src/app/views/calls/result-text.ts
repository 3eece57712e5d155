/** A result in one line, for the heading of its function, and as text to copy. */
import { argumentText } from '../../../core/abi/argument-text';
import type { Decoded } from '../../../core/abi/decoded';
import { cutValue } from '../../../core/abi/value-text';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import type { ReadResult } from '../../../machines/method-call.machine';

/** Returns all values: a single one as it is, several as JSON by name; the output in hex where it holds more than was decoded. */
export function resultText({ values, raw }: ReadResult): string {
  const texts = values?.map(argumentText);
  if (values === undefined || !texts?.every((text) => text !== undefined)) return raw;
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return only;
  return JSON.stringify(Object.fromEntries(values.map(({ name }, index) => [name, texts[index]])));
}

/** Shortens a result to fit at the end of a line. */
export function shortResult({ values, raw }: ReadResult): string {
  if (values === undefined) return raw === '0x' ? 'nothing' : shorten(raw);
  const [only, ...others] = values;
  if (only === undefined) return 'nothing';
  return others.length > 0 ? countOf(values.length, 'value') : shortValue(only);
}

function shortValue(value: Decoded): string {
  if (value.kind === 'array') return countOf(value.length, 'item');
  if (value.kind === 'tuple') return countOf(value.items?.length ?? 0, 'member');
  return cutValue(value, 40).text;
}
