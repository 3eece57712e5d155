/** Fields as a hosted API writes them, bounded: numbers as JSON, decimal or hexadecimal text. */
import {
  check,
  type GenericSchema,
  type InferOutput,
  maxLength,
  nullish,
  number,
  pipe,
  regex,
  safeInteger,
  safeParse,
  string,
  transform,
  union,
  unknown,
} from 'valibot';
import type { NetworkId } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { badAnswer } from '../fetch-json';

const digits = pipe(string(), regex(/^(0x[0-9a-f]{1,64}|\d{1,78})$/i, 'a number was expected'));

/** A whole number of any size, not negative. */
export const amount = union([
  pipe(
    digits,
    transform((text) => BigInt(text)),
  ),
  pipe(
    number(),
    safeInteger('a whole number was expected'),
    check((value) => value >= 0, 'a number from 0 on was expected'),
    transform((value) => BigInt(value)),
  ),
]);

/** An amount below 2^53, as a number. */
export const count = pipe(
  amount,
  check((value) => value <= BigInt(Number.MAX_SAFE_INTEGER), 'a number below 2^53 was expected'),
  transform(Number),
);

export const chainId = pipe(
  count,
  transform((id) => id as NetworkId),
);

/** Text of at most 1,000 characters. */
export const shortText = pipe(string(), maxLength(1_000));

/** Times as ISO text or seconds, to seconds since the epoch; undefined for what is no time. */
export const time = pipe(
  nullish(union([string(), number()])),
  transform((value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
    const at = Date.parse(value ?? '');
    return Number.isNaN(at) ? undefined : Math.floor(at / 1_000);
  }),
);

/** Returns the schema of an object that is no list, which the library's own check lets pass. */
export function plain<Schema extends GenericSchema>(schema: Schema) {
  return pipe(
    unknown(),
    check((value) => !Array.isArray(value), 'an object was expected'),
    schema,
  );
}

/** Reads `value` as `schema` reads it, or returns a failure of the host `name`. */
export function readAs<Schema extends GenericSchema>(
  schema: Schema,
  value: unknown,
  name: string,
): Result<InferOutput<Schema>, Failure> {
  const parsed = safeParse(schema, value, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : fail(badAnswer(name, parsed.issues[0].message));
}
