/** The table of an address is no wider than its panel where it is narrowest, with the badge that the specification has at the hash. */
import { afterEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { DataTable } from '../../../src/app/ui/DataTable';
import { accountColumns } from '../../../src/app/views/lists/account-columns';
import { transactionColumns } from '../../../src/app/views/lists/transaction-columns';
import type { Address } from '../../../src/core/chain/primitives';
import { summarizeTransaction } from '../../../src/core/chain/summaries';
import { minedReceipt, minedTransaction } from '../transaction/records';
import { type MountedAt, mountAt } from '../ui/mount-at';

let page: MountedAt | undefined;
afterEach(async () => {
  page?.unmount();
  await browser.viewport(1280, 800);
});

const OWN = `0x${'0a'.repeat(20)}` as Address;
const summary = {
  ...summarizeTransaction(minedTransaction(), minedReceipt({ status: 'failed', gasUsed: 12_345_678 }), undefined),
  blockNumber: 21_345_678,
  timestamp: Math.floor(Date.now() / 1_000) - 59 * 60,
};

for (const width of [992, 1199]) {
  test(`${width} px`, async () => {
    await browser.viewport(width, 800);
    const columns = transactionColumns({}, () => undefined, {}, { name: 'Ether', symbol: 'ETH', decimals: 18 });
    // The page has 20 px at either side, the panel a border.
    page = mountAt(
      { path: '/wallet', pattern: '/wallet' },
      <div style={{ width: width - 42 }}>
        <DataTable
          label="Transactions"
          columns={accountColumns(OWN, columns)}
          rows={[{ summary, roles: 0 }]}
          rowKey={() => ''}
        />
      </div>,
    );
    await expect.poll(() => page?.element.textContent).toContain('TOKEN');
    const table = page.element.querySelector('table');
    expect(table?.getBoundingClientRect().width).toBeLessThanOrEqual(width - 42);
  });
}
