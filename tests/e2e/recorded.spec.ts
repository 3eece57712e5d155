/**
 * Transactions of public chains, replayed from recordings on the production
 * build: nothing breaks, and the page says what the recordings say. The
 * recordings are not part of the repository: FIXTURES names the folder they lie
 * in, and without them these tests are skipped.
 *
 * Every transaction that can be opened is, in runs of some hundred; `--grep`
 * narrows them. A run is one page that goes from transaction to transaction as
 * links inside the app do, so what one leaves behind meets the next.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Page } from '@playwright/test';
import { formatUnits } from '../../src/core/format/amounts';
import { type Composed, compose } from '../../tools/conformance/recorded/compose';
import { readErigonRecordings } from '../../tools/conformance/recorded/erigon';
import { readHttpRecordings } from '../../tools/conformance/recorded/http';
import type { Json, RecordedTransaction, Recordings } from '../../tools/conformance/recorded/recordings';
import { startRecordedServer } from '../../tools/conformance/recorded/server';
import { csvOf, shownEvents } from './support/lists';
import { checkMoves } from './support/recorded-moves';
import { expect, test } from './support/test';

const fixtures = process.env.FIXTURES === undefined ? undefined : resolve(process.env.FIXTURES);
const sources = [
  { name: 'http-samples', read: readHttpRecordings },
  { name: 'erigon-rpc-tests', read: readErigonRecordings },
];
/** Transactions of one test. */
const RUN = 200;

for (const { name, read } of sources) {
  const folder = join(fixtures ?? '.', name);
  if (fixtures === undefined || !existsSync(folder)) {
    test(`${name}: recorded transactions open`, { tag: '@trace' }, () => {
      test.skip(true, fixtures === undefined ? 'FIXTURES names no folder' : `${folder} is missing`);
    });
    continue;
  }
  for (const recordings of read(folder)) {
    const all = openable(recordings);
    for (let first = 0; first < all.length; first += RUN) {
      const run = all.slice(first, first + RUN);
      for (const variant of ['workbench', 'explorer'] as const) {
        const which = `${first + 1} to ${first + run.length} of ${all.length}`;
        test(`${name} ${recordings.chain}, ${variant}: ${which} open`, { tag: '@trace' }, async ({
          page,
          serve,
          stopAtEnd,
        }) => {
          test.setTimeout(3_600_000);
          const server = stopAtEnd(await startRecordedServer(recordings));
          const id = recordings.networkId;
          const base = await serve({
            variant,
            defaultNetwork: id,
            networks: [{ id, rpcUrls: [server.url] }],
            ...(variant === 'explorer' ? { explorer: { networkId: id } } : {}),
          });
          await page.goto(base);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const home = variant === 'explorer' ? '' : `/${id}`;
          for (const recorded of run) await opens(page, `${home}/tx/${recorded.hash}`, recorded);
        });
      }
    }
  }
}

/** What was recorded with a transaction it can be shown by; those that say most of their events first, so that any part has some. */
function openable({ transactions }: Recordings): readonly RecordedTransaction[] {
  const all = [...transactions.values()].filter((recorded) => !('reason' in compose(recorded)));
  const logs = (recorded: RecordedTransaction) => logsOf(compose(recorded) as Composed).length;
  return all.sort((a, b) => logs(b) - logs(a));
}

/** Goes there as a link does, looks through all tabs, and says of which transaction what was wrong; the run goes on. */
async function opens(page: Page, path: string, recorded: RecordedTransaction): Promise<void> {
  const composed = compose(recorded) as Composed;
  try {
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await page.waitForFunction(transactionStands, recorded.hash, PATIENCE);
    const status = composed.receipt.status === '0x0' ? 'Failed' : 'Success';
    await expect.soft(page.getByRole('heading', { level: 1 }), `${recorded.hash}: status`).toContainText(status);
    const shown = await page.evaluate(fields);
    for (const [field, says] of Object.entries(fieldsOf(composed)))
      expect.soft(shown[field]?.replace(UNIT, ''), `${recorded.hash}: ${field}`).toBe(says);
    await checkMoves(page, recorded, composed);
    const tabs = await page.getByRole('tab').count();
    for (let at = 1; at < tabs; at++) {
      await page.getByRole('tab').nth(at).dispatchEvent('click');
      await page.waitForFunction(tabStands, at, PATIENCE);
    }
    await page.getByRole('tab').nth(EVENTS).dispatchEvent('click');
    await page.waitForFunction(tabStands, EVENTS, PATIENCE);
    await checkEvents(page, recorded.hash, logsOf(composed));
  } catch (error) {
    const shown = (await page.locator('main').textContent())?.slice(0, 600);
    expect.soft(undefined, `${recorded.hash}: ${String(error).slice(0, 300)}\n${shown}`).toBe('opened');
    await page.reload();
  }
}

