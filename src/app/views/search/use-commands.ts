/** Pages, tools and switches of the app, found by their names. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { classifyQuery } from '../../../core/chain/parse';
import { bestMatches } from '../../../core/text/match-words';
import { useNearestNetwork } from '../../network-context';
import { ALL_PROJECTS } from '../../project-link';
import { setTheme, THEMES } from '../../theme';
import { useWiring } from '../../wiring';
import { simulatorPage } from '../simulator/simulator-links';
import type { ResultGroup, ResultItem } from './result-group';
import { closeSearch } from './search-dialog-state';

type Command = ResultItem & {
  label: string;
  /** Words that find the command besides its label. */
  words: string;
  /** Whether the search stays open once it has run. */
  stays?: true;
};

/** Commands that are offered before anything is typed. */
const FIRST = ['home', 'settings'];

/** Returns the commands that `query` finds. `askAddress` is called when a contract is to be verified and the page shows none. */
export function useCommands(query: string, askAddress: () => void): ResultGroup[] {
  const { config } = useWiring();
  const commands = [...usePages(), ...useTools(askAddress), ...themes()].filter(
    ({ id }) => config.variant === 'workbench' || !OF_WORKBENCH.has(id),
  );
  const found =
    query.trim() === ''
      ? commands.filter(({ id }) => FIRST.includes(id))
      : bestMatches(commands, query, ({ label, words }) => `${label} ${words}`);
  const items = found.map((command) => ({
    ...command,
    run: async () => {
      if (command.stays !== true) closeSearch();
      await command.run();
    },
  }));
  return [{ name: 'Commands', items }];
}

/** Commands that visitors of an explorer do not have. */
const OF_WORKBENCH = new Set(['projects', 'new project', 'new watch', 'virtual', 'tests', 'usage']);

function usePages(): Command[] {
  const navigate = useNavigate();
  const params = { network: useNearestNetwork()?.segment };
  const settings = (hash: string) => () => navigate({ to: '/settings', hash });
  return [
    { id: 'home', words: '', glyph: '⌂', label: 'Home', run: () => navigate({ to: '/{-$network}', params }) },
    {
      id: 'blocks',
      words: 'latest list',
      glyph: '▦',
      label: 'Blocks',
      run: () => navigate({ to: '/{-$network}/blocks', params }),
    },
    {
      id: 'transactions',
      words: 'latest list',
      glyph: '#',
      label: 'Transactions',
      run: () => navigate({ to: '/{-$network}/transactions', params, search: {} }),
    },
    {
      id: 'token transfers',
      words: 'latest list erc20',
      glyph: '◇',
      label: 'Token transfers',
      run: () => navigate({ to: '/{-$network}/token-transfers', params, search: {} }),
    },
    {
      id: 'nft transfers',
      words: 'latest list erc721 erc1155',
      glyph: '◇',
      label: 'NFT transfers',
      run: () => navigate({ to: '/{-$network}/nft-transfers', params, search: {} }),
    },
    {
      id: 'settings',
      words: 'storage third parties token lists compilers execution appearance',
      glyph: '⚙',
      label: 'Settings',
      note: 'third parties, index, storage, labels',
      run: () => navigate({ to: '/settings' }),
    },
    {
      id: 'index',
      words: 'backfill blocks settings',
      glyph: '⚙',
      label: 'Index of this chain',
      run: settings('index'),
    },
    {
      id: 'labels',
      words: 'names addresses import settings',
      glyph: '@',
      label: 'Labels',
      note: 'your names of addresses',
      run: settings('labels'),
    },
    {
      id: 'build output',
      words: 'import hardhat foundry artifacts abi sources settings',
      glyph: '{}',
      label: 'Import build output',
      note: 'of Hardhat or Foundry',
      run: settings('build-output'),
    },
    {
      id: 'backup',
      words: 'backup restore export import all local data move to another browser',
      glyph: '⇅',
      label: 'Backup and restore',
      note: 'all your data as one file',
      run: settings('backup'),
    },
    {
      id: 'networks',
      words: 'endpoints rpc keys health add network',
      glyph: '⌁',
      label: 'Networks',
      note: 'endpoints, their health, your own networks',
      run: () => navigate({ to: '/networks' }),
    },
    {
      id: 'projects',
      words: 'contracts wallets tags notes workspace',
      glyph: '▣',
      label: 'Projects',
      note: 'contracts and wallets that belong together',
      run: () => navigate(ALL_PROJECTS),
    },
    {
      id: 'tests',
      words: 'forge foundry hardhat unit fuzz invariant suites coverage',
      glyph: '✓',
      label: 'Tests',
      note: 'tests of contracts, run and debugged here',
      run: () => navigate({ to: '/tests/{-$project}', params: { project: undefined } }),
    },
    {
      id: 'usage',
      words: 'rpc calls quota latency endpoints units',
      glyph: '▤',
      label: 'RPC usage',
      note: 'calls, failures, latency, quotas',
      run: () => navigate({ to: '/usage' }),
    },
  ];
}

