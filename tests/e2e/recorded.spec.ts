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
import type { RecordedTransaction, Recordings } from '../../tools/conformance/recorded/recordings';
import { startRecordedServer } from '../../tools/conformance/recorded/server';
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
    test(`${name}: recorded transactions open`, () => {
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
        test(`${name} ${recordings.chain}, ${variant}: ${which} open`, async ({ page, serve }) => {
          test.setTimeout(3_600_000);
          const server = await startRecordedServer(recordings);
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
          await server.stop();
        });
      }
    }
  }
}

/** What was recorded with a transaction it can be shown by. */
function openable({ transactions }: Recordings): readonly RecordedTransaction[] {
  return [...transactions.values()].filter((recorded) => !('reason' in compose(recorded)));
}

/** Goes there as a link does, looks through all tabs, and says of which transaction what was wrong; the run goes on. */
async function opens(page: Page, path: string, recorded: RecordedTransaction): Promise<void> {
  const composed = compose(recorded) as Composed;
  try {
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await page.waitForFunction(transactionStands, recorded.hash, PATIENCE);
    const text = await page.getByRole('article', { name: 'Transaction' }).textContent();
    for (const { what, says } of factsOf(composed)) expect.soft(text, `${recorded.hash}: ${what}`).toContain(says);
    const tabs = await page.getByRole('tab').count();
    for (let at = 1; at < tabs; at += 1) {
      await page.getByRole('tab').nth(at).dispatchEvent('click');
      await page.waitForFunction(tabStands, at, PATIENCE);
    }
    await page.getByRole('tab').nth(EVENTS).dispatchEvent('click');
    await page.waitForFunction(tabStands, EVENTS, PATIENCE);
    const events = page.getByRole('tabpanel');
    const count = (composed.receipt.logs as unknown[]).length;
    if (composed.recorded.receipt && count === 0)
      await expect.soft(events, recorded.hash).toContainText('No events were emitted in this transaction');
    else if (composed.recorded.receipt)
      await expect
        .soft(events.getByRole('listitem').first(), recorded.hash)
        .toHaveAttribute('aria-setsize', String(count));
  } catch (error) {
    const shown = (await page.locator('main').textContent())?.slice(0, 600);
    expect.soft(undefined, `${recorded.hash}: ${String(error).slice(0, 300)}\n${shown}`).toBe('opened');
    await page.reload();
  }
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

/** What the summary has to say, where it was recorded and not made up. */
function factsOf({ transaction, receipt, recorded }: Composed): { what: string; says: string }[] {
  const facts = [
    { what: 'status', says: receipt.status === '0x0' ? 'Failed' : 'Success' },
    { what: 'gas used', says: Number(receipt.gasUsed).toLocaleString('en') },
    { what: 'value', says: formatUnits(BigInt(String(transaction.value)), 18) },
  ];
  if (recorded.transaction) facts.push({ what: 'gas limit', says: Number(transaction.gas).toLocaleString('en') });
  return facts;
}
