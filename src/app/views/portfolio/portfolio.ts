/** What an address has on several networks, as a list: filtered, grouped, summed. Pure. */
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { formatUnits } from '../../../core/format/amounts';
import { harmlessText } from '../../../core/text/harmless';
import { markedSymbol } from '../../../core/text/look-alike';
import type { KeptListedToken } from '../../../core/tokens/listed-names';
import type { TokenSummary } from '../../../core/tokens/token-summary';

export type Asset = {
  network: Network;
  /** native: the network's own currency. */
  token: Address | 'native';
  summary: Pick<TokenSummary, 'symbol' | 'name' | 'decimals'> | undefined;
  /** The token's entry in a token list of the reader; `summary` has what the contract leaves open. */
  listed?: KeptListedToken | undefined;
  /** Whether symbol or name come from the list, because the contract does not state them. */
  isNamedByList?: boolean;
  /** Balance in the smallest unit; undefined where neither index nor endpoint knows it whole. */
  amount: bigint | undefined;
  /** Sum of the indexed transfers, where the contract states another balance. */
  sum?: bigint | undefined;
  /** Where `amount` comes from. */
  origin: 'index' | 'endpoint' | undefined;
  /** Dollars of one unit. */
  price: number | undefined;
};

export const GROUPINGS = ['none', 'token', 'network'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type AssetGroup = {
  key: string;
  label: string;
  assets: readonly Asset[];
  /** Dollars of those whose value is known. */
  value: number;
  /** The value of at least one is not known. */
  hasUnknown: boolean;
};

/** Returns the decimals of an asset; undefined of a token that does not say. */
export function decimalsOf({ token, summary, network }: Asset): number | undefined {
  return summary?.decimals ?? (token === 'native' ? network.nativeCurrency.decimals : undefined);
}

/** Returns the value in dollars; undefined where price or amount are not known. */
export function dollarsOf(asset: Asset): number | undefined {
  if (asset.amount === 0n) return 0;
  if (asset.price === undefined || asset.amount === undefined) return undefined;
  const decimals = decimalsOf(asset);
  return decimals === undefined ? undefined : Number(formatUnits(asset.amount, decimals)) * asset.price;
}

/** Returns the percentage of `total` dollars; undefined where the value is not known. */
export function shareOf(asset: Asset, total: number): number | undefined {
  const value = dollarsOf(asset);
  return value === undefined || total <= 0 ? undefined : (value / total) * 100;
}

export function totalOf(assets: readonly Asset[]): number {
  return assets.reduce((sum, asset) => sum + (dollarsOf(asset) ?? 0), 0);
}

/** Returns the assets that a search finds by name, symbol or address, whatever the case, largest value first, those without one by name. */
export function chooseAssets(
  assets: readonly Asset[],
  { search, hideZero }: { search: string; hideZero: boolean },
): readonly Asset[] {
  const wanted = search.trim().toLowerCase();
  return assets
    .filter(({ amount }) => !hideZero || amount !== 0n)
    .filter(
      ({ summary, token }) =>
        wanted === '' || [summary?.name, summary?.symbol, token].some((text) => text?.toLowerCase().includes(wanted)),
    )
    .toSorted(
      (a, b) =>
        (dollarsOf(b) ?? -1) - (dollarsOf(a) ?? -1) ||
        labelOf(a).localeCompare(labelOf(b)) ||
        a.network.id - b.network.id ||
        a.token.localeCompare(b.token),
    );
}

/** Groups assets, in the order of their first one. Returns one group without a label where they are not grouped. */
export function groupAssets(assets: readonly Asset[], by: Grouping): readonly AssetGroup[] {
  const groups = new Map<string, Asset[]>();
  for (const asset of assets) {
    const key = keyOf(asset, by);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [asset]);
    else group.push(asset);
  }
  return [...groups].map(([key, members]) => ({
    key,
    label:
      members[0] === undefined || by === 'none' ? '' : by === 'network' ? members[0].network.name : labelOf(members[0]),
    assets: members,
    value: totalOf(members),
    hasUnknown: members.some((asset) => dollarsOf(asset) === undefined),
  }));
}

/** Returns the name of a token, made harmless: its maker chose the words. */
export function labelOf({ summary }: Pick<Asset, 'summary'>): string {
  const symbol = summary?.symbol && markedSymbol(summary.symbol);
  return harmlessText(symbol ?? summary?.name ?? 'Unknown token', 24);
}

function keyOf(asset: Asset, by: Grouping): string {
  switch (by) {
    case 'none':
      return '';
    case 'network':
      return String(asset.network.id);
    case 'token':
      // Tokens without a symbol have nothing in common.
      return asset.summary?.symbol?.toLowerCase() ?? `${asset.network.id} ${asset.token}`;
  }
}

/** Returns the page that is shown: the first, where there is none of that number any more. */
export function pageWithin(page: number, rows: number, perPage: number): number {
  return page <= Math.max(1, Math.ceil(rows / perPage)) ? page : 1;
}
