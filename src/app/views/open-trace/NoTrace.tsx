import { useEffect } from 'react';
import type { Failure } from '../../../core/values/failure';
import { sayPageShown } from '../../page-stages';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';

const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';

/** Stands in for a view of a trace that could not be loaded: says why, and offers to try again. */
export function NoTrace({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  useEffect(sayPageShown, []);
  const cancelled = failure.code === 'cancelled';
  return (
    <Panel>
      <ErrorState
        failure={failure}
        title={cancelled ? 'The call trace was not loaded' : NO_TRACE}
        actions={<Button onClick={onRetry}>{cancelled ? 'Load the call trace' : 'Retry'}</Button>}
      />
    </Panel>
  );
}
