/** How many rows a filtered list has: nobody counts them before its last page is there. */
import { afterEach, expect, test } from 'vitest';
import { EmptyState } from '../../../src/app/ui/EmptyState';
import type { CursorPaging } from '../../../src/app/use-cursor-paging';
import { ListPanel } from '../../../src/app/views/lists/ListPanel';
import { type MountedAt, mountAt } from '../ui/mount-at';

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** Shows a page of five rows, before which the list has 40; without a filter it says that it has 900. */
function show(more: Partial<CursorPaging<number>>, isFiltered = true): void {
  const paging: CursorPaging<number> = {
    page: 3,
    rows: [1, 2, 3, 4, 5],
    before: 40,
    hasPrevious: true,
    hasNext: false,
    perPage: 20,
    perPageOptions: [20],
    busy: false,
    failure: undefined,
    onPrevious: () => {},
    onNext: () => {},
    onPerPage: () => {},
    onRetry: () => {},
    readAll: async () => [],
    ...more,
  };
  page = mountAt(
    { path: '/transactions', pattern: '/transactions' },
    <ListPanel
      label="Transactions"
      unit="transaction"
      {...(!isFiltered && { count: 900 })}
      origin="from the index"
      columns={[{ label: 'Number', render: (row: number) => row }]}
      paging={paging}
      rowKey={String}
      csvName="transactions"
      isFiltered={isFiltered}
      empty={<EmptyState title="No transactions" />}
    />,
  );
}

const facts = () => page?.element.querySelector('p')?.textContent;

test('at its end it has the rows of the pages before, too', async () => {
  show({});
  await expect.poll(facts).toBe('45 transactions from the index');
});

test('where there is a next page, or one is on its way, it has no count', async () => {
  show({ hasNext: true });
  await expect.poll(facts).toBe('from the index');
  page?.unmount();
  show({ busy: true });
  await expect.poll(facts).toBe('from the index');
});

test('without a filter the list has its own count', async () => {
  show({}, false);
  await expect.poll(facts).toBe('900 transactions from the index');
});
