/** The tab of contracts, asked of the engine's own session: whose code ran, and how far each is known. */
import { afterEach, expect, test } from 'vitest';
import { ContractsTab } from '../../../src/app/views/contracts/ContractsTab';
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';
import { involvedContracts } from '../../../src/workers/trace/views/involved-contracts';
import { addressOf, callTree } from '../../helpers/call-tree';
import { sessionOf } from '../trace/session-api';
import { mountView } from '../transaction/mount-view';
import { DEMO, type MountedAt } from '../ui/mount-at';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

const EVENT = { type: 'event', name: 'Moved', inputs: [] } as const;

/** The tab of the trace, of which `known` is known by name of the contract. */
function show(tree: string, known: Record<string, Partial<ContractKnowledge>> = {}): void {
  const session = sessionOf(callTree(tree));
  for (const [name, more] of Object.entries(known))
    session.knowledge.contracts.put('kept', {
      networkId: DEMO.id,
      address: addressOf(name),
      name: { text: name, origin: 'sourcify' },
      abi: [],
      fetchedAt: 0,
      ...more,
    });
  const contracts = async () => structuredClone(involvedContracts(session));
  page = mountView(<ContractsTab />, { session, tab: 'contracts', trace: { contracts } });
}

const text = () => page?.element.textContent ?? '';
/** The cells of each row, without the label that a narrow screen shows before each. */
const rows = () =>
  [...(page?.element.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.querySelectorAll('td,th')].map((cell) =>
      (cell.textContent ?? '').replace(/^(Contract|Verification|Files)/, ''),
    ),
  );
const row = (name: string) => rows().find(([first]) => first?.includes(name));

const SWAP = `
  Router.swap
    Token.move
    Pool.sync
    Odd.call
`;

test('each says how far its source is known, and by whom', async () => {
  show(SWAP, {
    Router: { abi: [EVENT], abiOrigin: 'sourcify', match: 'exact', fileCount: 12 },
    Token: { abi: [EVENT], abiOrigin: 'buildOutput', match: 'partial', fileCount: 1 },
    Pool: { abi: [EVENT], abiOrigin: 'readerAbi' },
  });
  await expect.poll(() => rows().length).toBe(4);
  expect(row('Router')?.slice(1)).toEqual(['✓Verifiedby verified source on Sourcify', '12']);
  expect(row('Token')?.slice(1)).toEqual(['✓Verified, partial matchby imported build output', '1']);
  expect(row('Pool')?.slice(1)).toEqual(['◐ABI verifiedby an ABI you gave', '–']);
  expect(rows().at(-1)?.slice(1)).toEqual(['○Unverified', '–']);
});

test('a proxy names the contract whose code it ran', async () => {
  show('Router.swap > Vault.move > Logic.move :delegatecall', {
    Vault: {},
    Logic: { abi: [EVENT], abiOrigin: 'sourcify', match: 'exact' },
  });
  await expect.poll(() => row('Vault')?.[0]).toContain('Proxy');
  expect(row('Vault')?.[0]).toContain('runs the code of');
  expect(row('Vault')?.[0]).toContain('Logic');
});

test('a contract that the transaction made is told from those that were there', async () => {
  show('Router.swap > Fresh :create', { Fresh: {} });
  await expect.poll(() => row('Fresh')?.[0]).toContain('created here');
  expect(row('Router')?.[0] ?? rows()[0]?.[0]).not.toContain('created here');
});

test('where nothing is verified, the way to sources is shown above the list', async () => {
  show('Router.swap > Token.move');
  await expect.poll(text).toContain('No verified contracts were involved in this transaction.');
  const link = [...(page?.element.querySelectorAll('a') ?? [])].find(
    ({ textContent }) => textContent === 'Import build output',
  );
  expect(link?.getAttribute('href')).toBe('/settings#build-output');
  expect(rows()).toHaveLength(2);
});
