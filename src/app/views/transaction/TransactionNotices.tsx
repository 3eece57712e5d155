import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { describeDifference } from '../open-trace/describe-difference';
import type { TransactionState } from '../open-trace/open-trace-context';

type Props = {
  state: TransactionState;
  /** Present where what the endpoint says of the transaction cannot be true. */
  instead: string | undefined;
  fetchedAt: number;
};

/** Warns of what is wrong though the transaction is known: it changed, it cannot be true, or an endpoint did not confirm it. */
export function TransactionNotices({ state, instead, fetchedAt }: Props) {
  return (
    <>
      {instead !== undefined && (
        <Callout tone="failure">
          Not verified: the facts below are what the endpoint says, and cannot all be true of this transaction.
        </Callout>
      )}
      {state.changed !== undefined && (
        <Callout glyph="⟳">
          {describeDifference(state.changed)} This page shows the current answer of the endpoint.
        </Callout>
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
