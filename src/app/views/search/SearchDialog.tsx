import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useEffect, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { classifyQuery, MIN_QUERY_LENGTH } from '../../../core/chain/parse';
import type { Address, Hash } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { findLabels } from '../../../db/labels';
import type { LabelRow } from '../../../db/rows/label-row';
import type { VisitRow } from '../../../db/rows/visit-row';
import { readVisits } from '../../../db/transaction-visits';
import { useNearestNetwork } from '../../network-context';
import { segmentOf } from '../../networks';
import { setTheme, THEMES } from '../../theme';
import { STATUSES } from '../../ui/Badge';
import { DialogLayer } from '../../ui/layers/DialogLayer';
import { Spinner } from '../../ui/Spinner';
import { newJobId } from '../../use-question';
import { useAbiApi, useNetworks, useWiring } from '../../wiring';
import { networkOfHost, parsePasted } from './pasted';
import { closeSearch } from './state';

const GROUP = 3; // items of a group before 'View All' (spec §2)
const RECENT = 50;
const LABELS = 50;

type Item = { id: string; glyph: string; label: ReactNode; note?: ReactNode; run: () => void | Promise<void> };

/** Search and commands. Nothing is asked of an endpoint before something is chosen. */
export function SearchDialog() {
  const [query, setQuery] = useState('');
  const [all, setAll] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState(false);
  const found = useFound(query, setWorking);
  const commands = useCommands(query);
  const groups = [...found.groups, ...commands].filter(({ items }) => items.length > 0);
  return (
    <DialogLayer title="Search" bare onClose={closeSearch} width="m">
      <Command shouldFilter={false} loop label="Search" className="flex max-h-[min(560px,76vh)] flex-col">
        <div className="flex items-center gap-2 border-line border-b px-4">
          <Command.Input
            autoFocus
            value={query}
            onValueChange={(text) => {
              setQuery(text);
              setAll(new Set());
            }}
            placeholder="Transaction or block hash, address, block number, network…"
            className="h-12 min-w-0 flex-1 bg-transparent text-l outline-none"
          />
          {working && <Spinner label="Looking it up" />}
        </div>
        <Command.List className="min-h-0 flex-1 overflow-auto p-1.5">
          {found.problem !== undefined && (
            <p role="alert" className="px-2.5 py-2 text-failure">
              {found.problem}
            </p>
          )}
          {groups.length === 0 && found.problem === undefined && <Hint query={query} />}
          {groups.map(({ name, items }) => (
            <Command.Group
              key={name}
              heading={name}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-s"
            >
              {(all.has(name) ? items : items.slice(0, GROUP)).map((item) => (
                <Row key={item.id} item={item} />
              ))}
              {!all.has(name) && items.length > GROUP && (
                <Row
                  item={{
                    id: `all ${name}`,
                    glyph: '…',
                    label: <span className="text-accent">View All</span>,
                    note: items.length,
                    run: () => setAll(new Set([...all, name])),
                  }}
                />
              )}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </DialogLayer>
  );
}

function Row({ item }: { item: Item }) {
  return (
    <Command.Item
      value={item.id}
      onSelect={() => void item.run()}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-m px-2.5 py-1 data-[selected=true]:bg-accent-soft"
    >
      <span aria-hidden className="w-4 shrink-0 text-center text-muted">
        {item.glyph}
      </span>
      <span className="min-w-0 truncate">{item.label}</span>
      {item.note !== undefined && <span className="ml-auto shrink-0 pl-3 text-muted text-s">{item.note}</span>}
    </Command.Item>
  );
}

function Hint({ query }: { query: string }) {
  const short = query.trim().length < MIN_QUERY_LENGTH;
  return (
    <div className="px-2.5 py-6 text-center text-muted">
      <p>{query.trim() === '' ? 'Paste a hash, an address or a link of another explorer.' : 'No results'}</p>
      {query.trim() !== '' && (
        <p className="text-s">
          {short
            ? `Type at least ${MIN_QUERY_LENGTH} characters.`
            : 'Hashes are 0x and 64 hex digits, addresses 0x and 40. Of names, your labels are searched.'}
        </p>
      )}
    </div>
  );
}

type Found = { groups: { name: string; items: Item[] }[]; problem?: string };

/** What the text means on the network of the page, or on the one the pasted link is of. */
function useFound(query: string, setWorking: (working: boolean) => void): Found {
  const { workers } = useWiring();
  const here = useNearestNetwork();
  const networks = useNetworks();
  const visits = useVisits();
  const navigate = useNavigate();
  const address = useCheckedAddress(query);
  const labels = useLabels(query);
  const { config } = useWiring();
  const pasted = parsePasted(query);
  const network =
    networkOfHost(networks ?? [], pasted.host) ?? here?.network ?? defaultOf(networks, config.defaultNetwork);
  const segment = network && segmentOf(config, network);
  const on = network ? `on ${network.name}` : '';

  const go = (act: () => Promise<void>) => async () => {
    closeSearch();
    await act();
  };
  const openTransaction = (hash: Hash, to = segment) =>
    go(() => navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: to, hash, tab: undefined } }));
  const openBlock = (block: string) =>
    go(() => navigate({ to: '/{-$network}/block/$block', params: { network: segment, block } }));

  /** A hash may be of a transaction or of a block: the endpoint knows. */
  async function openHash(hash: Hash): Promise<void> {
    if (!network) return;
    setWorking(true);
    const key = { networkId: network.id, hash };
    const transaction = await workers.chain.loadTransaction(newJobId(), key, false);
    const isBlock =
      !transaction.ok &&
      transaction.error.code === 'notFound' &&
      (await workers.chain.loadBlock(newJobId(), network.id, hash, false)).ok;
    await (isBlock ? openBlock(hash)() : openTransaction(hash)());
  }

  const classified = classifyQuery(pasted.text);
  const groups: Found['groups'] = [];
  let problem: string | undefined;
  if (classified.kind === 'hash') {
    const { hash } = classified;
    groups.push({
      name: 'Hash',
      items: [
        { id: hash, glyph: '#', label: 'Open transaction', note: `${shorten(hash)} ${on}`, run: () => openHash(hash) },
      ],
    });
  } else if (classified.kind === 'block') {
    const { number } = classified;
    groups.push({
      name: 'Blocks',
      items: [
        {
          id: `block ${number}`,
          glyph: '▦',
          label: `Block ${formatInteger(number)}`,
          note: on,
          run: openBlock(String(number)),
        },
      ],
    });
  } else if (classified.kind === 'address') {
    if (address?.ok === false) {
      problem =
        'This is no valid address: its capital letters do not fit the checksum (EIP-55). A digit was mistyped or lost.';
    } else if (address?.ok) {
      const { value } = address;
      groups.push({
        name: 'Addresses',
        items: [
          {
            id: value,
            glyph: '@',
            label: <span className="mono">{shorten(value)}</span>,
            note: on,
            run: go(() =>
              navigate({ to: '/{-$network}/wallet/$address', params: { network: segment, address: value } }),
            ),
          },
        ],
      });
    }
  } else if (/^0x[0-9a-f]*$/i.test(pasted.text) && pasted.text.length > 3) {
    problem = `0x and ${pasted.text.length - 2} hex digits: a hash has 64, an address 40.`;
  }

  const labelSegment = (id: number) =>
    config.variant === 'explorer' ? undefined : (segmentFor(networks, id, config.variant) ?? String(id));
  groups.push({
    name: 'Labels',
    items: labels.map(({ networkId, address: labelled, name }) => ({
      id: `label ${networkId} ${labelled}`,
      glyph: '@',
      label: <bdi>{harmlessText(name, 64)}</bdi>,
      note: (
        <>
          <span className="mono">{shorten(labelled)}</span>{' '}
          {config.variant === 'workbench' && networkName(networks, networkId)}
        </>
      ),
      run: go(() =>
        navigate({
          to: '/{-$network}/wallet/$address',
          params: { network: labelSegment(networkId), address: labelled },
        }),
      ),
    })),
  });
  const wanted = query.trim().toLowerCase();
  groups.push({
    name: 'Recent',
    items: visits
      .filter((visit) => `${visit.title} ${visit.hash}`.toLowerCase().includes(wanted))
      .map((visit) => ({
        id: `visit ${visit.networkId} ${visit.hash}`,
        glyph: STATUSES[visit.status].glyph,
        label: <bdi>{harmlessText(visit.title, 80)}</bdi>,
        note: <span className="mono">{shorten(visit.hash)}</span>,
        run: openTransaction(visit.hash, segmentFor(networks, visit.networkId, config.variant) ?? segment),
      })),
  });
  if (config.variant === 'workbench' && wanted.length > 1 && classified.kind !== 'hash') {
    groups.push({
      name: 'Networks',
      items: (networks ?? [])
        .filter((each) => !each.excluded && `${each.name} ${each.id} ${each.route}`.toLowerCase().includes(wanted))
        .map((each) => ({
          id: `network ${each.id}`,
          glyph: '◎',
          label: <bdi>{each.name}</bdi>,
          note: <span className="mono">{each.id}</span>,
          run: go(() => navigate({ to: '/{-$network}', params: { network: each.route } })),
        })),
    });
  }
  return { groups, ...(problem !== undefined && { problem }) };
}

