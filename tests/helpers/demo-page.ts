/**
 * Pages of the app on the demo chain, or on another node, in a browser test.
 *
 * The tests of a file share the workers of one configuration, because starting
 * them is most of what a page costs; `openPage(path, { fresh: true })` begins
 * with new workers and an empty database, as a first visit does.
 */
import { expect, vi } from 'vitest';
import { type Locator, locators, page, userEvent } from 'vitest/browser';
import type { TransactionName } from '../../devnet/names';
import { closeDatabase, DATABASE_NAME, withDatabase, writeDatabase } from '../../src/db/database';
import { type AppPage, type PageWiring, showPage, wiringOf } from './app-page';
import { deleteDatabase } from './database-dump';
import { type NodeService, nodeService } from './node-client';
import { atEndOfFile, atEndOfTest } from './page-ends';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** The elements that the CSS selector matches. */
    getByCss(selector: string): Locator;
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` });

/** The id of the demo chain. */
export const CHAIN = 31337;

export type Demo = Awaited<ReturnType<NodeService['demoChain']>> & {
  hashOf(name: TransactionName): string;
  /** The address of the contract with that label, lower case. */
  addressOf(label: string): string;
};

let demo: Promise<Demo> | undefined;

/** The demo chain. All files of a run share it, so it is only read from. */
export function demoChain(): Promise<Demo> {
  demo ??= nodeService.demoChain().then((facts) => {
    const hashes = new Map<string, string>(facts.manifest.transactions.map(({ name, hash }) => [name, hash]));
    const known = (value: string | undefined, name: string) => {
      if (value === undefined) throw new Error(`The demo chain has no ${name}.`);
      return value;
    };
    return {
      ...facts,
      hashOf: (name) => known(hashes.get(name), name),
      addressOf: (label) => known(facts.manifest.contracts[label], label),
    };
  });
  return demo;
}

/** A workbench whose only network is the demo chain's at `rpcUrl`, with the build output of its contracts; `more` adds or replaces fields. */
export function workbench(rpcUrl: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { variant: 'workbench', ...network(rpcUrl), ...more };
}

/** An explorer of the demo chain at `rpcUrl`. */
export function explorer(rpcUrl: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { variant: 'explorer', explorer: { networkId: CHAIN }, ...network(rpcUrl), ...more };
}

function network(rpcUrl: string) {
  return {
    defaultNetwork: CHAIN,
    networks: [{ id: CHAIN, name: 'Demo', testnet: true, rpcUrls: [rpcUrl] }],
    buildOutput: ['/build-output.json'],
  };
}

let shared: { configuration: string; wiring: PageWiring } | undefined;
let open: AppPage | undefined;
const servers: string[] = [];

atEndOfTest(async () => {
  open?.close();
  open = undefined;
  for (const server of servers.splice(0)) await nodeService.stopServer(server);
});
atEndOfFile(endShared);

/** Ends the shared workers; the database stays. */
function endWorkers(): void {
  shared?.wiring.workers.end();
  shared = undefined;
  closeDatabase();
}

/** Ends the shared workers and deletes what they kept. */
async function endShared(): Promise<void> {
  endWorkers();
  localStorage.clear();
  sessionStorage.clear();
  await deleteDatabase(DATABASE_NAME);
}

/** Stops the node or endpoint at the URL when the test ends, and returns the URL. */
export function untilEnd(url: string): string {
  servers.unshift(url);
  return url;
}

export type OpenOptions = {
  /** What `config.json` says; a workbench of the demo chain by default. */
  config?: unknown;
  /** Whether the page begins with new workers and an empty database. Default false: with those of the test before. */
  fresh?: boolean;
  /** Whether the page begins with new workers and the database as it is, as after a reload. Default false. */
  reloaded?: boolean;
  /** What the database holds, with which the page begins with new workers. */
  kept?: KeptRecords;
  /** Size of the page, CSS pixels; 1440 × 900 by default. */
  size?: readonly [number, number];
};

/** Opens the page at `path` in place of the one that is open. */
export async function openPage(path: string, options: OpenOptions = {}): Promise<AppPage> {
  const {
    config = workbench((await demoChain()).rpcUrl),
    fresh = false,
    reloaded = false,
    kept,
    size = [1440, 900],
  } = options;
  open?.close();
  const configuration = JSON.stringify(config);
  if (reloaded || kept !== undefined) {
    endWorkers();
    if (kept !== undefined) await keepOnly(kept);
    shared = { configuration, wiring: wiringOf(config) };
  } else if (fresh || shared?.configuration !== configuration) {
    await endShared();
    shared = { configuration, wiring: wiringOf(config) };
  }
  await page.viewport(...size);
  open = showPage(path, shared.wiring);
  return open;
}

/** Opens a transaction of the demo chain: `rest` is what follows its hash, such as `/logs`. */
export async function openDemoTransaction(name: TransactionName, rest = '', options?: OpenOptions): Promise<AppPage> {
  return openPage(`/${CHAIN}/tx/${(await demoChain()).hashOf(name)}${rest}`, options);
}

/** The tree of the trace. */
export function tree(): Locator {
  return page.getByRole('tree', { name: 'Call trace' });
}

/** The row with this depth id, when it is rendered. */
export function row(depthId: string): Locator {
  return page.getByCss(`[role=treeitem][data-id="${depthId}"]:not(.is-away)`);
}

/** Waits until the trace is there with the rows of its sources, and no row or value is on its way. */
export async function traceIsIdle(): Promise<void> {
  await expect.element(page.getByRole('treeitem').first()).toBeVisible();
  await expect
    .poll(
      () => document.querySelectorAll('.trace-panel[aria-busy=true], .trace-row.is-placeholder, .trace-unread').length,
    )
    .toBe(0);
}

/** The rows of the table of this name that have a place in it, without those that keep the room of rows on their way. */
export function rowsOf(name: string): Locator {
  return page.getByRole('table', { name, exact: true }).getByCss('tbody tr[data-index]');
}

/** Makes a choice that the database keeps, another one than before, and waits until it does. */
export async function untilKept(choose: () => Promise<void>): Promise<void> {
  const before = await keptPreferences();
  await choose();
  await expect.poll(keptPreferences).not.toBe(before);
}

/** All preferences of the database, as JSON. */
function keptPreferences(): Promise<string> {
  return withDatabase('', async (db) => JSON.stringify(await db.preferences.toArray()));
}

/** Turns a switch of the settings and waits until that is kept. */
export async function turnSwitch(name: string): Promise<void> {
  const control = page.getByRole('switch', { name });
  await expect.element(control).toBeEnabled();
  await untilKept(() => control.click());
}

/** Puts the focus on the element. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).focus();
}

/** The path of the page's own origin at which a JSON server of `nodeService` is asked. */
export function ownPathOf(jsonServer: string): string {
  return `/json-server/${new URL(jsonServer).port}`;
}

/** The records of a database by the names of their tables. */
export type KeptRecords = ReadonlyMap<string, readonly unknown[]>;

/** All that the database holds now: what another profile of the browser would not have. */
export function keptRecords(): Promise<KeptRecords> {
  return withDatabase<KeptRecords>(
    new Map(),
    async (db) =>
      new Map(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const))),
  );
}

/** Makes the database hold these records and no others. */
async function keepOnly(records: KeptRecords): Promise<void> {
  await deleteDatabase(DATABASE_NAME);
  await writeDatabase((db) =>
    db.transaction('rw', db.tables, async () => {
      for (const table of db.tables) await table.bulkAdd([...(records.get(table.name) ?? [])]);
    }),
  );
  closeDatabase();
}

/** The file that the page hands to the reader once `press` asked for it. */
export async function savedBy(press: () => Promise<void>): Promise<File> {
  const made = vi.spyOn(URL, 'createObjectURL');
  const handed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  try {
    await press();
    await expect.poll(() => handed.mock.contexts.length).toBe(1);
    const { href, download } = handed.mock.contexts[0] as HTMLAnchorElement;
    const [content] = made.mock.calls[made.mock.results.findIndex(({ value }) => value === href)] ?? [];
    return new File([content as Blob], download);
  } finally {
    made.mockRestore();
    handed.mockRestore();
  }
}

/** Opens the search of the page with its keys, and types the query. */
export async function search(query: string): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('dialog').getByRole('combobox').fill(query);
}
