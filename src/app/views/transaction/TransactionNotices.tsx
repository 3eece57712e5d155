import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { describeDifference } from '../open-trace/describe-difference';
import type { TransactionState } from '../open-trace/open-trace-context';

/** Warns of what is wrong though the transaction is known: it changed, or an endpoint did not confirm it. */
export function TransactionNotices({ state, fetchedAt }: { state: TransactionState; fetchedAt: number }) {
  return (
    <>
      {state.changed !== undefined && (
        <Callout glyph="⟳">{describeDifference(state.changed)} This page shows what the endpoint says now.</Callout>
      )}
      {state.failure && (
        <Callout
          actions={
            <Button size="s" onClick={state.retry} disabled={state.asking}>
              Retry
            </Button>
          }
        >
          Shown from this browser, as of {new Date(fetchedAt).toUTCString()}: {state.failure.message}
        </Callout>
      )}
    </>
  );
}
