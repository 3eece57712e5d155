/** What a row of transactions says of its status where it is a card. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { transactionColumns } from '../../../src/app/views/lists/transaction-columns';
import { summarizeTransaction } from '../../../src/core/chain/summaries';
import { minedReceipt, minedTransaction } from '../transaction/records';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };

test('a card says that a transaction succeeded, where a table says it only aloud', () => {
  const status = transactionColumns({}, () => undefined, {}, currency).find(({ label }) => label === 'Status');
  const told = (of: 'success' | 'failed') => {
    const receipt = minedReceipt({ status: of });
    const summary = summarizeTransaction(minedTransaction(), receipt, undefined);
    return renderToStaticMarkup(status?.render(summary));
  };
  // Hidden from the width on at which rows are a table.
  expect(told('success')).toMatch(/class="[^"]*md:sr-only"[^>]*>Success</);
  expect(told('success')).not.toMatch(/"sr-only|hidden/);
  expect(told('failed')).toContain('Failed');
});
