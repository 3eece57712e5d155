/** Names that several contracts share are told apart by the end of their addresses: `Pair …f1ef`. */
import type { Address } from '../../chain/primitives';

const TAIL = / …[0-9a-f]{4}(?![0-9a-f])/g;

export function withAddressTail(name: string, address: Address): string {
  return `${name} …${address.slice(-4)}`;
}

/** Returns `text` without the ends of addresses behind the names in it, as a reader types it who searches: `Pair.swap`. */
export function withoutAddressTails(text: string): string {
  return text.replace(TAIL, '');
}
