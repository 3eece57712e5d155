/** The fields of a block, and what its transactions paid. */
import { afterEach, expect, test } from 'vitest';
import { BlockFields } from '../../../src/app/views/block/BlockFields';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { summarizeTransaction } from '../../../src/core/chain/summaries';
import { minedBlock, minedReceipt, minedTransaction } from '../transaction/records';
import { type MountedAt, mountAt } from '../ui/mount-at';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** The labels of a block with a base fee whose first transaction is sent by `from`. */
async function labelsOf(from: Address, blobGasUsed?: number): Promise<readonly (string | null)[]> {
  const transaction = minedTransaction({ from });
  const summary = summarizeTransaction(transaction, minedReceipt({ effectiveGasPrice: 12n }), undefined);
  page = mountAt(
    { path: '/block/7', pattern: '/block/$block' },
    <BlockFields
      block={minedBlock({ baseFeePerGas: 10n, ...(blobGasUsed !== undefined && { blobGasUsed }) })}
      transactions={[{ hash: transaction.hash, index: 0, summary }]}
    />,
  );
  const labels = () => [...(page?.element.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
  await expect.poll(labels).toContain('Base fee per gas');
  return labels();
}

test('the base fee is burnt, but on a rollup', async () => {
  expect(await labelsOf(`0x${'11'.repeat(20)}` as Address)).toContain('Burnt fees');
  for (const opener of ['0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001', '0x00000000000000000000000000000000000a4b05']) {
    page?.unmount();
    expect(await labelsOf(opener as Address)).not.toContain('Burnt fees');
  }
});

test('that the fees of blobs are not part of what is called burnt is said where there are some', async () => {
  const sender = `0x${'11'.repeat(20)}` as Address;
  expect(await labelsOf(sender, 131_072)).toContain('Burnt fees, without blobs');
  page?.unmount();
  expect(await labelsOf(sender, 0)).toContain('Burnt fees');
});

test('fields that only its chain has are shown, under the names of its explorers', async () => {
  // Base's of a block at 42.2 seconds: docs.base.org, Denim.
  const time = { timestampMs: '0xa4d8' };
  const rollup = { l1BlockNumber: '0x13bdb60', sendCount: '0x1c40c', sendRoot: `0x${'ab'.repeat(32)}`, ...time };
  page = mountAt(
    { path: '/block/7', pattern: '/block/$block' },
    <BlockFields block={minedBlock({ rollup })} transactions={[]} />,
  );
  const rows = () =>
    [...(page?.element.querySelectorAll('dt') ?? [])].map(({ textContent, nextElementSibling }) => [
      textContent,
      nextElementSibling?.textContent?.trim(),
    ]);
  await expect.poll(rows).toContainEqual(['L1 block', '20,700,000']);
  expect(rows()).toContainEqual(['Messages to L1', '115,724']);
  expect(rows()).toContainEqual(['Milliseconds since 1970', '42,200']);
  expect(rows()).toContainEqual(['Root of messages to L1', rollup.sendRoot]);
});

test('a block without a gas limit has no line for it, and one is not made up', async () => {
  const { gasLimit: _, ...without } = minedBlock({ gasUsed: 21_000 });
  page = mountAt({ path: '/block/7', pattern: '/block/$block' }, <BlockFields block={without} transactions={[]} />);
  const labels = () => [...(page?.element.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
  await expect.poll(labels).toContain('Gas used');
  expect(labels()).not.toContain('Gas limit');
  expect(page.element.textContent).not.toMatch(/NaN|undefined|%/);
});

test('every field of the header is shown, and numbers past 2^53 as the node states them', async () => {
  const hashOf = (digits: string) => `0x${digits.repeat(32)}` as Hash;
  const hashes = {
    sha3Uncles: hashOf('a1'),
    withdrawalsRoot: hashOf('a2'),
    requestsHash: hashOf('a3'),
    blockAccessListHash: hashOf('a4'),
    parentBeaconBlockRoot: hashOf('a5'),
  };
  const most = 2n ** 63n - 1n;
  const rounded = ['gasLimit', 'gasUsed', 'blobGasUsed', 'excessBlobGas', 'slotNumber'].map((name) => [name, most]);
  const numbers = Object.fromEntries(rounded.map(([name, value]) => [name, Number(value)]));
  page = mountAt(
    { path: '/block/7', pattern: '/block/$block' },
    <BlockFields block={minedBlock({ ...hashes, ...numbers, exact: Object.fromEntries(rounded) })} transactions={[]} />,
  );
  const text = () => page?.element.textContent ?? '';
  await expect.poll(text).toContain(hashes.sha3Uncles);
  for (const value of Object.values(hashes)) expect(text()).toContain(value);
  expect(text().match(/9,223,372,036,854,775,807/g)).toHaveLength(rounded.length);
  expect(text()).not.toContain('775,808');
});
