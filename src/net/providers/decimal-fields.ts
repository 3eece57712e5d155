/** Numbers as explorers write them: decimal, mostly as text. */
import { number, pipe, regex, string, transform, union } from 'valibot';

const decimal = pipe(string(), regex(/^\d{1,78}$/, 'a decimal number was expected'));

export const amount = pipe(
  decimal,
  transform((text) => BigInt(text)),
);

export const wholeNumber = pipe(union([number(), pipe(decimal, transform(Number))]), transform(Math.trunc));
