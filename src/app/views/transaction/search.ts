/** Search parameters of the transaction page (spec §2): `trace` is the depth id of the selected row. */
export type TransactionSearch = { trace?: string; action?: string };

/** What of the parameters is of use; others are dropped. */
export function readSearch(search: Record<string, unknown>): TransactionSearch {
  const trace = text(search.trace);
  const action = text(search.action);
  return { ...(trace !== undefined && { trace }), ...(action !== undefined && { action }) };
}

/** The router reads `0.2` as a number, though only where the number is written the same: `0.10` stays text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
