/** What the search finds for a query, in groups: what the text itself names, labels, visits, networks. */
import { ADDRESS_PROBLEMS } from '../../../core/chain/address-shape';
import { hasEns, looksLikeName } from '../../../core/chain/ens-networks';
import type { Network } from '../../../core/chain/network';
import { classifyQuery } from '../../../core/chain/parse';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { RuntimeConfig } from '../../../core/config/runtime-config';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { type Project, type ProjectAccount, projectId } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import { bestMatches } from '../../../core/text/match-words';
import { useHead } from '../../chain-head';
import { useNearestNetwork } from '../../network-context';
import { segmentOf } from '../../networks';
import { STATUSES } from '../../ui/Badge';
import { type Names, useNames } from '../../use-names';
import { useNetworks, useWiring } from '../../wiring';
import { TokenLogo } from '../tokens/TokenLogo';
import { blockInQuery, problemOfHex } from './block-in-query';
import { hostGroups } from './host-results';
import { networkOfLink, parsePasted } from './pasted';
import type { ResultGroup, ResultItem } from './result-group';
import { type HostSearch, useHostSearch } from './use-host-search';
import { type OpenedPage, type Openers, useOpeners } from './use-openers';
import {
  type Named,
  NOTHING,
  useAddressVisits,
  useCheckedAddress,
  useInProjects,
  useLabels,
  useNamed,
  useVisits,
} from './use-search-answers';

type Results = { groups: ResultGroup[]; problem?: string };
/** `isSearching`: names are being looked for, so more may come. */
type AllResults = Results & { host: HostSearch; isSearching: boolean };
type Token = Named['tokens'][number] | Named['listed'][number];
type Visits = ReturnType<typeof useVisits>;
type AddressVisits = ReturnType<typeof useAddressVisits>;

