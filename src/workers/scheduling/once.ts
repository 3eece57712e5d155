/** Calls `make` for the first caller only. Where that fails, as for a part of the app that cannot be loaded, the next caller tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
}
