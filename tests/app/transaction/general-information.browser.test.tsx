/** Where a transaction is: in its block, or simulated on one. */
import { afterEach, expect, test } from 'vitest';
import { GeneralInformation } from '../../../src/app/views/transaction/GeneralInformation';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { type SimulationId, simulationHash } from '../../../src/core/simulation/simulation-hash';
import type { Outcome } from '../../../src/workers/trace/rows.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';
import { minedBlock, minedReceipt, minedTransaction } from './records';

const HASH = `0x${'a1'.repeat(32)}` as Hash;

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** The labels of what is told of a transaction with this hash. */
async function labelsOf(
  hash: Hash,
  transaction: Parameters<typeof minedTransaction>[0] = {},
  receipt: Parameters<typeof minedReceipt>[0] = {},
  outcome?: Outcome,
): Promise<(string | null)[]> {
  page = mountAt(
    { path: `/tx/${hash}`, pattern: '/tx/$hash' },
    <GeneralInformation
      record={{
        transaction: minedTransaction({ ...transaction, hash }),
        receipt: minedReceipt({ ...receipt, transactionHash: hash }),
        block: minedBlock(),
        origin: 'endpoint',
        fetchedAt: 0,
      }}
      block={minedBlock()}
      network={DEMO}
      outcome={outcome}
    />,
  );
  const labels = () => [...(page?.element.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
  await expect.poll(labels).toContain('Hash');
  return labels();
}

test('a mined transaction has confirmations and the hash of its block', async () => {
  const labels = await labelsOf(HASH);
  expect(labels).toEqual(expect.arrayContaining(['Block', 'Confirmations', 'Block hash']));
});

test('a simulated step has the block that it was simulated on, and is in none', async () => {
  const labels = await labelsOf(simulationHash('ab'.repeat(16) as SimulationId, 0));
  expect(labels).toContain('Simulated on block');
  for (const label of ['Block', 'Confirmations', 'Block hash']) expect(labels).not.toContain(label);
});

test('a creation that failed has created no contract, though its receipt names the address', async () => {
  const contractAddress = `0x${'33'.repeat(20)}` as Address;
  const creation = { to: undefined, input: '0x6080' } as const;
  const made = await labelsOf(HASH, creation, { to: undefined, contractAddress });
  expect(made).toContain('Created contract');
  page?.unmount();
  const failed = await labelsOf(HASH, creation, { to: undefined, contractAddress, status: 'failed' });
  expect(failed).not.toContain('Created contract');
});

test('data that was sent to an account without code has no signature of a function', async () => {
  const called = await labelsOf(HASH, { input: '0x53656520' }, {}, { status: 'success' });
  expect(called).toContain('Function signature');
  page?.unmount();
  const sent = await labelsOf(HASH, { input: '0x53656520' }, {}, { status: 'success', codeless: true });
  expect(sent).not.toContain('Function signature');
});
