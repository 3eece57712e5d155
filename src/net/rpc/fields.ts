/**
 * Building blocks for validating JSON-RPC answers: quantities and data as the
 * execution API specification writes them, bounded, hex made lower case.
 * Leading zeros, which it forbids but nodes send, are accepted.
 */
import { check, fallback, type GenericSchema, nullish, pipe, regex, string, transform, unknown } from 'valibot';
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import { exactOf } from '../../core/chain/transaction';

/** Some nodes write quantities as numbers. */
const digits = pipe(
  unknown(),
  transform((value) => (Number.isSafeInteger(value) ? `0x${(value as number).toString(16)}` : value)),
  string(),
);

/** A quantity of at most 256 bits. */
export const bigQuantity = pipe(
  digits,
  regex(/^0x[0-9a-f]{1,64}$/i, 'a hexadecimal quantity was expected'),
  transform((text) => BigInt(text)),
);

/** A quantity of at most 64 bits as a number; past 2^53, which only limits without a meaning reach, it is rounded. */
export const quantity = pipe(
  digits,
  regex(/^0x0*[0-9a-f]{1,16}$/i, 'at most 64 bits were expected'),
  transform(Number),
);

/** A quantity of at most 256 bits: a number, past 2^53 a bigint. */
export const exactQuantity = pipe(bigQuantity, transform(exactOf));

/** Bytes. Their length is bounded by that of the answer. */
export const bytes = pipe(
  string(),
  regex(/^0x[0-9a-f]*$/i, 'hexadecimal bytes were expected'),
  check((text) => text.length % 2 === 0, 'whole bytes were expected'),
  transform((text) => text.toLowerCase() as Hex),
);

export const address = pipe(
  string(),
  regex(/^0x[0-9a-f]{40}$/i, 'an address was expected'),
  transform((text) => text.toLowerCase() as Address),
);

/** Nodes write the absent recipient of a contract creation as null, some as an empty text, some leave it out. */
export const addressOrNone = nullish(
  pipe(
    unknown(),
    transform((value) => (value === '' || value === '0x' ? null : value)),
    nullish(address),
  ),
);

export const hash = pipe(
  string(),
  regex(/^0x[0-9a-f]{64}$/i, 'a 32-byte hash was expected'),
  transform((text) => text.toLowerCase() as Hash),
);

/** A 256-bit word that may come as a quantity, as 0x and 64 digits: halves of signatures, storage keys, storage values. */
export const word = pipe(
  string(),
  regex(/^0x[0-9a-f]{1,64}$/i, 'a 32-byte word was expected'),
  transform((text) => `0x${text.slice(2).toLowerCase().padStart(64, '0')}` as Hash),
);

/** Reads a field that nobody needs: absent where the node states none, or something else than it should be. */
export function stated<Output>(schema: GenericSchema<unknown, Output>) {
  return fallback(nullish(schema), undefined);
}

/** Longest text kept of a field that only rollups have, characters. */
const MAX_ROLLUP_TEXT = 100_000;

/** Returns optional entries for fields of any type, to be collected with `withRollup`. */
export function loose<const Names extends readonly string[]>(names: Names): LooseEntries<Names[number]> {
  const entries: Readonly<Record<string, GenericSchema>> = Object.fromEntries(
    names.map((name) => [name, nullish(unknown())]),
  );
  return entries as LooseEntries<Names[number]>;
}

type LooseEntries<Name extends string> = { [N in Name]: GenericSchema };

/** Returns the fields but `names`, and in `rollup` those of them that the node gave, as text; it is undefined when there are none. */
export function withRollup<T extends object, Name extends string>(
  raw: T,
  names: readonly Name[],
): Omit<T, Name> & { rollup: Readonly<Record<string, string>> | undefined } {
  const rest = { ...raw } as Record<string, unknown>;
  const rollup: Record<string, string> = {};
  for (const name of names) {
    const value = rest[name];
    delete rest[name];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = String(value);
    rollup[name] = text.length > MAX_ROLLUP_TEXT ? `${text.slice(0, MAX_ROLLUP_TEXT)}…` : text;
  }
  const stated = { ...rest, rollup: Object.keys(rollup).length === 0 ? undefined : rollup };
  return stated as Omit<T, Name> & { rollup: typeof stated.rollup };
}

/** `T`, whose optional fields may also be null or undefined. */
type Loose<T> = { [Key in keyof T]: Partial<Pick<T, Key>> extends Pick<T, Key> ? T[Key] | null | undefined : T[Key] };

/** Returns the object without the fields that are null or undefined. */
export function compact<T extends object>(object: Loose<T>): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined)) as T;
}
