/** The strip of key facts, of transactions that are not the usual ones. */
import { afterEach, expect, test } from 'vitest';
import { TransactionFacts } from '../../../src/app/views/transaction/TransactionFacts';
import type { Address } from '../../../src/core/chain/primitives';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import { DEMO, type MountedAt } from '../ui/mount-at';
import { mountTraceless } from './mount-view';
import { minedBlock, minedReceipt, minedTransaction } from './records';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

const contractAddress = `0x${'33'.repeat(20)}` as Address;

/** What stands below each label. */
async function factsOf(
  status: Parameters<typeof TransactionFacts>[0]['status'],
  record: Pick<TransactionRecord, 'transaction' | 'receipt' | 'block'>,
): Promise<Readonly<Record<string, string>>> {
  const whole = { ...record, origin: 'endpoint', fetchedAt: 0 } as const;
  page = mountTraceless(<TransactionFacts record={whole} status={status} currency={DEMO.nativeCurrency} />, whole);
  const read = () =>
    Object.fromEntries(
      [...(page?.element.querySelectorAll('dl > div') ?? [])].map((fact) => [
        fact.querySelector('dt')?.textContent ?? '',
        fact.querySelector('dd')?.textContent ?? '',
      ]),
    );
  await expect.poll(() => read().From).toBeDefined();
  return read();
}

test('a creation that failed made nothing, though its receipt names the address', async () => {
  const { to: _, ...transaction } = minedTransaction({ input: '0x6080' });
  const receipt = minedReceipt({ contractAddress });
  const made = await factsOf('success', { transaction, receipt, block: minedBlock() });
  expect(made['Contract creation']).toContain('0x333333');
  page?.unmount();
  const failed = await factsOf('failed', {
    transaction,
    receipt: { ...receipt, status: 'failed' },
    block: minedBlock(),
  });
  expect(failed['Contract creation']).toBe('none: it failed');
});
