/**
 * A chain nobody prepared, in the browser: what the tabs say of its transactions
 * equals what the script that made them wrote down, before and after build
 * output is imported, under the chain id of development nodes; after it under
 * that of a chain whose own rules are known, before it under one that nobody
 * knows. What the tabs are answered under either of these, before and after, is
 * compared by the unit tests in tests/workers/foreign. `LOUPE_FOREIGN=all`
 * opens all transactions, before and after, under each of the chain ids.
 */
import process from 'node:process';
import type { Page } from '@playwright/test';
import { type ForeignChain, startForeignChain } from '../../tools/foreign-chain/chain';
import type { Truth } from '../../tools/foreign-chain/truth';
import type { Told } from '../helpers/foreign/compare';
import { covering, type Depth } from '../helpers/foreign/covering';
import { unexpectedShown } from '../helpers/foreign/expected';
import { ofContracts, ofEvents, ofGas, ofState, ofSummary, ofWhere } from './support/foreign-facts';
import { readChanges, readContracts, readEvents, readGas, readSummary, readWhere } from './support/foreign-page';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';
import { within } from './support/within';

/** High enough that lists, of which only what is near the screen is drawn, are drawn whole: the longest tree has some 200 rows. */
test.use({ viewport: { width: 1440, height: 8000 } });

/** Of Hardhat's node, which does not know them. */
const UNKNOWN_METHODS = [/^Failed to load resource: /];
test.use({ expectedErrors: UNKNOWN_METHODS });

/** With `LOUPE_FOREIGN=all` some 130 transactions are opened twice, ms. */
const PATIENCE = 1_800_000;

/** What is opened before build output is imported, and what after it. */
const selections: readonly { chainId: number; before?: Depth; after?: Depth }[] = [
  { chainId: 31_337, before: 'outcomes', after: 'facts' },
  { chainId: 1, after: 'outcomes' },
  { chainId: 424_242, before: 'outcomes' },
];

const opensAll = process.env.LOUPE_FOREIGN === 'all';

// One after the other in one worker: each has a node of its own, and the first compiles for all.
test.describe.configure({ mode: 'default' });

for (const { chainId, before, after } of selections)
  test(`every fact equals the truth on chain ${chainId}`, { tag: '@foreign' }, async ({ page, serve, stopAtEnd }) => {
    test.setTimeout(PATIENCE);
    const chain = stopAtEnd(await test.step('start the chain', () => startForeignChain(chainId)));
    const network = { id: chainId, name: 'Foreign', testnet: true, rpcUrls: [chain.node.rpcUrl] };
    const base = await serve({ variant: 'workbench', defaultNetwork: chainId, networks: [network] });
    await page.goto(`${base}/settings`);
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    const found = await compareAll(page, chain, chosen(chain, before), 'nothing');
    if (after !== undefined || opensAll) {
      await test.step('import the build output', () => importBuilds(page, chain));
      found.push(...(await compareAll(page, chain, chosen(chain, after), 'buildOutput')));
      await test.step('contracts behind others', () => checkBehind(page, chain));
    }
    expect(found).toEqual([]);
  });

function chosen({ truth }: ForeignChain, depth: Depth | undefined): readonly Truth[] {
  if (opensAll) return truth.transactions;
  return depth === undefined ? [] : covering(truth, depth);
}

async function importBuilds(page: Page, { builds }: ForeignChain): Promise<void> {
  await within(page, '/settings');
  const files = builds.map(({ id, ...build }) => ({
    name: `${id}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ id, ...build })),
  }));
  await page.getByLabel('Build output files', { exact: true }).setInputFiles(files);
  for (const { name } of files) await expect(page.getByRole('button', { name: `Forget ${name}` })).toBeVisible();
}

/** What a proxy's page offers, and whom an account delegates to. */
async function checkBehind(page: Page, { node, truth }: ForeignChain): Promise<void> {
  const proxy = truth.contracts.find(({ key }) => key === 'counter');
  await within(page, `/${node.chainId}/contract/${proxy?.address}/write-proxy`);
  const functions = page.getByRole('region', { name: 'Read/Write' });
  await expect(functions.getByText('upgradeToAndCall', { exact: true })).toBeVisible();
  await expect(page.getByText('CounterV2', { exact: true })).toBeVisible();
  const delegation = truth.transactions.find(({ type }) => type === 4);
  await within(page, `/${node.chainId}/tx/${delegation?.hash}`);
  await expect(page.getByRole('region', { name: 'Authorisations', exact: true })).toContainText('Items');
  await within(page, `/${node.chainId}/tx/${delegation?.hash}/state-diff`);
  await expect(page.getByRole('region', { name: 'State Changes' })).toContainText('delegates to Items');
}

async function compareAll(page: Page, chain: ForeignChain, truths: readonly Truth[], told: Told): Promise<string[]> {
  const found: string[] = [];
  for (const truth of truths)
    await test.step(`${truth.name}, knowing ${told}`, async () => {
      for (const difference of await differencesOf(page, chain, truth, told))
        found.push(`${truth.name}: ${difference}, knowing ${told}`);
    });
  return unexpectedShown(found);
}

/** What a page does not say as it is, once it has said all it will: names come after the rows. */
async function differencesOf(page: Page, { node, truth: chain }: ForeignChain, truth: Truth, told: Told) {
  const path = `/${node.chainId}/tx/${truth.hash}`;
  await within(page, path);
  await expect(page.locator(`main header [title="${truth.hash}"]`)).toBeVisible();
  await traceIsIdle(page);
  const summary = await settled(async () => ofSummary(truth, await readSummary(page), chain, told));
  await within(page, `${path}/state-diff`);
  await expect(page.getByText('From executing the transaction in this browser.', { exact: true })).toBeVisible();
  const state = await settled(async () => ofState(truth, await readChanges(page), told));
  await within(page, `${path}/logs`);
  await expect(page.getByRole('tab', { name: /^Events/, selected: true })).toBeVisible();
  const events = await settled(async () => ofEvents(truth, await readEvents(page), told));
  await within(page, `${path}/contracts`);
  await expect(page.getByRole('tab', { name: /^Contracts/, selected: true })).toBeVisible();
  const contracts = await settled(async () => ofContracts(truth, await readContracts(page), chain, told));
  await within(page, `${path}/gas-usage`);
  const gas = await settled(async () => ofGas(truth, await readGas(page)));
  return [...summary, ...state, ...events, ...contracts, ...gas, ...(await failingLine(page, path, truth, told))];
}

/** Without sources there is no line to open at. */
async function failingLine(page: Page, path: string, truth: Truth, told: Told): Promise<string[]> {
  if (told === 'nothing' || truth.failure?.at === undefined) return [];
  await within(page, `${path}/debugger`);
  return settled(async () => ofWhere(truth, await readWhere(page)));
}

/** The differences when they do not change any more, none as soon as there are none. */
async function settled(read: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(async () => {
      found = await read();
      return found.length;
    })
    .toBe(0)
    .catch(() => undefined);
  return found;
}
