/** A bound on how many things happen at once; waiters go in the order they came. */
export type Slots = {
  /** Resolves when there is room, with the function that gives the room back (once). */
  take(): Promise<() => void>;
};

export function createSlots(size: number): Slots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async take() {
      if (taken >= size) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const next = waiting.shift();
        // The room passes on directly, so that nobody else takes it in between.
        if (next) next();
        else taken -= 1;
      };
    },
  };
}
