/** Ids of items in addresses and lists. */
import { truncate } from '../format/shorten';

/** Digits from which on a token id is cut. */
const LONG_ID = 22;
const MAX_ID = 2n ** 256n;

/** Returns the id in decimal digits, cut where it is long. */
export function shortTokenId(id: bigint): string {
  const text = id.toString();
  return text.length < LONG_ID ? text : truncate(text, 10);
}

/** Parses the id that an address names, in decimal digits or as hex with 0x; undefined for anything else. */
export function parseTokenId(text: string): bigint | undefined {
  if (!/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text)) return undefined;
  const id = BigInt(text);
  return id < MAX_ID ? id : undefined;
}
