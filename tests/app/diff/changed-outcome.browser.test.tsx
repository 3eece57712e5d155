/** How a transaction that was executed again with changes came out, in a sentence. */
import { afterEach, expect, test } from 'vitest';
import { ChangedOutcome } from '../../../src/app/views/diff/ComparedChange';
import type { ChangedState } from '../../../src/app/views/diff/use-changed-execution';
import type { Address } from '../../../src/core/chain/primitives';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import type { TransactionChanges } from '../../../src/workers/trace/simulate.api';
import { minedReceipt, minedTransaction } from '../transaction/records';
import { mount } from '../ui/mount';

const ETHER = 1_000_000_000_000_000_000n;
const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };

let unmount = () => {};
afterEach(() => unmount());

/** What is said of `transaction`, executed again with `sent` otherwise. */
function said(
  transaction: TransactionRecord['transaction'],
  sent: TransactionChanges['transaction'],
  receipt: TransactionRecord['receipt'] = minedReceipt(),
): string {
  const changed = {
    state: 'done',
    execution: { success: true, gasUsed: 21_000 },
    trace: { outcome: { status: 'success' } },
  } as ChangedState;
  const record: TransactionRecord = { transaction, receipt, origin: 'endpoint', fetchedAt: 0 };
  const page = mount(<ChangedOutcome changed={changed} sent={sent} record={record} currency={currency} />);
  unmount = page.unmount;
  return page.element.querySelector('code')?.textContent ?? '';
}

test('the sentence is about what was sent, not about what was mined', () => {
  const transfer = minedTransaction({ input: '0x', value: ETHER });
  expect(said(transfer, undefined)).toBe('Transfer of 1 ETH to 0x222222…2222 succeeded');
  unmount();
  const to = `0x${'33'.repeat(20)}` as Address;
  expect(said(transfer, { value: 2n * ETHER, to })).toBe('Transfer of 2 ETH to 0x333333…3333 succeeded');
  unmount();
  expect(said(transfer, { input: '0xa9059cbb' })).toBe('0x222222…2222.0xa9059cbb with 1 ETH succeeded');
});

test('a creation by another sender is not of the contract that was mined', () => {
  const { to: _, ...creation } = minedTransaction({ input: '0x6080' });
  const contractAddress = `0x${'44'.repeat(20)}` as Address;
  expect(said(creation, { nonce: 9 }, minedReceipt({ contractAddress }))).toBe('Creation of a contract succeeded');
});
