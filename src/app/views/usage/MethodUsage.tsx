import { formatBytes, formatInteger } from '../../../core/format/counts';
import { formatDuration } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { type CallCount, groupUsage, type UsageGroup } from '../../../core/usage/usage';
import type { Weights } from '../../../core/usage/weight-limits';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { formatUsage } from './usage-choices';

/** Columns that the tables of methods and of endpoints share. */
export const USAGE_COLUMNS: readonly Column<UsageGroup>[] = [
  { label: 'Calls', numeric: true, render: ({ sum }) => formatInteger(sum.calls) },
  { label: 'Units', numeric: true, render: ({ sum }) => formatUsage('units', sum.units) },
  { label: 'Failed', numeric: true, render: ({ sum }) => formatInteger(sum.failed) },
  { label: 'Rate-limited', numeric: true, wide: true, render: ({ sum }) => formatInteger(sum.rateLimited) },
  {
    label: 'Mean latency',
    numeric: true,
    render: ({ sum }) => (sum.latency === undefined ? '–' : formatDuration(sum.latency)),
  },
  { label: 'Received', numeric: true, wide: true, render: ({ sum }) => formatBytes(sum.bytes) },
];

const columns: readonly Column<UsageGroup>[] = [
  { label: 'Method', render: ({ key }) => <code>{harmlessText(key, 60)}</code> },
  ...USAGE_COLUMNS,
];

export function MethodUsage({ counts, weights }: { counts: readonly CallCount[]; weights: Weights }) {
  const rows = groupUsage(counts, weights, ({ method }) => method);
  return (
    <Panel title="By method" aside={formatInteger(rows.length)}>
      <DataTable
        label="Usage by method"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={<EmptyState title="No calls in this time">Choose a longer one.</EmptyState>}
      />
    </Panel>
  );
}
