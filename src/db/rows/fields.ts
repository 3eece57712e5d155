/**
 * Fields that rows share, and how a stored row is read.
 *
 * A row type is written as a schema: the type of what is stored is inferred from it, and a row is checked against it
 * when it is read. Rows use no types of `core` but the brands of its primitive values.
 */

import * as v from 'valibot';
import { NAME_ORIGINS } from '../../core/chain/name';
import type { Address, Hash, Hex, NetworkId, Selector } from '../../core/chain/primitives';

const ADDRESS = /^0x[0-9a-f]{40}$/;
const HASH = /^0x[0-9a-f]{64}$/;
const SELECTOR = /^0x[0-9a-f]{8}$/;

export const networkId = v.custom<NetworkId>((value) => Number.isSafeInteger(value));
export const address = v.custom<Address>((value) => typeof value === 'string' && ADDRESS.test(value));
export const hash = v.custom<Hash>((value) => typeof value === 'string' && HASH.test(value));
export const selector = v.custom<Selector>((value) => typeof value === 'string' && SELECTOR.test(value));
/** Only the prefix is checked: the text may have megabytes. */
export const hex = v.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'));
/** An integer that is not negative: block numbers, indexes, gas, times. */
export const count = v.custom<number>((value) => Number.isInteger(value) && (value as number) >= 0);
/** A buffer of any length. */
export const buffer = v.instance(ArrayBuffer);
/** Names one transaction of one chain. */
export const transactionKey = { networkId, hash };

/** Origin of a name. */
export const nameOrigin = v.picklist(NAME_ORIGINS);

/** Parses `value` as a row, without fields that the schema does not name; undefined when it is damaged. */
export function parseRow<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Returns what reads a row as `parseRow` does. */
export function rowReader<Schema extends v.GenericSchema>(
  schema: Schema,
): (stored: unknown) => v.InferOutput<Schema> | undefined {
  return (stored) => parseRow(schema, stored);
}

/** Returns the schema of a list whose type is read-only. */
export function list<Item extends v.GenericSchema>(
  item: Item,
): v.GenericSchema<readonly v.InferInput<Item>[], readonly v.InferOutput<Item>[]> {
  return v.array(item);
}

/** What can be written as `T`: it may have further fields, and undefined for a field that may be absent. */
export type Writable<T> = T extends string | number | bigint | boolean | ArrayBuffer | Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Writable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Writable<T[Key]> | (object extends Pick<T, Key> ? undefined : never) }
      : T;

/**
 * Returns what makes the stored form of a value: it has only the fields that the schema names, and none that is
 * undefined. The value itself is not checked.
 */
export function rowWriter<Schema extends v.GenericSchema>(
  schema: Schema,
): (value: Writable<v.InferInput<Schema>>) => v.InferOutput<Schema> {
  return (writeOf(schema) ?? ((value) => value)) as ReturnType<typeof rowWriter<Schema>>;
}

type Write = (value: unknown) => unknown;
type Part =
  | v.ObjectSchema<v.ObjectEntries, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.ExactOptionalSchema<v.GenericSchema, undefined>
  | v.OptionalSchema<v.GenericSchema, undefined>
  | v.VariantSchema<string, v.ObjectSchema<v.ObjectEntries, undefined>[], undefined>;

/** Undefined where values are stored as they are. */
function writeOf(schema: v.GenericSchema): Write | undefined {
  const part = schema as Part;
  switch (part.type) {
    case 'object':
      return writeFields(
        Object.entries(part.entries).map(([name, field]) => [name, writeOf(field as v.GenericSchema)]),
      );
    case 'array': {
      const write = writeOf(part.item);
      return write && ((value) => (value as readonly unknown[]).map((item) => write(item)));
    }
    case 'exact_optional':
    case 'optional':
      return writeOf(part.wrapped);
    case 'variant': {
      const { key } = part;
      const options = part.options.map((option) => ({
        of: option.entries[key] as v.GenericSchema,
        write: writeOf(option),
      }));
      return (value) => options.find(({ of }) => v.is(of, (value as Record<string, unknown>)[key]))?.write?.(value);
    }
    default:
      return undefined;
  }
}

function writeFields(fields: readonly (readonly [name: string, write: Write | undefined])[]): Write {
  return (value) => {
    const row: Record<string, unknown> = {};
    for (const [name, write] of fields) {
      const field = (value as Record<string, unknown>)[name];
      if (field !== undefined) row[name] = write === undefined ? field : write(field);
    }
    return row;
  };
}

/** Returns the results of `read`, in the order of the rows. Damaged rows, for which it returns undefined, are left out. */
export function readableRows<Row, Kept>(rows: readonly Row[], read: (row: Row) => Kept | undefined): readonly Kept[] {
  return rows.map(read).filter((kept) => kept !== undefined);
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Returns the fields that are not undefined: rows do not store absent fields. */
export function definedFields<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type FieldsOf<T> = T extends unknown ? keyof T : never;

/**
 * True where a row has every field of a type of core, else the fields it lacks. `true satisfies AllStored<…>` in a row's
 * file makes the compiler say so when core gains a field: store it, in a new version, or leave it out on purpose.
 */
export type AllStored<Core, Row> = [Exclude<FieldsOf<Core>, keyof Row>] extends [never]
  ? true
  : Exclude<FieldsOf<Core>, keyof Row>;
