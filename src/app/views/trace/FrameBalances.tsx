/** What caller and callee had before a call, where the transaction was executed again. */
import type { NativeCurrency } from '../../../core/chain/network';
import { formatNative } from '../../../core/format/amounts';
import type { TraceHandle } from '../../../workers/ids';
import type { FrameDetail } from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import { useLoaded } from '../../use-loaded';

type Props = {
  api: Pick<TraceApi, 'frameBalances'>;
  handle: TraceHandle;
  detail: FrameDetail;
  currency: NativeCurrency;
};

export function FrameBalances({ api, handle, detail: { row }, currency }: Props) {
  const answer = useLoaded(`${handle} ${row}`, () => api.frameBalances(handle, row));
  if (!answer?.ok) return null;
  const { from, to } = answer.value;
  return (
    <div>
      <dt>Balances before</dt>
      <dd>
        <span className="text-muted">From</span> {formatNative(from, currency).exact}
        {to !== undefined && (
          <>
            <span className="text-muted"> · To</span> {formatNative(to, currency).exact}
          </>
        )}
      </dd>
    </div>
  );
}
