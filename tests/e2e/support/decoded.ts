/** Whether the page of a transaction of the demo chain says how it ended, with names for all that is called. */
import { expect, type Page } from '@playwright/test';
import { failingTransactions, type TransactionName } from '../../../devnet/names';
import { traceIsIdle } from './tree';

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

/** Selectors that stand where a name should be, in the rows that are rendered and in the head. */
function selectorsShown(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=treeitem] .trace-selector, h1 code')]
      .map((element) => element.textContent ?? '')
      .filter((text) => /0x[0-9a-f]{8}\b/.test(text)),
  );
}

export async function expectDecoded(page: Page, name: TransactionName, hash: string): Promise<void> {
  await expect(page.locator(`main header [title="${hash}"]`)).toBeVisible();
  await traceIsIdle(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, name).toContainText(failingTransactions.has(name) ? 'Failed' : 'Success');
  await expect(heading, name).toContainText(SENTENCES[name] ?? '');
  if (SELECTORS[name] !== undefined) return;
  await expect.poll(() => selectorsShown(page), { message: name }).toEqual([]);
}