/** Pages and switches by their names. */
function useCommands(query: string): Found['groups'] {
  const navigate = useNavigate();
  const here = useNearestNetwork();
  const commands: (Item & { words: string })[] = [
    {
      id: 'home',
      words: 'home',
      glyph: '⌂',
      label: 'Home',
      run: () => navigate({ to: '/{-$network}', params: { network: here?.segment } }),
    },
    {
      id: 'compare',
      words: 'compare diff two transactions',
      glyph: '≠',
      label: 'Compare transactions',
      note: 'two side by side',
      run: () => navigate({ to: '/{-$network}/diff', params: { network: here?.segment } }),
    },
    {
      id: 'settings',
      words: 'settings networks endpoints labels storage third parties import build output',
      glyph: '⚙',
      label: 'Settings',
      note: 'networks, endpoints, third parties, storage',
      run: () => navigate({ to: '/settings' }),
    },
    ...THEMES.map((theme) => ({
      id: `theme ${theme}`,
      words: `theme ${theme}`,
      glyph: '◐',
      label: `Theme: ${theme === 'system' ? 'as the system' : theme}`,
      run: () => setTheme(theme),
    })),
  ];
  const wanted = query.trim().toLowerCase();
  const items = commands
    .filter(({ words, id }) => (wanted === '' ? id === 'home' || id === 'settings' : words.includes(wanted)))
    .map((command) => ({
      ...command,
      run: async () => {
        closeSearch();
        await command.run();
      },
    }));
  return [{ name: 'Commands', items }];
}

