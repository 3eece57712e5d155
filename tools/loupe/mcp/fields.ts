/** The arguments of a tool: one description makes its JSON Schema, reads what was sent, and says what is wrong with it. */
import { StartFailure } from '../../../devnet/start-failure';
import { harmlessText } from '../../../src/core/text/harmless';

export type JsonSchema = { type: string; description?: string } & Record<string, unknown>;

/** Arguments that a tool does not take. The message says where, and what is to be there. */
export class BadInput extends StartFailure {}

export type Field<T> = {
  schema: JsonSchema;
  isOptional: boolean;
  /** Reads a value. `path` names it in the sentence of the `BadInput` that is thrown. */
  read(value: unknown, path: string): T;
};
export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Given<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Returns a text; `pattern` is what it has to match, and `words` say so. */
export function text<T extends string = string>(
  description: string,
  pattern?: RegExp,
  words = 'a text',
  maxLength = 2_000,
): Field<T> {
  return {
    schema: { type: 'string', description, maxLength, ...(pattern && { pattern: pattern.source }) },
    isOptional: false,
    read(value, path) {
      // Clients read "0" that somebody typed, a slot or an argument, as a number.
      const given = Number.isSafeInteger(value) ? String(value) : value;
      if (typeof given !== 'string' || given.length > maxLength || (pattern && !pattern.test(given)))
        throw wrong(path, value, words);
      return given as T;
    },
  };
}

/** Returns one of some words. */
export function oneOf<const T extends string>(description: string, words: readonly T[]): Field<T> {
  return {
    schema: { type: 'string', description, enum: words },
    isOptional: false,
    read(value, path) {
      const found = words.find((word) => word === value);
      if (found === undefined) throw wrong(path, value, `one of ${words.join(', ')}`);
      return found;
    },
  };
}

/** Returns a whole number from `minimum` to `maximum`. */
export function whole(description: string, minimum: number, maximum: number): Field<number> {
  return {
    schema: { type: 'integer', description, minimum, maximum },
    isOptional: false,
    read(value, path) {
      if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum)
        throw wrong(path, value, `a whole number from ${minimum} to ${maximum}`);
      return value;
    },
  };
}

/** Returns true or false. */
export function flag(description: string): Field<boolean> {
  return {
    schema: { type: 'boolean', description },
    isOptional: false,
    read(value, path) {
      if (typeof value !== 'boolean') throw wrong(path, value, 'true or false');
      return value;
    },
  };
}

/** Returns a list of at most `most`. */
export function listOf<T>(description: string, item: Field<T>, most: number): Field<T[]> {
  return {
    schema: { type: 'array', description, items: item.schema, maxItems: most },
    isOptional: false,
    read(value, path) {
      if (!Array.isArray(value) || value.length > most) throw wrong(path, value, `a list of at most ${most}`);
      return value.map((each, at) => item.read(each, `${path}[${at}]`));
    },
  };
}

/** Returns any JSON. */
export function anything(description: string): Field<unknown> {
  return { schema: { type: 'array', description, items: {} }, isOptional: false, read: (value) => value };
}

/** Returns an object of fields. */
export function record<F extends Fields>(description: string, fields: F): Field<Given<F>> {
  return {
    schema: { description, ...schemaOf(fields) },
    isOptional: false,
    read: (value, path) => readFields(fields, value, path),
  };
}

/** Returns a field that may be left out. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return {
    schema: field.schema,
    isOptional: true,
    read: (value, path) => (value === undefined || value === null ? undefined : field.read(value, path)),
  };
}

/** Returns the JSON Schema of an object. */
export function schemaOf(fields: Fields): { type: 'object' } & JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
    additionalProperties: false,
  };
}

/** Reads an object, or throws a `BadInput`. */
export function readFields<F extends Fields>(fields: F, value: unknown, path = ''): Given<F> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(path === '' ? 'the arguments' : path, value, 'an object');
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw new BadInput(
      `There is no argument ${harmlessText(at(unknown), 80)}; there are ${Object.keys(fields).join(', ')}.`,
    );
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (given[name] === undefined && !field.isOptional)
        throw new BadInput(`The argument ${at(name)} is missing: ${field.schema.description ?? field.schema.type}.`);
      return [name, field.read(given[name], at(name))];
    }),
  ) as Given<F>;
}

function wrong(path: string, value: unknown, words: string): BadInput {
  const said = JSON.stringify(value) ?? 'nothing';
  return new BadInput(`${path} is ${harmlessText(said, 60)}, and is to be ${words}.`);
}