function useTools(askAddress: () => void): Command[] {
  const navigate = useNavigate();
  const here = useNearestNetwork();
  const { config } = useWiring();
  const { address = '' } = useParams({ strict: false });
  const params = { network: here?.segment };
  const shown = classifyQuery(address).kind === 'address' ? address.toLowerCase() : undefined;
  const calldata = (mode: 'decode' | 'encode') => () =>
    navigate({ to: '/{-$network}/calldata', params, search: mode === 'decode' ? {} : { mode } });
  return [
    {
      id: 'simulate',
      words: 'simulation simulator new run try transaction call',
      glyph: '▷',
      label: 'Simulate a transaction',
      run: async () => {
        if (config.simulatorUrl === undefined)
          return navigate({ to: '/{-$network}/simulator/new', params, search: {} });
        window.open(
          simulatorPage(config.simulatorUrl, here ? { network: String(here.network.id) } : {}),
          '_blank',
          'noopener',
        );
      },
    },
    {
      id: 'verify',
      words: 'verification source code upload solidity',
      glyph: '✓',
      label: shown === undefined ? 'Verify a contract' : 'Verify this contract',
      ...(shown === undefined && { note: 'asks for its address', stays: true as const }),
      run: async () => {
        if (shown === undefined) askAddress();
        else await navigate({ to: '/{-$network}/contract/$address/verify', params: { ...params, address: shown } });
      },
    },
    {
      id: 'virtual',
      words: 'new fork testnet devnet sandbox',
      glyph: '◆',
      label: 'Virtual networks',
      note: 'chains of your own in this browser',
      run: () => navigate({ to: '/{-$network}/virtual', params }),
    },
    {
      id: 'new watch',
      words: 'watches alert monitor notify webhook',
      glyph: '◉',
      label: 'New watch',
      note: 'looks at every new block',
      run: () => navigate({ ...ALL_PROJECTS, search: { tab: 'new-watch' } }),
    },
    {
      id: 'new project',
      words: 'create workspace',
      glyph: '▣',
      label: 'New project',
      run: () => navigate({ ...ALL_PROJECTS, search: { tab: 'new-project' } }),
    },
    { id: 'decode calldata', words: 'input data abi', glyph: '⟨⟩', label: 'Decode calldata', run: calldata('decode') },
    { id: 'encode calldata', words: 'input data abi', glyph: '⟨⟩', label: 'Encode calldata', run: calldata('encode') },
    {
      id: 'trace file',
      words: 'load import json loupe file',
      glyph: '⇪',
      label: 'Open a trace file',
      run: () => navigate({ to: '/open' }),
    },
    {
      id: 'compare',
      words: 'diff side by side',
      glyph: '≠',
      label: 'Compare transactions',
      note: 'side by side',
      run: () => navigate({ to: '/{-$network}/diff', params }),
    },
  ];
}

function themes(): Command[] {
  return THEMES.map((theme) => ({
    id: `theme ${theme}`,
    words: `appearance colours ${theme}`,
    glyph: '◐',
    label: `Theme: ${theme === 'system' ? 'as the system' : theme}`,
    run: () => setTheme(theme),
  }));
}
