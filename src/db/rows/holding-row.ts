/** Entries of the lists `holdings` (`packed/list-names.ts`): what a holder has, tokens as wholes before single items. */
import { PackedReader, packId, packInteger } from '../packed/packed-text';

export const WHOLES = 'w';
export const ITEMS = 'x';

/** Orders what is held by the numbers of tokens, and items by their ids. */
export function holdingOrder(token: number, tokenId: bigint | undefined): string {
  return tokenId === undefined ? WHOLES + packId(token) : ITEMS + packId(token) + packInteger(tokenId);
}

/** What is held, and how much; undefined where the entry is damaged. */
export function unpackHolding({ order, payload }: { order: string; payload: string }) {
  const reader = new PackedReader(order);
  const part = reader.text(1);
  const token = reader.id();
  const tokenId = part === ITEMS ? reader.bigint() : undefined;
  const amount = new PackedReader(payload).signed();
  if (token === undefined || amount === undefined || (part === ITEMS && tokenId === undefined)) return undefined;
  return { token, tokenId, amount };
}
