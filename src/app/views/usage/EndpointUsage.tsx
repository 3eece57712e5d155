/** Calls by endpoint, each with the quota that the reader entered for it. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { formatUtc } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { type CallCount, groupUsage, type Quota, quotaState, type UsageGroup } from '../../../core/usage/usage';
import type { Weights } from '../../../core/usage/weight-limits';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { usePreference } from '../../use-preference';
import { USAGE_COLUMNS } from './MethodUsage';
import { QuotaDialog } from './QuotaDialog';

/** `counts` are those of the shown time, `recent` those of the last month. */
type Props = { counts: readonly CallCount[]; recent: readonly CallCount[]; weights: Weights; now: number };

export function EndpointUsage({ counts, recent, weights, now }: Props) {
  const [quotas = {}, saveQuotas] = usePreference('quotas');
  const [edited, setEdited] = useState<string>();
  const editedNetwork = recent.find(({ endpoint }) => endpoint === edited)?.networkId;
  const columns: readonly Column<UsageGroup>[] = [
    { label: 'Endpoint', render: ({ key }) => <bdi>{harmlessText(key, 60)}</bdi> },
    ...USAGE_COLUMNS,
    {
      label: 'Quota',
      end: true,
      render: ({ key }) => {
        const quota = Object.hasOwn(quotas, key) ? quotas[key] : undefined;
        return (
          <span className="inline-flex flex-wrap items-center gap-2">
            {quota && (
              <QuotaUse
                quota={quota}
                counts={recent.filter(({ endpoint }) => endpoint === key)}
                {...{ weights, now }}
              />
            )}
            <Button
              size="s"
              onClick={() => setEdited(key)}
              aria-label={`${quota ? 'Change' : 'Set a quota'}: quota of ${harmlessText(key, 60)}`}
            >
              {quota ? 'Change' : 'Set a quota'}
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <Panel title="By endpoint">
      <DataTable
        label="Usage by endpoint"
        columns={columns}
        rows={groupUsage(counts, weights, ({ endpoint }) => endpoint)}
        rowKey={({ key }) => key}
        empty={<EmptyState title="No calls in this time">Choose a longer one.</EmptyState>}
      />
      {edited !== undefined && editedNetwork !== undefined && (
        <QuotaDialog
          endpoint={edited}
          networkId={editedNetwork}
          quota={Object.hasOwn(quotas, edited) ? quotas[edited] : undefined}
          onClose={() => setEdited(undefined)}
          onSave={async (quota) => {
            const { [edited]: _, ...others } = quotas;
            return await saveQuotas(quota === undefined ? others : { ...others, [edited]: quota });
          }}
        />
      )}
    </Panel>
  );
}

type UseProps = { quota: Quota; counts: readonly CallCount[]; weights: Weights; now: number };

/** How much of a quota is used, and whether it will do until it begins anew. */
function QuotaUse({ quota, counts, weights, now }: UseProps) {
  const { used, left, resetsAt, forecast } = quotaState(quota, counts, weights, now);
  const isTight = forecast > quota.units;
  const title = `${formatInteger(used)} of ${formatInteger(quota.units)} units are used. At the pace of the last seven days it will reach ${formatInteger(forecast)} when the count restarts.`;
  return (
    <span title={title} className="inline-grid w-44 gap-0.5 text-left text-s">
      <span className="h-1 overflow-hidden rounded-full bg-line">
        <span
          className={classes('block h-full', left === 0 ? 'bg-failure' : isTight ? 'bg-pending' : 'bg-success')}
          style={{ width: `${Math.min(100, (used / quota.units) * 100)}%` }}
        />
      </span>
      <span className={left === 0 ? 'text-failure' : isTight ? 'text-pending' : 'text-muted'}>
        {left === 0 ? 'used up' : `${formatInteger(left)} left${isTight ? ', will run out' : ''}`}
      </span>
      <span className="text-muted">
        {formatInteger(forecast)} by {formatUtc(resetsAt)} UTC
      </span>
    </span>
  );
}
