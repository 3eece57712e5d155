/** What a table of units may hold: apart from the tables, because every start of the app reads the reader's choice. */

/** Units by method. A key that ends in `*` stands for all methods with that beginning; the longest that fits counts. */
export type Weights = Readonly<Record<string, number>>;

/** Units of a call at most. */
export const MAX_WEIGHT = 1_000_000;

export const ONE_PER_CALL: Weights = { '*': 1 };
