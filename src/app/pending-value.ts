/**
 * A value of the address while it is being changed.
 *
 * The address is written some time after the reader rests, and the router takes
 * a while to take it over. Until then the value is pending: it is shown in place
 * of the one in the address, as long as the address says what it said when the
 * value was set, or what was written since. Any other change of the address, by
 * a link or by going back, is newer and wins.
 */
export type PendingValue<T> = {
  value: T;
  /** Values that the address may have while `value` is pending. */
  during: readonly T[];
};

/** The value is set while the address says `url`. */
export function setPending<T>(pending: PendingValue<T> | undefined, url: T, value: T): PendingValue<T> {
  return { value, during: pending === undefined ? [url] : [...pending.during, url] };
}

/** The value is on its way into the address. */
export function writePending<T>(pending: PendingValue<T>): PendingValue<T> {
  return { ...pending, during: [...pending.during, pending.value] };
}

/** Returns the value that stays pending once the address says `url`. */
export function settlePending<T>(pending: PendingValue<T> | undefined, url: T): PendingValue<T> | undefined {
  if (pending === undefined || pending.value === url || !pending.during.includes(url)) return undefined;
  return pending;
}
