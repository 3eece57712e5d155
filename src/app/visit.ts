/**
 * What modules of the page remember from one page to the next, such as the network or the lists that were shown last.
 * Each such value belongs to a visit, which begins when the app is loaded.
 */
const forgetting: (() => void)[] = [];

/** Returns a function that returns the value of this visit, made when it is first asked for. */
export function ofVisit<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  forgetting.push(() => {
    made = undefined;
  });
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Begins a visit: modules remember nothing of the one before. The app is loaded anew instead. @internal */
export function beginVisit(): void {
  for (const forget of forgetting) forget();
}
