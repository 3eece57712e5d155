/** An immutable as the reader knows it. */
export type Immutable = { contract: string; name: string; type: string };

/** Tells the immutables of a compilation apart, and finds one again in another. */
export function immutableKey({ contract, name, type }: Immutable): string {
  return `${contract}.${name} ${type}`;
}
