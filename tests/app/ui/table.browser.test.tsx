import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { FilterChip } from '../../../src/app/ui/Chip';
import { CursorPager } from '../../../src/app/ui/CursorPager';
import { DataTable } from '../../../src/app/ui/DataTable';
import { EmptyState } from '../../../src/app/ui/EmptyState';
import { GasInRow } from '../../../src/app/ui/identity/GasInRow';
import type { Column } from '../../../src/app/ui/table/column';
import { FilterBar, ListFacts } from '../../../src/app/ui/table/ListBars';
import { tableCsv } from '../../../src/app/ui/table/table-csv';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  page?.unmount();
  document.documentElement.removeAttribute('data-theme');
  await browser.viewport(1280, 800);
});
const all = (selector: string) => [...(page?.element.querySelectorAll<HTMLElement>(selector) ?? [])];
const one = (selector: string) => all(selector)[0] as HTMLElement;

type Row = { id: number; name: string; gas: bigint };
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Row ${id}`, gas: 21_000n + BigInt(id) }));
const COLUMNS: readonly Column<Row>[] = [
  { label: 'Name', csv: ({ name }) => name, render: ({ name }) => name },
  { label: 'Gas', numeric: true, csv: ({ gas }) => gas, render: ({ gas }) => `${gas}` },
];
const rowKey = ({ id }: Row) => id;

test('below 992 px rows are cards that stay a table', async () => {
  await browser.viewport(600, 800);
  page = mount(<DataTable label="Rows" columns={COLUMNS} rows={rows(3)} rowKey={rowKey} />);
  expect(getComputedStyle(one('tbody tr')).display).toBe('grid');
  expect(getComputedStyle(one('thead')).display).toBe('none');
  expect(all('[role=table] [role=rowgroup] > [role=row] > [role=cell]')).toHaveLength(6);
  expect(one('tbody td').textContent).toBe('NameRow 0');
});

test('rows open by click, by Enter and in a new tab, and their own controls stay theirs', async () => {
  const opened: string[] = [];
  const kept = window.open;
  window.open = (url) => {
    opened.push(`tab ${url}`);
    return null;
  };
  const columns = [
    ...COLUMNS,
    {
      label: 'Copy',
      render: () => (
        <button type="button" onClick={() => opened.push('copied')}>
          Copy
        </button>
      ),
    },
  ];
  page = mount(
    <DataTable
      label="Rows"
      columns={columns}
      rows={rows(3)}
      rowKey={rowKey}
      open={{ href: ({ id }) => `/row/${id}`, onOpen: ({ id }) => opened.push(`row ${id}`) }}
    />,
  );
  expect(all('tbody tr').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  one('tbody tr').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}{Home}{Control>}{Enter}{/Control}');
  await userEvent.click(all('tbody td')[4] as HTMLElement);
  await userEvent.click(all('tbody button')[0] as HTMLElement);
  all('tbody tr')[2]?.dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true }));
  expect(opened).toEqual(['row 2', 'tab /row/0', 'row 1', 'copied', 'tab /row/2']);
  window.open = kept;
});

test('rows on their way have the height of rows that are there', async () => {
  page = mount(<DataTable label="Rows" columns={COLUMNS} rows={undefined} loadingRows={3} rowKey={rowKey} />);
  const waiting = one('table').offsetHeight;
  expect(one('table').getAttribute('aria-busy')).toBe('true');
  expect(one('[role=status]').textContent).toBe('Loading Rows');
  page.unmount();
  page = mount(<DataTable label="Rows" columns={COLUMNS} rows={rows(3)} rowKey={rowKey} />);
  expect(one('table').offsetHeight).toBe(waiting);
  expect(one('table').hasAttribute('aria-busy')).toBe(false);
});

test('a list says that it is empty', () => {
  page = mount(
    <DataTable label="Rows" columns={COLUMNS} rows={[]} rowKey={rowKey} empty={<EmptyState title="No rows" />} />,
  );
  expect(page.element.textContent).toBe('No rows');
});

test('the file has the exact values of the columns that have one', () => {
  const columns = [...COLUMNS, { label: 'Icon', render: () => 'x' }];
  expect(tableCsv(columns, [{ id: 1, name: '=1+1', gas: 2n ** 70n }])).toBe(
    `Name,Gas\r\n'=1+1,1180591620717411303424\r\n`,
  );
});

