/**
 * Transactions of public chains, replayed from recordings on the production
 * build: nothing breaks, and the page says what the recordings say. The
 * recordings are not part of the repository: FIXTURES names the folder they lie
 * in, and without them these tests are skipped.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { compose } from '../../tools/conformance/recorded/compose';
import { readErigonRecordings } from '../../tools/conformance/recorded/erigon';
import { readHttpRecordings } from '../../tools/conformance/recorded/http';
import type { RecordedTransaction, Recordings } from '../../tools/conformance/recorded/recordings';
import { startRecordedServer } from '../../tools/conformance/recorded/server';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

const fixtures = process.env.FIXTURES === undefined ? undefined : resolve(process.env.FIXTURES);
const sources = [
  { name: 'http-samples', read: readHttpRecordings },
  { name: 'erigon-rpc-tests', read: readErigonRecordings },
];
/** Of each chain; every so many-th, so that the sample is spread over the recordings. */
const PER_CHAIN = 2;

for (const { name, read } of sources) {
  for (const variant of ['workbench', 'explorer'] as const) {
    test(`${name}, ${variant}: recorded transactions open`, async ({ page, serve }) => {
      const folder = join(fixtures ?? '.', name);
      test.skip(fixtures === undefined, 'FIXTURES names no folder: no recordings to replay');
      test.skip(!existsSync(folder), `${folder} is missing: no recordings to replay`);
      test.setTimeout(580_000);
      for (const recordings of read(folder)) {
        const server = await startRecordedServer(recordings);
        const id = recordings.networkId;
        const base = await serve({
          variant,
          defaultNetwork: id,
          networks: [{ id, rpcUrls: [server.url] }],
          ...(variant === 'explorer' ? { explorer: { networkId: id } } : {}),
        });
        const home = variant === 'explorer' ? base : `${base}/${id}`;
        for (const recorded of sampleOf(recordings)) {
          await test.step(`${recordings.chain} ${recorded.hash}`, async () => {
            await page.goto(`${home}/tx/${recorded.hash}`);
            await pageSays(recorded, page);
          });
        }
        await server.stop();
      }
    });
  }
}

type Page = Parameters<Parameters<typeof test>[2]>[0]['page'];

async function pageSays(recorded: RecordedTransaction, page: Page): Promise<void> {
  const composed = compose(recorded);
  if ('reason' in composed) throw new Error(composed.reason);
  const { receipt } = composed;
  const article = page.getByRole('article', { name: 'Transaction' });
  const failed = receipt.status === '0x0';
  await expect(article.getByRole('heading', { level: 1 })).toContainText(failed ? 'Failed' : 'Success');
  await expect(article).toContainText(Number(receipt.gasUsed).toLocaleString('en'));
  await traceIsIdle(page);
  const events = (receipt.logs as unknown[]).length;
  const tabs = await page.getByRole('tab').allTextContents();
  for (const [at] of tabs.entries()) {
    const tab = page.getByRole('tab').nth(at);
    const isEvents = (await tab.textContent())?.startsWith('Events');
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    // Whatever is on its way in a tab is over before the next is opened.
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    if (isEvents && composed.recorded.receipt && events === 0) {
      await expect(page.getByText('No events were emitted in this transaction')).toBeVisible();
    } else if (isEvents && composed.recorded.receipt) {
      await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem').first()).toHaveAttribute(
        'aria-setsize',
        String(events),
      );
    }
  }
}

/** Those with a trace first, spread over what was recorded. */
function sampleOf({ transactions }: Recordings): readonly RecordedTransaction[] {
  const all = [...transactions.values()];
  const withTrace = all.filter(({ traces }) => traces.size > 0);
  const pool = withTrace.length >= PER_CHAIN ? withTrace : all;
  const share = Math.max(1, Math.floor(pool.length / PER_CHAIN));
  // Of each share the first that can be opened; what a trace states is read from its file for it.
  return Array.from({ length: PER_CHAIN }, (_, at) =>
    pool.slice(at * share, (at + 1) * share).find((recorded) => !('reason' in compose(recorded))),
  ).filter((recorded) => recorded !== undefined);
}
