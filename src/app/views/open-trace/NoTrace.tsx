import { useEffect } from 'react';
import type { Failure } from '../../../core/values/failure';
import { sayPageShown } from '../../page-stages';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';

const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';

/** Without a failure the transaction is in no block: not yet, or not any more (`gone`). */
type Props = { failure: Failure; onRetry: () => void } | { failure?: undefined; title?: string; gone: unknown };

/** Stands in for a view of a trace that there is not: says why, and offers to try again where it could not be loaded. */
export function NoTrace(props: Props) {
  useEffect(sayPageShown, []);
  const { failure } = props;
  if (failure === undefined) {
    const { title, gone } = props;
    return (
      <Panel {...(title !== undefined && !gone && { title })}>
        <p className="px-3 py-4 text-muted">
          {gone
            ? 'There is no trace: the transaction is in no block of the chain.'
            : 'There is nothing to show yet: the transaction waits to be included in a block. It appears here as soon as it is.'}
        </p>
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