test('a pager of a cursor steps, says its rows, and rests while a page is on its way', async () => {
  const done: string[] = [];
  const props = {
    label: 'Pages',
    page: 3,
    rows: 7,
    before: 40,
    hasPrevious: true,
    hasNext: true,
    perPage: 20,
    perPageOptions: [20, 50],
    onPrevious: () => done.push('previous'),
    onNext: () => done.push('next'),
    onPerPage: (count: number) => done.push(`per page ${count}`),
  };
  page = mount(<CursorPager {...props} busy={false} />);
  expect(page.element.textContent).toContain('Rows 41 – 47');
  all('button')[0]?.focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await userEvent.selectOptions(one('select'), '50');
  expect(done).toEqual(['previous', 'next', 'per page 50']);
  page.unmount();
  // The rows are those of the page before until the wanted ones are there.
  page = mount(<CursorPager {...props} page={4} busy />);
  expect(page.element.textContent).toContain('Rows 41 – 47');
  expect(page.element.textContent).toContain('Page 4');
  expect(all('button').map((button) => (button as HTMLButtonElement).disabled)).toEqual([true, true]);
});

test.each(['light', 'dark'])(
  'axe finds nothing wrong with lists in the %s theme, as tables and as cards',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    page = mount(
      <>
        <h1>Lists</h1>
        <ListFacts count={4_182} unit="rows" origin="from the index" completeness="blocks 1 to 9" onCsv={() => {}} />
        <FilterBar>
          <FilterChip name="kind" onRemove={() => {}}>
            Kind is any
          </FilterChip>
        </FilterBar>
        <DataTable
          label="Rows"
          columns={COLUMNS}
          rows={rows(3)}
          rowKey={rowKey}
          open={{ href: () => '#', onOpen: () => {} }}
          tone={({ id }) => (id === 1 ? 'failure' : undefined)}
        />
      </>,
    );
    for (const width of [1280, 600]) {
      await browser.viewport(width, 800);
      const { violations } = await axe.run(page.element);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
    }
  },
);

test('a column that fills is cut, so that the table stays as wide as its panel', async () => {
  await browser.viewport(1000, 800);
  const long = 'transferFromWithAuthorization ERC20InsufficientAllowance';
  const columns: Column<Row>[] = [
    ...['Tx Hash', 'From', 'To', 'Direction of it'].map((label) => ({ label, render: () => '0x1234567890abcdef' })),
    { label: 'Function', fills: true, render: () => long },
    { label: 'When', end: true, render: () => '12 minutes ago' },
  ];
  page = mount(
    <div style={{ width: 952, overflow: 'hidden' }}>
      <DataTable label="Rows" columns={columns} rows={rows(2)} rowKey={rowKey} />
    </div>,
  );
  expect(one('table').getBoundingClientRect().width).toBe(952);
  // Below 1200 px columns stand closer, those at the edges as far from them as ever.
  expect(
    ['paddingLeft', 'paddingRight'].map((side) => getComputedStyle(all('td')[1] as HTMLElement)[side as 'paddingLeft']),
  ).toEqual(['8px', '8px']);
  expect(getComputedStyle(one('td')).paddingLeft).toBe('12px');
  expect(all('td').filter((cell) => cell.scrollWidth > cell.clientWidth)).toHaveLength(2);
  for (const heading of all('th')) expect(heading.getClientRects()).toHaveLength(1);
  expect(Math.max(...all('th').map(({ offsetHeight }) => offsetHeight))).toBe(30);
});

test('bars of gas are as long in every row, whatever was used', () => {
  const used = [0, 22_779, 1_544_052, 29_999_999];
  page = mount(used.map((gas) => <GasInRow key={gas} used={gas} limit={30_000_000} />));
  const bars = all('[aria-hidden]').map((bar) => bar.getBoundingClientRect().width);
  expect(bars).toHaveLength(used.length);
  expect(new Set(bars).size).toBe(1);
});