/** Returns the results for the text on the network of the page, or on that of the pasted link. */
export function useResults(
  query: string,
  setWorking: (working: boolean) => void,
  opened: OpenedPage = 'wallet',
): AllResults {
  const { config } = useWiring();
  const here = useNearestNetwork();
  const networks = useNetworks() ?? [];
  const pasted = parsePasted(query);
  const network =
    networks.find(({ id }) => id === pasted.networkId) ??
    networkOfLink(networks, pasted, location.host) ??
    here?.network ??
    networks.find(({ id }) => id === config.defaultNetwork);
  const open = useOpeners(network, query, setWorking, opened);
  // The header follows the head of the page's network; that of another one is not asked for.
  const head = useHead(network?.id === here?.network.id ? network?.id : undefined);
  const address = useCheckedAddress(pasted.text);
  const labels = useLabels(query);
  const found = useInProjects(query);
  const visits = useVisits();
  const openedAddresses = useAddressVisits();
  const host = useHostSearch(pasted.text);
  const kept = useNamed(pasted.text, searchedNetworks(config, networks, network));
  const named = kept ?? NOTHING;

  const isExplorer = config.variant === 'explorer';
  const ensNetwork = [network, ...(isExplorer ? [] : networks)].find((each) => each && hasEns(each.id));
  const only = isExplorer ? config.explorer?.networkId : undefined;
  const segment = network && segmentOf(config, network);
  const segmentFor = (id: number) => (isExplorer ? undefined : networks.find((each) => each.id === id)?.route);
  const openAddress = (address: Address, id: NetworkId) =>
    open.address(address, isExplorer ? undefined : (segmentFor(id) ?? String(id)));
  const onNetwork = (id: NetworkId) => (isExplorer ? '' : networkName(networks, id));
  const wanted = query.trim().toLowerCase();
  const names = useNames(network?.id ?? config.defaultNetwork, [address?.ok ? address.value : undefined]);
  const direct = namedBy(pasted.text, address, {
    names,
    segment,
    on: network ? `on ${network.name}` : '',
    head: head?.ok ? head.value.blockNumber : undefined,
    open,
  });
  const projectAccounts = (type: ProjectAccount['type']) =>
    found.accounts
      .filter(({ account }) => account.type === type)
      .map(({ account: { networkId, address }, project, label }) =>
        addressItem(
          `project ${project.uid} ${networkId}`,
          { address, name: label, on: `in ${harmlessText(project.name, 40)}` },
          openAddress(address, networkId),
        ),
      );
  const groups: ResultGroup[] = [
    ...direct.groups,
    { name: 'ENS', items: ensItems(pasted.text, ensNetwork, ensNetwork && segmentOf(config, ensNetwork), open) },
    { name: 'Projects', items: found.projects.map((project) => projectItem(project, open.project(project))) },
    { name: 'Project contracts', hasAddresses: true, items: projectAccounts('contract') },
    { name: 'Project wallets', hasAddresses: true, items: projectAccounts('wallet') },
    {
      name: 'Labels',
      hasAddresses: true,
      items: labels.map(({ networkId, address, name }) =>
        addressItem('label', { address, name, on: onNetwork(networkId) }, openAddress(address, networkId)),
      ),
    },
    {
      name: 'Tokens',
      hasAddresses: true,
      items: [...named.tokens, ...named.listed].map((token) =>
        tokenItem(token, onNetwork(token.networkId), openAddress(token.address, token.networkId)),
      ),
    },
    {
      name: 'Contracts',
      hasAddresses: true,
      items: named.contracts.map(({ networkId, address, name }) =>
        addressItem(
          'contract',
          { address, name: name?.text ?? '', on: onNetwork(networkId) },
          openAddress(address, networkId),
        ),
      ),
    },
    {
      name: 'Recent',
      items: matching(visits, query, ({ title, hash }) => `${title} ${hash}`).map((visit) =>
        visitItem(visit, open.transaction(visit.hash, segmentFor(visit.networkId) ?? segment)),
      ),
    },
    {
      name: 'Recent addresses',
      hasAddresses: true,
      items: openedBefore(openedAddresses, query, only).map(({ networkId, address, name }) =>
        addressItem('opened', { address, name, on: onNetwork(networkId) }, openAddress(address, networkId)),
      ),
    },
  ];
  groups.push(
    ...hostGroups(isExplorer ? host.found.filter(({ networkId }) => (networkId ?? only) === only) : host.found, {
      open,
      host: config.hostedApi?.name ?? '',
      segmentFor: (id) => (id === undefined ? segment : isExplorer ? undefined : (segmentFor(id) ?? String(id))),
      nameOf: (id) => onNetwork(id ?? network?.id ?? config.defaultNetwork),
    }),
  );
  if (!isExplorer && wanted.length > 1 && classifyQuery(pasted.text).kind !== 'hash')
    groups.push(networkGroup(networks, query, open));
  return { ...direct, groups, host, isSearching: kept === undefined };
}

/** The networks whose names are searched, that of the query first; in the explorer variant its one. */
function searchedNetworks(
  config: RuntimeConfig,
  networks: readonly Network[],
  network: Network | undefined,
): readonly NetworkId[] {
  if (config.variant === 'explorer') return config.explorer === undefined ? [] : [config.explorer.networkId];
  const ids = networks.filter(({ excluded }) => !excluded).map(({ id }) => id);
  return network === undefined ? ids : [network.id, ...ids.filter((id) => id !== network.id)];
}

function openedBefore(visits: AddressVisits, query: string, only: NetworkId | undefined): AddressVisits {
  return matching(
    visits.filter(({ networkId }) => only === undefined || networkId === only),
    query,
    ({ name, address }) => `${name} ${address}`,
  );
}

/** All where nothing is typed. */
function matching<T>(items: readonly T[], query: string, textOf: (item: T) => string): readonly T[] {
  return query.trim() === '' ? items : bestMatches(items, query, textOf);
}

/** Looks a name up once it is chosen: what is typed stays here. */
function ensItems(
  text: string,
  network: Network | undefined,
  segment: string | undefined,
  open: Openers,
): ResultItem[] {
  if (network === undefined || !looksLikeName(text)) return [];
  return [
    {
      id: `ens ${text}`,
      glyph: '@',
      label: `Look up ${harmlessText(text, 60)}`,
      note: `on ${network.name}`,
      run: open.ensName(text, network, segment),
    },
  ];
}

