/** Search parameters of the transaction page: `trace` is the depth id of the selected row, the others belong to one tab each. */
export type TransactionSearch = { [Key in (typeof PARAMETERS)[number]]?: string } & {
  /** Where the debugger stands. */
  step?: number;
};

/** `view` is the form of the summary, `event` and `contract` filter the events, `gas` is the form of the gas profile, `code` says whether the debugger shows instructions. */
const PARAMETERS = ['trace', 'action', 'view', 'event', 'contract', 'gas', 'code'] as const;

/** What of the parameters is of use; others are dropped. */
export function readSearch(search: Record<string, unknown>): TransactionSearch {
  const read: TransactionSearch = {};
  for (const parameter of PARAMETERS) {
    const value = text(search[parameter]);
    if (value !== undefined) read[parameter] = value;
  }
  const step = search.step === undefined ? Number.NaN : Number(search.step);
  if (Number.isSafeInteger(step) && step >= 0) read.step = step;
  return read;
}

/** The router reads `0.2` as a number, though only where the number is written the same: `0.10` stays text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
