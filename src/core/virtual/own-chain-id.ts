/** Chain ids of virtual networks: what is signed for one is worth nothing on any other chain. */

/** Chain id of an empty virtual network, and the first digits of a fork's, before those of its parent. */
const OWN_ID = '7357';

/** Returns a chain id that no network in `taken` has: 7357, of a fork 7357 before the parent's, else with a number behind it. */
export function ownChainId(parent: number | undefined, taken: ReadonlySet<number> = new Set()): number {
  const first = `${OWN_ID}${parent ?? ''}`;
  // A parent whose digits leave no room for more is left out.
  const stem = Number.isSafeInteger(Number(`${first}00`)) ? first : OWN_ID;
  if (!taken.has(Number(stem))) return Number(stem);
  for (let more = 2; ; more++) if (!taken.has(Number(`${stem}${more}`))) return Number(`${stem}${more}`);
}
