/** Reading of JSON that others wrote: what has another shape than expected reads as empty. */

export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/** The fields of an object; none for anything else. */
export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : NOTHING;
}

/** The text, '' for anything else. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The items of an array; none for anything else. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