function logsOf({ receipt }: Composed): Json[] {
  return receipt.logs as Json[];
}

/** Every event, on its card and in the file: emitter, topics and data, in the order they were emitted. */
async function checkEvents(page: Page, hash: string, logs: readonly Json[]): Promise<void> {
  const panel = page.getByRole('tabpanel');
  if (logs.length === 0) {
    await expect.soft(panel.getByRole('list', { name: 'Events' }), hash).toHaveCount(0);
    return;
  }
  const said = logs.map(({ address, topics, data }) => ({
    contract: lower(address),
    topics: (topics as unknown[]).map(lower),
    data: lower(data),
  }));
  const drawn = said.map((event) => ({
    ...event,
    data: event.data.length > DRAWN ? `${event.data.slice(0, DRAWN)}…` : event.data,
  }));
  expect.soft(await shownEvents(page), `${hash}: events`).toEqual(drawn);
  const rows = await csvOf(page, panel.getByRole('button', { name: 'CSV' }));
  const written = rows.map(({ contract, topics, data }) => ({
    contract,
    topics: topics?.split(' ').filter(Boolean),
    data,
  }));
  expect.soft(written, `${hash}: events as a file`).toEqual(said);
}

/** Digits of data that are drawn on a card, `0x` included. */
const DRAWN = 4_000;

function lower(value: unknown): string {
  return value == null ? '' : String(value).toLowerCase();
}

/** Tabs by their place. */
const EVENTS = 2;
const PATIENCE = { timeout: 60_000 };

/** In the page: the transaction's head and all its fields stand, and its trace is there with all rows, or is said to be missing. */
function transactionStands(hash: string): boolean {
  const article = document.querySelector('article[aria-label="Transaction"]');
  if (article === null || article.querySelector(`header [title="${hash}"]`) === null) return false;
  if (document.querySelector('[role="tab"][aria-selected="true"]')?.textContent !== 'Summary') return false;
  const titles = [...article.querySelectorAll('h2')].map((title) => title.textContent);
  if (!titles.includes('General information')) return false;
  const rows = article.querySelectorAll('[role="treeitem"]').length;
  return (
    rows > 0 && article.querySelector('.trace-row.is-placeholder, [role="status"][aria-label^="Loading"]') === null
  );
}

/** In the page: the tab is the open one and nothing in it is on its way. */
function tabStands(at: number): boolean {
  const tab = document.querySelectorAll('[role="tab"]')[at];
  const panel = document.querySelector('[role="tabpanel"]');
  if (tab?.getAttribute('aria-selected') !== 'true' || panel === null) return false;
  return panel.childElementCount > 0 && panel.querySelector('[role="status"][aria-label]') === null;
}

/** What the general information has to say, where it was recorded and not made up; amounts without their unit. */
function fieldsOf({ transaction, receipt, recorded }: Composed): Record<string, string> {
  const count = (quantity: unknown) => Number(quantity).toLocaleString('en');
  const said: Record<string, string> = {
    'Gas used': count(receipt.gasUsed),
    Value: formatUnits(BigInt(String(transaction.value)), 18),
  };
  if (recorded.transaction)
    Object.assign(said, { 'Gas limit': count(transaction.gas), Nonce: count(transaction.nonce) });
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice;
  if (price == null || !recorded.receipt) return said;
  const wei = (quantity: unknown) => BigInt(String(quantity ?? 0));
  const fee =
    wei(receipt.gasUsed) * wei(price) + wei(receipt.blobGasUsed) * wei(receipt.blobGasPrice) + wei(receipt.l1Fee);
  return { ...said, Fee: formatUnits(fee, 18) };
}

const UNIT = / [^ ]+$/;

/** In the page: the general information by its labels. */
function fields(): Record<string, string> {
  const panel = [...document.querySelectorAll('section')].find(
    (section) => section.querySelector('h2')?.textContent === 'General information',
  );
  const terms = [...(panel?.querySelectorAll('dt') ?? [])];
  return Object.fromEntries(
    terms.map(({ textContent, nextElementSibling }) => [textContent ?? '', nextElementSibling?.textContent ?? '']),
  );
}
