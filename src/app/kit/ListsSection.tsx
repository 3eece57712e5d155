import { useMemo, useState } from 'react';
import { formatInteger } from '../../core/format/counts';
import { StatusGlyph } from '../ui/Badge';
import { FilterChip } from '../ui/Chip';
import { CursorPager } from '../ui/CursorPager';
import { DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { AddressView } from '../ui/identity/AddressView';
import { HashView } from '../ui/identity/HashView';
import { TimeView } from '../ui/identity/TimeView';
import { Panel } from '../ui/Panel';
import { Segmented } from '../ui/Segmented';
import type { Column } from '../ui/table/column';
import { FilterBar, ListFacts } from '../ui/table/ListBars';
import { downloadTable } from '../ui/table/table-csv';
import { toast } from '../ui/toast';
import { Sample, Section } from './Section';
import { type Transfer, transfers } from './sample-data';

const COLUMNS: readonly Column<Transfer>[] = [
  {
    label: 'Transaction',

    csv: ({ hash }) => hash,
    render: ({ hash }) => <HashView hash={hash} of="transaction" />,
  },
  {
    label: 'Status',

    csv: ({ status }) => status,
    render: ({ status }) =>
      status === 'success' ? <span className="sr-only">Success</span> : <StatusGlyph status={status} />,
  },
  { label: 'From', csv: ({ from }) => from, render: ({ from }) => <AddressView address={from} /> },
  {
    label: 'Function',

    csv: (row) => row.function,
    render: (row) => <code className="font-semibold">{row.function}</code>,
  },
  {
    label: 'Block',

    numeric: true,
    csv: ({ block }) => block,
    render: ({ block }) => formatInteger(block),
  },
  {
    label: 'Gas used',

    numeric: true,
    wide: true,
    csv: ({ gas }) => gas,
    render: ({ gas }) => formatInteger(gas),
  },
  {
    label: 'When',

    end: true,
    csv: ({ time }) => new Date(time).toISOString(),
    render: ({ time }) => <TimeView time={time} />,
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
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(10);
  const rows = useMemo(() => transfers(200), []);
  const shown = rows.slice((page - 1) * perPage, page * perPage);
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
          </FilterBar>
          <DataTable
            label="Transactions"
            columns={COLUMNS}
            rows={shown}
            rowKey={({ hash }) => hash}
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
      <div className="grid items-start gap-4 lg:grid-cols-2">
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
      </div>
    </Section>
  );
}
