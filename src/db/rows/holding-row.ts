/**
 * Entries of the lists `holdings` (`packed/list-names.ts`): the tokens that a holder has (`WHOLES`), then single items
 * (`ITEMS`).
 */
import { PackedReader, packId, packInteger } from '../packed/packed-text';

export const WHOLES = 'w';
export const ITEMS = 'x';

/** Returns the order of a holding: by the address id of the token, then by the token id for items. */
export function holdingOrder(token: number, tokenId: bigint | undefined): string {
  return tokenId === undefined ? WHOLES + packId(token) : ITEMS + packId(token) + packInteger(tokenId);
}

/**
 * Returns the token (an address id), the token id (undefined for a token as a whole) and the amount; undefined where
 * the entry is damaged.
 */
export function unpackHolding({ order, payload }: { order: string; payload: string }) {
  const reader = new PackedReader(order);
  const part = reader.text(1);
  const token = reader.id();
  const tokenId = part === ITEMS ? reader.bigint() : undefined;
  const amount = new PackedReader(payload).signed();
  if (token === undefined || amount === undefined || (part === ITEMS && tokenId === undefined)) return undefined;
  return { token, tokenId, amount };
}
