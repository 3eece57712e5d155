/** What the reader's account at the hosted API has used of its plan, in units of the host. */

import { formatInteger } from '../../../core/format/counts';
import type { HostedUsage } from '../../../core/hosted/answers';
import { harmlessText } from '../../../core/text/harmless';
import { DataTable } from '../../ui/DataTable';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { useHost } from './use-host';

type Category = HostedUsage['categories'][number];

const COLUMNS: readonly Column<Category>[] = [
  { label: 'Category', render: ({ label }) => <bdi>{harmlessText(label, 80)}</bdi> },
  { label: 'Calls', numeric: true, render: ({ calls }) => formatInteger(calls) },
  { label: 'Units', numeric: true, render: ({ units }) => formatInteger(units) },
];

export function HostUsage() {
  const answer = useHost<'usage'>({ of: 'usage' });
  if (answer.state === 'waiting') return null;
  if (answer.state === 'failed') {
    return (
      <Panel title="At the hosted API">
        <ErrorState compact failure={answer.failure} onRetry={answer.again} />
      </Panel>
    );
  }
  if (answer.value?.told === undefined) return null;
  const { host, told } = answer.value;
  return (
    <Panel title={`At ${harmlessText(host, 60)}`} aside="counted by the host, whoever used the account">
      {told.limit !== undefined && told.used !== undefined && (
        <p className="px-3 py-2">
          {formatInteger(told.used)} of {formatInteger(told.limit)} units of the plan are used;{' '}
          {told.used >= told.limit ? 'none is left' : `${formatInteger(told.limit - told.used)} are left`}.
        </p>
      )}
      <DataTable
        label="Usage at the hosted API"
        columns={COLUMNS}
        rows={told.categories}
        rowKey={({ label }) => label}
      />
    </Panel>
  );
}