type Place = { names: Names; segment: string | undefined; on: string; head: number | undefined; open: Openers };

/** What the text itself names: a hash, a block or an address; or what is wrong with it. */
function namedBy(
  text: string,
  address: ReturnType<typeof useCheckedAddress>,
  { names, segment, on, head, open }: Place,
): Results {
  const classified = classifyQuery(text);
  const one = (name: string, item: ResultItem): Results => ({
    groups: [{ name, items: [item], ...(name === 'Addresses' && { hasAddresses: true as const }) }],
  });
  switch (classified.kind) {
    case 'hash': {
      const { hash } = classified;
      const note = `${shorten(hash)} ${on}`;
      return one('Hash', { id: hash, glyph: '#', label: 'Open transaction', note, run: open.hash(hash, segment) });
    }
    case 'block': {
      const { number } = classified;
      const block = blockInQuery(text, number, head);
      if (block.is === 'none') return { groups: [], problem: block.problem };
      return one('Blocks', {
        id: `block ${number}`,
        glyph: '▦',
        label: `Block ${formatInteger(number)}`,
        note: block.isSure ? on : `if there is one ${on}`,
        run: open.block(String(number), segment),
      });
    }
    case 'address':
      if (address === undefined) return { groups: [] };
      if (!address.ok) return { groups: [], problem: ADDRESS_PROBLEMS.checksum };
      return one(
        'Addresses',
        addressItem(
          'typed',
          { address: address.value, name: names[address.value]?.text ?? '', on },
          open.address(address.value, segment),
        ),
      );
    default: {
      const problem = problemOfHex(text);
      return { groups: [], ...(problem !== undefined && { problem }) };
    }
  }
}

type NamedAddress = { address: Address; name: string; on: string };

/** `kind` tells apart the rows of several groups with one address. */
function addressItem(kind: string, { address, name, on }: NamedAddress, run: ResultItem['run']): ResultItem {
  return {
    id: `${kind} ${on} ${address}`,
    glyph: '@',
    label: name === '' ? <span className="mono">{shorten(address)}</span> : <bdi>{harmlessText(name, 64)}</bdi>,
    note: (
      <>
        {name !== '' && <span className="mono">{shorten(address)}</span>} {on}
      </>
    ),
    run,
  };
}

function tokenItem(token: Token, on: string, run: ResultItem['run']): ResultItem {
  const { address, symbol, name } = token;
  return {
    id: `token ${on} ${address}`,
    glyph:
      'list' in token && token.logo !== undefined ? <TokenLogo address={address} logo={token.logo} size={14} /> : '◇',
    label: (
      <>
        <bdi>{harmlessText(symbol ?? name ?? shorten(address), 40)}</bdi>
        {symbol !== undefined && name !== undefined && name !== symbol && (
          <bdi className="text-muted"> {harmlessText(name, 40)}</bdi>
        )}
      </>
    ),
    note: (
      <>
        {'list' in token ? `by the list “${harmlessText(token.list, 40)}”` : token.standard}{' '}
        <span className="mono">{shorten(address)}</span> {on}
      </>
    ),
    run,
  };
}

function projectItem(project: Project, run: ResultItem['run']): ResultItem {
  return {
    id: `project ${project.uid}`,
    glyph: '▣',
    label: <bdi>{harmlessText(project.name, 60)}</bdi>,
    note: <span className="mono">{projectId(project)}</span>,
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

function networkGroup(networks: readonly Network[], query: string, open: Openers): ResultGroup {
  const offered = networks.filter(({ excluded }) => !excluded);
  return {
    name: 'Networks',
    items: bestMatches(offered, query, ({ name, id, route }) => `${name} ${id} ${route}`).map(
      ({ id, name, route }) => ({
        id: `network ${id}`,
        glyph: '◎',
        label: <bdi>{name}</bdi>,
        note: <span className="mono">{id}</span>,
        run: open.network(route),
      }),
    ),
  };
}

function networkName(networks: readonly Network[], id: number): string {
  return harmlessText(networks.find((network) => network.id === id)?.name ?? `Chain ${id}`, 40);
}