/** The query as an address when it has the shape of one: its checksum is the abi worker's to check. */
function useCheckedAddress(query: string): { ok: true; value: Address } | { ok: false } | undefined {
  const abi = useAbiApi();
  const [checked, setChecked] = useState<{ text: string; result: { ok: true; value: Address } | { ok: false } }>();
  const { text } = parsePasted(query);
  useEffect(() => {
    if (classifyQuery(text).kind !== 'address') return;
    let current = true;
    abi.parseAddress(text).then(
      (result) => current && setChecked({ text, result: result.ok ? result : { ok: false } }),
      () => {}, // the worker stopped; the notice says so
    );
    return () => {
      current = false;
    };
  }, [abi, text]);
  return checked?.text === text ? checked.result : undefined;
}

/** The reader's labels with the text in them. In the explorer variant, those of its one network. */
function useLabels(query: string): readonly LabelRow[] {
  const { config } = useWiring();
  const [found, setFound] = useState<{ query: string; labels: readonly LabelRow[] }>();
  useEffect(() => {
    if (query.trim().length < MIN_QUERY_LENGTH) return;
    let current = true;
    void findLabels(query, LABELS).then((labels) => current && setFound({ query, labels }));
    return () => {
      current = false;
    };
  }, [query]);
  const labels = found?.query === query ? found.labels : [];
  const only = config.variant === 'explorer' ? config.explorer?.networkId : undefined;
  return only === undefined ? labels : labels.filter(({ networkId }) => networkId === only);
}

function networkName(networks: readonly Network[] | undefined, id: number): string {
  return harmlessText(networks?.find((network) => network.id === id)?.name ?? `Chain ${id}`, 40);
}

function useVisits(): readonly VisitRow[] {
  const [visits, setVisits] = useState<readonly VisitRow[]>([]);
  useEffect(() => {
    let current = true;
    void readVisits(RECENT).then((rows) => current && setVisits(rows));
    return () => {
      current = false;
    };
  }, []);
  return visits;
}

function defaultOf(networks: readonly Network[] | undefined, id: number): Network | undefined {
  return networks?.find((network) => network.id === id);
}

function segmentFor(networks: readonly Network[] | undefined, id: number, variant: string): string | undefined {
  return variant === 'explorer' ? undefined : networks?.find((network) => network.id === id)?.route;
}
