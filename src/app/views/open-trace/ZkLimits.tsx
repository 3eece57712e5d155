import type { Outcome } from '../../../workers/trace/rows.api';
import { PanelNote } from '../../ui/PanelNote';

/** Says what cannot be had of a ZK network. */
export function ZkLimits({ outcome }: { outcome: Outcome | undefined }) {
  const { error } = outcome?.failing ?? {};
  return (
    <PanelNote className="text-pending">
      <p>Internal calls and source code locations are missing due to limited support of ZK networks.</p>
      {error?.message.includes('out of gas') && (
        <p>Gas usage might be incorrect due to the limited support for ZK networks.</p>
      )}
      {outcome && !outcome.method && <p>Human readable decoding is not yet supported for ZK networks.</p>}
    </PanelNote>
  );
}
