/**
 * What routes parse their search parameters with. A value that makes no sense
 * is read as an absent one, so every address gives a page.
 *
 * Such a value is set to undefined and not left out: the router puts what a
 * route parses over what the address says, and what is left out stays as it
 * was written.
 */

/** Reads one parameter; undefined where the address has something that makes no sense. */
type Parameter<T> = (written: unknown) => T | undefined;

type Values<P> = { [K in keyof P]?: P[K] extends Parameter<infer T> ? T | undefined : never };

/** Reads the parameters of a route from what the address says: for `validateSearch`. */
export function searchOf<P extends Readonly<Record<string, Parameter<unknown>>>>(parameters: P) {
  return (written: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(parameters)
        .filter(([name]) => name in written)
        .map(([name, read]) => [name, read(written[name])]),
    ) as Values<P>;
}

/** Returns text of any kind. The router reads numbers and booleans where they are written as such: `0.2`, though not `0.10`. */
export function text(written: unknown): string | undefined {
  return typeof written === 'object' || written === undefined ? undefined : String(written);
}

/** Returns a whole number from `first` on. */
export function wholeNumber(first: number): Parameter<number> {
  return (written) => (Number.isSafeInteger(written) && Number(written) >= first ? Number(written) : undefined);
}

/** Returns one of `values`. */
export function oneOf<const T>(...values: readonly T[]): Parameter<T> {
  return (written) => values.find((value) => value === written);
}

/** Where a list that is read page by page stands: cursors of the pages after the first, and rows per page. */
export const listPlace = { after: text, rows: text };

/** What of an address's assets is shown, and which page of it. `hideZero`: 0 or false shows tokens of which it has none. */
export const assetsSearch = searchOf({
  search: text,
  page: wholeNumber(1),
  perPage: wholeNumber(1),
  groupBy: text,
  hideZero: (written) => (typeof written === 'boolean' || typeof written === 'number' ? Number(written) : undefined),
});

/** The place of a list, and the filters of a list of transfers. */
export const transferSearch = { ...listPlace, amount: text, direction: text, token: text, time: text };

/** The place of a list, and the filters of lists of transactions and of transfers. */
export const listSearch = { ...transferSearch, status: text, function: text };
