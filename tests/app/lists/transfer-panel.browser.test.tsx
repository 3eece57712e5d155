/** A page of transfers, some of which are likely address poisoning: what stands in the table, and in its file. */
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { EmptyState } from '../../../src/app/ui/EmptyState';
import type { CursorPaging } from '../../../src/app/use-cursor-paging';
import { TransferPanel } from '../../../src/app/views/lists/TransferPanel';
import type { TransferRow } from '../../../src/app/views/lists/transfer-columns';
import type { Address } from '../../../src/core/chain/primitives';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const address = (byte: string) => `0x${byte.repeat(20)}` as Address;
const OWNER = address('0a');
const STRANGER = address('0b');
const TOKEN = address('4e');

let page: MountedAt | undefined;
afterEach(() => {
  page?.unmount();
  vi.restoreAllMocks();
});

/** A transfer of the owner to `to`. One of nothing is taken for the act of a stranger. */
function row(to: Address, amount: bigint, position: number): TransferRow {
  const standard = 'ERC-20';
  return {
    transfer: { token: TOKEN, standard, from: OWNER, to, amount, blockNumber: 12, position },
    token: { networkId: DEMO.id, address: TOKEN, standard },
    summary: undefined,
  } as TransferRow;
}

function show(rows: readonly TransferRow[]): void {
  const paging: CursorPaging<TransferRow> = {
    page: 1,
    rows,
    before: 0,
    hasPrevious: false,
    hasNext: false,
    perPage: 20,
    perPageOptions: [20],
    busy: false,
    failure: undefined,
    onPrevious: () => {},
    onNext: () => {},
    onPerPage: () => {},
    onRetry: () => {},
    readAll: async () => rows,
  };
  page = mountAt(
    { path: `/wallet/${OWNER}`, pattern: '/wallet/$address' },
    <TransferPanel
      network={DEMO}
      paging={paging}
      owner={OWNER}
      label="Token transfers"
      origin="from the index"
      hasItems={false}
      senderOf={({ transfer }) => (transfer.amount === 0n ? STRANGER : OWNER)}
      csvName="token-transfers"
      kinds={null}
      empty={<EmptyState title="No transfers" />}
    />,
  );
}

/** The lines of the file below its headings. */
async function saveFile(): Promise<readonly string[]> {
  const made = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const button = [...(page?.element.querySelectorAll('button') ?? [])].find(({ textContent }) =>
    textContent?.includes('CSV'),
  );
  await userEvent.click(button as HTMLElement);
  await expect.poll(() => made.mock.calls.length).toBe(1);
  const [file] = made.mock.calls[0] as [Blob];
  return (await file.text()).trim().split('\r\n').slice(1);
}

test('a file has the transfers of the table, and none that is folded', async () => {
  show([row(address('0c'), 5n, 1), row(address('0d'), 0n, 0)]);
  await expect.poll(() => page?.element.textContent).toContain('1 look-alike transfer folded');
  const lines = await saveFile();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(address('0c'));
});

test('where every transfer is folded, neither the table nor its file has one', async () => {
  show([row(address('0c'), 0n, 1), row(address('0d'), 0n, 0)]);
  await expect.poll(() => page?.element.textContent).toContain('2 look-alike transfers folded');
  expect(page?.element.textContent).toContain('Every transfer of this page is folded');
  expect(page?.element.querySelector('table')).toBeNull();
  expect(await saveFile()).toEqual([]);
});
