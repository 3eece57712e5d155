/** Where a transaction is: in its block, or simulated on one. */
import { afterEach, expect, test } from 'vitest';
import { GeneralInformation } from '../../../src/app/views/transaction/GeneralInformation';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { ReceiptWithoutLogs, Transaction } from '../../../src/core/chain/transaction';
import { type SimulationId, simulationHash } from '../../../src/core/simulation/simulation-hash';
import type { Outcome } from '../../../src/workers/trace/rows.api';
import { DEMO, type MountedAt } from '../ui/mount-at';
import { mountTraceless } from './mount-view';
import { minedBlock, minedReceipt, minedTransaction } from './records';

const HASH = `0x${'a1'.repeat(32)}` as Hash;

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** The labels of what is told of a transaction with this hash. */
async function labelsOf(
  hash: Hash,
  {
    transaction = minedTransaction({ hash }),
    receipt = minedReceipt({ transactionHash: hash }),
    outcome,
  }: { transaction?: Transaction; receipt?: ReceiptWithoutLogs; outcome?: Outcome } = {},
): Promise<(string | null)[]> {
  const record = { transaction, receipt, block: minedBlock(), origin: 'endpoint', fetchedAt: 0 } as const;
  page = mountTraceless(
    <GeneralInformation onShown={() => {}} record={record} network={DEMO} outcome={outcome} />,
    record,
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
  const { to: _, ...transaction } = minedTransaction({ input: '0x6080' });
  const made = await labelsOf(HASH, { transaction, receipt: minedReceipt({ contractAddress }) });
  expect(made).toContain('Created contract');
  page?.unmount();
  const receipt = minedReceipt({ contractAddress, status: 'failed' });
  const failed = await labelsOf(HASH, { transaction, receipt });
  expect(failed).not.toContain('Created contract');
});

test('data that was sent to an account without code has no signature of a function', async () => {
  const transaction = minedTransaction({ input: '0x53656520' });
  const called = await labelsOf(HASH, { transaction, outcome: { status: 'success' } });
  expect(called).toContain('Function signature');
  page?.unmount();
  const sent = await labelsOf(HASH, { transaction, outcome: { status: 'success', codeless: true } });
  expect(sent).not.toContain('Function signature');
});

test('prices of gas are in the token that pays, where one does', async () => {
  const token = `0x${'76'.repeat(20)}` as Address;
  const priced = { maxFeePerGas: 20_139_041_016n, maxPriorityFeePerGas: 1n, rollup: { feeCurrency: token } };
  const transaction = minedTransaction({ ...priced, type: 0x7b });
  const receipt = minedReceipt({ effectiveGasPrice: 10_070_070_509n, rollup: { baseFee: '0x2583914ec' } });
  await labelsOf(HASH, { transaction, receipt });
  const labels = [...(page?.element.querySelectorAll('dt') ?? [])];
  const of = (label: string) =>
    labels.find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent;
  expect(of('Max fee per gas')).toMatch(/^0\.000000020139041016 0x7676/);
  expect(of('Effective gas price')).toMatch(/^0\.000000010070070509 0x7676/);
  expect(of('Base fee in the fee currency')).toBe('0.000000010070070508');
});
