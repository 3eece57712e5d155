import { withoutAddressTails } from '../contract/labels/address-tail';
import type { Flame, FlameNames } from './flame';

export type FlameSearch = {
  /** For each name, 1 where it matches. */
  matches: Uint8Array;
  frames: number;
  /** Gas of all matching frames; one within another counts once. */
  gas: number;
};

/**
 * Returns the frames of which a name contains `needle`, which is in lower case, with or without the end of the address
 * behind a contract's name. Linear.
 */
export function searchFlame(
  flame: Flame,
  { names, otherNames = [], ofFrame }: FlameNames,
  needle: string,
): FlameSearch {
  const matches = Uint8Array.from(names, (name, at) =>
    isFound(name.toLowerCase(), needle) || isFound(otherNames[at]?.toLowerCase() ?? '', needle) ? 1 : 0,
  );
  let frames = 0;
  let gas = 0;
  /** Frames before this one lie in one that counts already. */
  let counted = 0;
  for (let frame = 0; frame < flame.length; frame++) {
    if (matches[ofFrame[frame]] === 0) continue;
    frames++;
    if (frame < counted) continue;
    gas += flame.end[frame] - flame.start[frame];
    counted = flame.subtreeEnd[frame];
  }
  return { matches, frames, gas };
}

function isFound(name: string, needle: string): boolean {
  return name.includes(needle) || withoutAddressTails(name).includes(needle);
}
