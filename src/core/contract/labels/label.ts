/** Labels: names the reader gives to addresses. */
import type { Address, NetworkId } from '../../chain/primitives';

export type Label = { networkId: NetworkId; address: Address; name: string };

/** UTF-16 units of a label. */
export const MAX_LABEL_LENGTH = 64;

/** Returns `text` as a label: blanks at the ends and runs of them left out. '' when there is nothing in it. */
export function labelOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
