/**
 * What routes parse their search parameters with. A value that makes no sense
 * is read as an absent one, so every address gives a page.
 *
 * Such a value is set to undefined and not left out: the router puts what a
 * route parses over what the address says, and what is left out stays as it
 * was written.
 */
import * as v from 'valibot';

/** An optional parameter; `undefined` where the address has something else than `schema` takes. */
export function parameter<Value extends v.GenericSchema>(schema: Value) {
  return v.fallback(v.optional(schema), undefined);
}

/** Text of any kind. The router reads numbers and booleans where they are written as such: `0.2`, though not `0.10`. */
export const text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

/** A whole number from `first` on. */
export function wholeNumber(first: number) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(first));
}

/** Where a list that is read page by page stands: cursors of the pages after the first, and rows per page. */
export const listPlace = { after: parameter(text), rows: parameter(text) };

/** What of an address's assets is shown, and which page of it. `hideZero`: 0 or false shows tokens of which it has none. */
export const assetsSearch = v.object({
  search: parameter(text),
  page: parameter(wholeNumber(1)),
  perPage: parameter(wholeNumber(1)),
  groupBy: parameter(text),
  hideZero: parameter(v.pipe(v.union([v.boolean(), v.number()]), v.transform(Number))),
});

/** The place of a list, and the filters of a list of transactions. */
export const listSearch = {
  ...listPlace,
  status: parameter(text),
  direction: parameter(text),
  function: parameter(text),
  time: parameter(text),
};
