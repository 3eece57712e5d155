/** Assets in words: amounts with their unit, tokens with the best that is known of them. */

import type { NativeCurrency } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { isCounted } from '../../../core/chain/token-standard';
import { type Amount, formatNative } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { formatToken } from '../../../core/format/token-amounts';
import { harmlessText } from '../../../core/text/harmless';
import { symbolText } from '../../../core/text/symbol';
import { shortTokenId } from '../../../core/tokens/token-id';
import type { TokenView, Transfers } from '../../../workers/trace/views.api';

/** Said where `isUnknown` is true of a token that moved. */
export const UNKNOWN = 'There are unknown tokens transferred so the balance change might not be precise.';
/** Said below all amounts of tokens. */
export const TOLD =
  'Each token states its own symbol and decimals: no check of the execution covers them. Amounts go by its events, or by balances read beside them.';

/** UTF-16 units of a symbol and of a name. */
const SYMBOL = 12;
const NAME = 24;

type Asset = { standard: TokenView['standard']; token?: Address; tokenId?: bigint; amount: bigint };
export type Tokens = ReadonlyMap<Address, TokenView>;

/** Returns an amount without its sign: `1.5 ETH`, `12.0 ALP`, `POST #7`, `3 × BREAD #2`, `1.25 GOLD #7` where the item has decimals. */
export function assetText(asset: Asset, tokens: Tokens, currency: NativeCurrency): Amount {
  const { standard, token, tokenId } = asset;
  const amount = asset.amount < 0n ? -asset.amount : asset.amount;
  if (standard === 'native') return formatNative(amount, currency);
  const known = token === undefined ? undefined : tokens.get(token);
  const unit = tokenText(known, standard);
  if (standard === 'ERC-20') return formatToken(amount, known?.decimals, unit);
  const id = tokenId === undefined ? '' : ` #${tokenId}`;
  const short = tokenId === undefined ? '' : ` #${shortTokenId(tokenId)}`;
  const item = known?.items?.find((each) => each.tokenId === tokenId);
  const own = item?.symbol ? symbolText(item.symbol, SYMBOL) : unit;
  if (item?.decimals) {
    const inUnits = formatToken(amount, item.decimals, own);
    return { text: `${inUnits.text}${short}`, exact: `${inUnits.exact}${id}` };
  }
  const times = isCounted(standard) ? `${formatInteger(amount)} × ` : '';
  return { text: `${times}${own}${short}`, exact: `${times}${own}${id}` };
}

/** Says which tokens' balances changed otherwise than their events say. */
export function heldNote({ changes, tokens }: Transfers): string {
  const others = new Set(
    changes.flatMap(({ held, token }) => (held === undefined || token === undefined ? [] : [token])),
  );
  const named = tokens.filter(({ address }) => others.has(address)).map((token) => tokenText(token, token.standard));
  return `Balances of ${named.join(', ')} changed otherwise than the events say: a fee, a rebase, or false events. Changes go by the balances, transfers by the events.`;
}

/** Returns the symbol, otherwise the name, otherwise the word for an unknown token. */
export function tokenText(token: TokenView | undefined, standard: TokenView['standard']): string {
  if (token?.symbol !== undefined) return symbolText(token.symbol, SYMBOL);
  return token?.name === undefined ? `Unknown ${standard} token` : harmlessText(token.name.text, NAME);
}

/** Returns whether so little is known of a token that its amounts may be read wrongly. */
export function isUnknown({ standard, symbol, name, decimals, items = [] }: TokenView): boolean {
  if (standard === 'ERC-20') return symbol === undefined || decimals === undefined;
  const areItemsKnown = items.length > 0 && items.every((item) => item.symbol !== undefined);
  return symbol === undefined && name === undefined && !areItemsKnown;
}

/** Returns the title of what moved, and what qualifies it. */
export function movedTitle({ undone, unsure }: Pick<Transfers, 'undone' | 'unsure'>): {
  title: string;
  aside?: string;
} {
  if (unsure) return { title: 'Asset changes', aside: 'if the transaction succeeded, which is not known' };
  return undone ? { title: 'Would have moved', aside: 'but the transaction failed' } : { title: 'Asset changes' };
}
