/** Every named transaction of the demo chain opens with its calls decoded. */
import type { Page } from '@playwright/test';
import { failingTransactions, type TransactionName, transactionNames } from '../../devnet/names';
import { startDemo } from '../../tools/start/demo';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';
import { within } from './support/within';

/** Where a selector rightly stands, or no name can be had: and why. */
const SELECTORS: Partial<Record<TransactionName, string>> = {
  'missing-function': 'the contract has no such function',
  unverified: 'nobody verified the contract',
  'unverified-revert': 'nobody verified the contract',
  'console-log': 'signatures of console.log are not bundled',
};

/** What the head says of the telling ones: the call, and where and why it failed. */
const SENTENCES: Partial<Record<TransactionName, string>> = {
  'swap-two-hops': 'Router.swapExactTokens succeeded',
  'nested-custom-error': 'because Ledger.book reverted: LimitExceeded(',
  'thousand-calls': 'CallTree.run succeeded',
};

/** Only the whole demo chain has it. */
const LARGEST: TransactionName = 'hundred-thousand-calls';
const names = transactionNames.filter((name) => name !== LARGEST);

/** Transactions opened one after another in one profile, as a reader would; a new profile for each would only load the app again. */
const PER_VISIT = 9;

/** Selectors that stand where a name should be, in the rows that are rendered and in the head. */
function selectorsShown(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=treeitem] .trace-selector, h1 code')]
      .map((element) => element.textContent ?? '')
      .filter((text) => /0x[0-9a-f]{8}\b/.test(text)),
  );
}

for (let start = 0; start < names.length; start += PER_VISIT) {
  const visited = names.slice(start, start + PER_VISIT);
  test(`${visited[0]} to ${visited.at(-1)}`, { tag: '@trace' }, async ({ page, demo }) => {
    test.setTimeout(240_000);
    await page.goto(`${demo.url}/anvil/tx/${demo.hashOf(visited[0] as TransactionName)}`);
    for (const name of visited) {
      await test.step(name, async () => {
        await within(page, `/anvil/tx/${demo.hashOf(name)}`);
        await isDecoded(page, name, demo.hashOf(name));
      });
    }
  });
}

test(`${LARGEST}, on the whole demo chain`, { tag: '@trace' }, async ({ page, stopAtEnd }) => {
  test.slow();
  // The node copies a million steps for each answer about the transaction: on a busy machine it has to be asked again.
  await page.addLocatorHandler(page.getByRole('main').getByRole('button', { name: 'Retry' }), (retry) => retry.click());
  const whole = stopAtEnd(await startDemo({ port: 0, rpcPort: 0 }));
  const link = whole.links.find(({ name }) => name === LARGEST);
  await page.goto(link?.url ?? '');
  await isDecoded(page, LARGEST, link?.url.split('/').at(-1) ?? '');
});

/** Whether the page of the transaction says how it ended, with names for all that is called. */
async function isDecoded(page: Page, name: TransactionName, hash: string): Promise<void> {
  await expect(page.locator(`main header [title="${hash}"]`)).toBeVisible();
  await traceIsIdle(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, name).toContainText(failingTransactions.has(name) ? 'Failed' : 'Success');
  await expect(heading, name).toContainText(SENTENCES[name] ?? '');
  if (SELECTORS[name] !== undefined) return;
  await expect.poll(() => selectorsShown(page), { message: name }).toEqual([]);
}
