import { useEffect } from 'react';
import type { Failure } from '../../../core/values/failure';
import { sayPageShown } from '../../page-stages';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';

const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';

type Props = { failure: Failure; onRetry: () => void } | { failure?: undefined };

/**
 * Stands in for a view of a trace that could not be loaded: says why, and offers to try again. Without a failure, the
 * transaction is in no block any more.
 */
export function NoTrace(props: Props) {
  useEffect(sayPageShown, []);
  const { failure } = props;
  if (failure === undefined) {
    return (
      <Panel>
        <p className="px-3 py-4 text-muted">There is no trace: the transaction is in no block of the chain.</p>
      </Panel>
    );
  }
  const cancelled = failure.code === 'cancelled';
  return (
    <Panel>
      <ErrorState
        failure={failure}
        title={cancelled ? 'The call trace was not loaded' : NO_TRACE}
        actions={<Button onClick={props.onRetry}>{cancelled ? 'Load the call trace' : 'Retry'}</Button>}
      />
    </Panel>
  );
}
