/** Every named transaction of the demo chain opens with its calls decoded. */
import type { Page } from '@playwright/test';
import { failingTransactions, type TransactionName, transactionNames } from '../../devnet/names';
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

for (let start = 0; start < transactionNames.length; start += PER_VISIT) {
  const names = transactionNames.slice(start, start + PER_VISIT);
  test(`${names[0]} to ${names.at(-1)}`, { tag: '@trace' }, async ({ page, demo }) => {
    test.setTimeout(240_000);
    await page.goto(`${demo.url}/anvil/tx/${demo.hashOf(names[0] as TransactionName)}`);
    for (const name of names) {
      await test.step(name, async () => {
        await within(page, `/anvil/tx/${demo.hashOf(name)}`);
        await expect(page.locator(`main header [title="${demo.hashOf(name)}"]`)).toBeVisible();
        await traceIsIdle(page);
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading, name).toContainText(failingTransactions.has(name) ? 'Failed' : 'Success');
        await expect(heading, name).toContainText(SENTENCES[name] ?? '');
        if (SELECTORS[name] !== undefined) return;
        await expect.poll(() => selectorsShown(page), { message: name }).toEqual([]);
      });
    }
  });
}
