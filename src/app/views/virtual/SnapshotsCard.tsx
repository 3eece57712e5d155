/** Points to come back to, each once. */
import { useState } from 'react';
import { quantityHex } from '../../../core/chain/hex';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { Failure } from '../../../core/values/failure';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import type { Steered } from './use-virtual-network';

export function SnapshotsCard({ kept, ask }: Steered) {
  const { snapshots } = kept.standing;
  const [failure, setFailure] = useState<Failure>();
  const run = (method: string, ...params: readonly string[]) => void ask([method, ...params]).then(setFailure);
  return (
    <Panel
      title="Snapshots"
      aside="you can return to each once"
      actions={<Button onClick={() => run('evm_snapshot')}>Take a snapshot</Button>}
    >
      <div className="flex flex-col gap-2 p-3">
        {snapshots.length === 0 && (
          <p className="text-muted">A snapshot keeps blocks, state, clock and waiting transactions.</p>
        )}
        <ul aria-label="Snapshots" className="flex flex-col gap-1.5">
          {snapshots.toReversed().map(([id, { height }]) => {
            const blocks = kept.head.number - height;
            return (
              <li key={id} className="flex flex-wrap items-center gap-2">
                <code>{quantityHex(id)}</code>
                <span>after block {formatInteger(height)}</span>
                <Button size="s" className="ml-auto" onClick={() => run('evm_revert', quantityHex(id))}>
                  Revert {blocks > 0 ? countOf(blocks, 'block') : 'to it'}
                  <span className="sr-only"> to snapshot {quantityHex(id)}</span>
                </Button>
              </li>
            );
          })}
        </ul>
        {failure && <ErrorState compact failure={failure} />}
      </div>
    </Panel>
  );
}
