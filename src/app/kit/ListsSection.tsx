import { useMemo, useState } from 'react';
import { formatInteger } from '../../core/format/counts';
import { failure } from '../../core/values/failure';
import { StatusGlyph } from '../ui/Badge';
import { AddFilterChip, FilterChip } from '../ui/Chip';
import { CursorPager } from '../ui/CursorPager';
import { DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { AddressView } from '../ui/identity/AddressView';
import { HashView } from '../ui/identity/HashView';
import { Timestamp, TimestampToggle } from '../ui/identity/Timestamp';
import { Panel } from '../ui/Panel';
import { Segmented } from '../ui/Segmented';
import type { Column } from '../ui/table/column';
import { FilterBar, ListFacts } from '../ui/table/ListBars';
import type { Sort } from '../ui/table/TableHead';
import { downloadTable } from '../ui/table/table-csv';
import { toast } from '../ui/toast';
import { VirtualTable } from '../ui/VirtualTable';
import { Sample, Section } from './Section';
import { type Transfer, transfers } from './sample-data';

const COLUMNS: readonly Column<Transfer>[] = [
  {
    label: 'Transaction',
    width: '170px',
    csv: ({ hash }) => hash,
    render: ({ hash }) => <HashView hash={hash} of="transaction" />,
  },
  {
    label: 'Status',
    width: '90px',
    csv: ({ status }) => status,
    render: ({ status }) =>
      status === 'success' ? <span className="sr-only">Success</span> : <StatusGlyph status={status} />,
  },
  { label: 'From', width: '190px', csv: ({ from }) => from, render: ({ from }) => <AddressView address={from} /> },
  {
    label: 'Function',
    width: '170px',
    csv: (row) => row.function,
    render: (row) => <code className="font-semibold">{row.function}</code>,
  },
  {
    label: 'Block',
    width: '130px',
    numeric: true,
    sortKey: 'block',
    csv: ({ block }) => block,
    render: ({ block }) => formatInteger(block),
  },
  {
    label: 'Gas used',
    width: '120px',
    numeric: true,
    wide: true,
    sortKey: 'gas',
    csv: ({ gas }) => gas,
    render: ({ gas }) => formatInteger(gas),
  },
  {
    label: 'When',
    width: '170px',
    end: true,
    sortKey: 'time',
    csv: ({ time }) => new Date(time).toISOString(),
    render: ({ time }) => <Timestamp time={time} />,
  },
];
const KINDS = [
  { value: 'all', label: 'All 4,182' },
  { value: 'internal', label: 'Internal 402' },
] as const;
const OPEN = {
  href: ({ hash }: Transfer) => `#${hash}`,
  onOpen: ({ hash }: Transfer) => toast({ text: `Opens ${hash.slice(0, 10)}` }),
};
const TONES = { success: undefined, failed: 'failure', pending: 'pending' } as const;
const toneOf = ({ status }: Transfer) => TONES[status];

export function ListsSection() {
  const [kind, setKind] = useState<'all' | 'internal'>('all');
  const [sort, setSort] = useState<Sort>({ key: 'time', direction: 'descending' });
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(10);
  const rows = useMemo(() => transfers(200), []);
  const shown = useMemo(
    () => sorted(rows, sort).slice((page - 1) * perPage, page * perPage),
    [rows, sort, page, perPage],
  );
  const many = useMemo(() => transfers(20_000), []);
  const few = COLUMNS.slice(0, 3);
  return (
    <Section title="Lists">
      <Sample name="DataTable with ListFacts, FilterBar and CursorPager" wide>
        <Panel>
          <ListFacts
            count={4182}
            unit="transaction"
            origin="from this browser’s index"
            completeness="blocks 18,200,000 to the head"
            onCsv={() => downloadTable('transfers.csv', COLUMNS, rows)}
          >
            <Segmented label="Kind" size="s" value={kind} segments={KINDS} onChange={setKind} />
          </ListFacts>
          <FilterBar>
            <FilterChip name="since" onRemove={() => {}}>
              Since 01/10/2026
            </FilterChip>
            <FilterChip name="function" onRemove={() => {}}>
              Function is not vote
            </FilterChip>
            <AddFilterChip>Status</AddFilterChip>
            <AddFilterChip>Direction</AddFilterChip>
            <TimestampToggle />
          </FilterBar>
          <DataTable
            label="Transactions"
            columns={COLUMNS}
            rows={shown}
            rowKey={({ hash }) => hash}
            sort={sort}
            onSort={setSort}
            open={OPEN}
            tone={toneOf}
          />
          <CursorPager
            label="Pages of transactions"
            page={page}
            rows={shown.length}
            before={(page - 1) * perPage}
            hasPrevious={page > 1}
            hasNext={page * perPage < rows.length}
            perPage={perPage}
            perPageOptions={[10, 20, 50]}
            busy={false}
            onPrevious={() => setPage(page - 1)}
            onNext={() => setPage(page + 1)}
            onPerPage={(count) => {
              setPerPage(count);
              setPage(1);
            }}
          />
        </Panel>
      </Sample>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Sample name="DataTable, loading">
          <Panel>
            <DataTable label="transfers" columns={few} rows={undefined} loadingRows={4} rowKey={({ hash }) => hash} />
          </Panel>
        </Sample>
        <Sample name="DataTable, empty">
          <Panel>
            <DataTable
              label="No transfers"
              columns={few}
              rows={[]}
              rowKey={({ hash }) => hash}
              empty={
                <EmptyState title="No items found">Nothing matches “mapple” with zero balances hidden.</EmptyState>
              }
            />
          </Panel>
        </Sample>
        <Sample name="DataTable, failed">
          <Panel>
            <DataTable
              label="Failed transfers"
              columns={few}
              rows={undefined}
              rowKey={({ hash }) => hash}
              failure={failure('endpointDown', 'node.example cannot be reached. Check that it runs.')}
              onRetry={() => {}}
            />
          </Panel>
        </Sample>
      </div>
      <Sample name="VirtualTable, 20,000 rows" wide>
        <Panel>
          <VirtualTable
            label="All transactions"
            columns={COLUMNS}
            rows={many}
            rowKey={({ hash }) => hash}
            open={OPEN}
            tone={toneOf}
            height="320px"
          />
        </Panel>
      </Sample>
    </Section>
  );
}

function sorted(rows: readonly Transfer[], { key, direction }: Sort): readonly Transfer[] {
  const of = (row: Transfer) => (key === 'gas' ? row.gas : key === 'block' ? row.block : row.time);
  return rows.toSorted((a, b) => (direction === 'ascending' ? of(a) - of(b) : of(b) - of(a)));
}
