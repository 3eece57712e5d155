/** Readers of parsed JSON that others wrote: a value of another shape than expected reads as empty. */

export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/** Parses the value of a JSON text, undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a value is an object with fields: no list, and not null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the fields of an object; none for anything else. */
export function readFields(value: unknown): Fields {
  return isFields(value) ? value : NOTHING;
}

/** Returns an object's fields, each as `change` makes it; none for anything else. */
export function mapFields(value: unknown, change: (field: unknown) => unknown): Fields {
  // fromEntries defines properties, so a field of the name __proto__ is a field.
  return Object.fromEntries(Object.entries(readFields(value)).map(([key, field]) => [key, change(field)]));
}

/** Reads the text, '' for anything else. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads those items of an array that are objects with fields; none for anything else. */
export function readFieldsList(value: unknown): readonly Fields[] {
  return readList(value).filter(isFields);
}

/** Reads the items of an array; none for anything else. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
