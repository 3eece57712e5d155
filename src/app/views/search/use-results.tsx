/** What the search finds for a query, in groups: what the text itself names, labels, visits, networks. */
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import { classifyQuery } from '../../../core/chain/parse';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { useNearestNetwork } from '../../network-context';
import { segmentOf } from '../../networks';
import { STATUSES } from '../../ui/Badge';
import { useNetworks, useWiring } from '../../wiring';
import { networkOfHost, parsePasted } from './pasted';
import { type Openers, useOpeners } from './use-openers';
import { useCheckedAddress, useLabels, useVisits } from './use-search-answers';

export type ResultItem = {
  id: string;
  glyph: string;
  label: ReactNode;
  note?: ReactNode;
  run: () => void | Promise<void>;
};
export type ResultGroup = { name: string; items: ResultItem[] };

type Results = { groups: ResultGroup[]; problem?: string };
type Labels = ReturnType<typeof useLabels>;
type Visits = ReturnType<typeof useVisits>;

const WRONG_CHECKSUM =
  'This is no valid address: its capital letters do not fit the checksum (EIP-55). A digit was mistyped or lost.';

/** What the text means on the network of the page, or on that of the pasted link. */
export function useResults(query: string, setWorking: (working: boolean) => void): Results {
  const { config } = useWiring();
  const here = useNearestNetwork();
  const networks = useNetworks() ?? [];
  const pasted = parsePasted(query);
  const network =
    networkOfHost(networks, pasted.host) ?? here?.network ?? networks.find(({ id }) => id === config.defaultNetwork);
  const open = useOpeners(network, setWorking);
  const address = useCheckedAddress(pasted.text);
  const labels = useLabels(query);
  const visits = useVisits();

  const isExplorer = config.variant === 'explorer';
  const segment = network && segmentOf(config, network);
  const segmentFor = (id: number) => (isExplorer ? undefined : networks.find((each) => each.id === id)?.route);
  const wanted = query.trim().toLowerCase();
  const named = namedBy(pasted.text, address, { segment, on: network ? `on ${network.name}` : '', open });
  const groups = [
    ...named.groups,
    {
      name: 'Labels',
      items: labels.map((label) =>
        labelItem(
          label,
          isExplorer ? '' : networkName(networks, label.networkId),
          open.address(
            label.address,
            isExplorer ? undefined : (segmentFor(label.networkId) ?? String(label.networkId)),
          ),
        ),
      ),
    },
    {
      name: 'Recent',
      items: visits
        .filter(({ title, hash }) => `${title} ${hash}`.toLowerCase().includes(wanted))
        .map((visit) => visitItem(visit, open.transaction(visit.hash, segmentFor(visit.networkId) ?? segment))),
    },
  ];
  if (!isExplorer && wanted.length > 1 && classifyQuery(pasted.text).kind !== 'hash')
    groups.push(networkGroup(networks, wanted, open));
  return { ...named, groups };
}

type Place = { segment: string | undefined; on: string; open: Openers };

/** What the text itself names: a hash, a block or an address; or what is wrong with it. */
function namedBy(text: string, address: ReturnType<typeof useCheckedAddress>, { segment, on, open }: Place): Results {
  const classified = classifyQuery(text);
  const one = (name: string, item: ResultItem): Results => ({ groups: [{ name, items: [item] }] });
  switch (classified.kind) {
    case 'hash': {
      const { hash } = classified;
      const note = `${shorten(hash)} ${on}`;
      return one('Hash', { id: hash, glyph: '#', label: 'Open transaction', note, run: open.hash(hash, segment) });
    }
    case 'block': {
      const { number } = classified;
      return one('Blocks', {
        id: `block ${number}`,
        glyph: '▦',
        label: `Block ${formatInteger(number)}`,
        note: on,
        run: open.block(String(number), segment),
      });
    }
    case 'address':
      if (address === undefined) return { groups: [] };
      if (!address.ok) return { groups: [], problem: WRONG_CHECKSUM };
      return one('Addresses', {
        id: address.value,
        glyph: '@',
        label: <span className="mono">{shorten(address.value)}</span>,
        note: on,
        run: open.address(address.value, segment),
      });
    default:
      return /^0x[0-9a-f]*$/i.test(text) && text.length > 3
        ? { groups: [], problem: `0x and ${text.length - 2} hex digits: a hash has 64, an address 40.` }
        : { groups: [] };
  }
}

function labelItem({ networkId, address, name }: Labels[number], network: string, run: ResultItem['run']): ResultItem {
  return {
    id: `label ${networkId} ${address}`,
    glyph: '@',
    label: <bdi>{harmlessText(name, 64)}</bdi>,
    note: (
      <>
        <span className="mono">{shorten(address)}</span> {network}
      </>
    ),
    run,
  };
}

function visitItem({ networkId, hash, title, status }: Visits[number], run: ResultItem['run']): ResultItem {
  return {
    id: `visit ${networkId} ${hash}`,
    glyph: STATUSES[status].glyph,
    label: <bdi>{harmlessText(title, 80)}</bdi>,
    note: <span className="mono">{shorten(hash)}</span>,
    run,
  };
}

function networkGroup(networks: readonly Network[], wanted: string, open: Openers): ResultGroup {
  return {
    name: 'Networks',
    items: networks
      .filter(({ excluded, name, id, route }) => !excluded && `${name} ${id} ${route}`.toLowerCase().includes(wanted))
      .map(({ id, name, route }) => ({
        id: `network ${id}`,
        glyph: '◎',
        label: <bdi>{name}</bdi>,
        note: <span className="mono">{id}</span>,
        run: open.network(route),
      })),
  };
}

function networkName(networks: readonly Network[], id: number): string {
  return harmlessText(networks.find((network) => network.id === id)?.name ?? `Chain ${id}`, 40);
}
