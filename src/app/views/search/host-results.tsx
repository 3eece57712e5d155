/** Results of a hosted API as groups of the search. What leads nowhere here is left out. */
import { isAddressShaped } from '../../../core/chain/address-shape';
import { parseBlockNumber, parseHash } from '../../../core/chain/parse';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import type { HostedFound, SearchGroup } from '../../../core/hosted/found';
import { harmlessText } from '../../../core/text/harmless';
import type { ResultGroup, ResultItem } from './result-group';
import type { Openers } from './use-openers';

/** Groups that come to the same in the dialog are one. */
const GROUP_NAMES: Partial<Record<SearchGroup, string>> = {
  blocks: 'Blocks',
  contracts: 'Project contracts',
  public_contracts: 'Public contracts',
  wallets: 'Project wallets',
  public_wallets: 'Public wallets',
  tokens: 'Tokens',
  transactions: 'Transactions',
  instant_transaction: 'Transactions',
  public_transactions: 'Public transactions',
  project_transactions: 'Project transactions',
};

type Place = {
  open: Openers;
  /** The host, as the reader knows it. */
  host: string;
  /** First segment of the pages of a network; undefined for that of the page. */
  segmentFor: (id: NetworkId | undefined) => string | undefined;
  nameOf: (id: NetworkId | undefined) => string;
};

/** Returns the groups of a host's results, named after the host, which tells them from what this browser knows. */
export function hostGroups(found: readonly HostedFound[], place: Place): ResultGroup[] {
  const groups = new Map<string, ResultItem[]>();
  for (const one of found) {
    const group = GROUP_NAMES[one.group];
    const item = group === undefined ? undefined : itemOf(one, place);
    if (group === undefined || item === undefined) continue;
    const name = `${group}, ${place.host}`;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].map(([name, items]) => ({ name, items }));
}

function itemOf({ group, value, name, networkId }: HostedFound, place: Place): ResultItem | undefined {
  const segment = place.segmentFor(networkId);
  const common = {
    id: `host ${group} ${networkId ?? ''} ${value}`,
    note: (
      <>
        {name !== '' && <span className="mono">{shorten(value)}</span>} {place.nameOf(networkId)}
      </>
    ),
    label: name === '' ? <span className="mono">{shorten(value)}</span> : <bdi>{harmlessText(name, 64)}</bdi>,
  };
  const hash = parseHash(value);
  if (hash !== undefined) return { ...common, glyph: '#', run: place.open.transaction(hash, segment) };
  if (isAddressShaped(value)) {
    return { ...common, glyph: '@', run: place.open.address(value.toLowerCase() as Address, segment) };
  }
  const block = parseBlockNumber(value);
  return block === undefined ? undefined : { ...common, glyph: '▦', run: place.open.block(String(block), segment) };
}
