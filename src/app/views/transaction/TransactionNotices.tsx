import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { describeDifference } from '../open-trace/describe-difference';
import type { TransactionState } from '../open-trace/open-trace-context';

type Props = {
  state: TransactionState;
  /** Present where what the endpoint says of the transaction cannot be true. */
  instead: string | undefined;
};

/** Warns of what is wrong with the facts below: they changed, or they cannot be true. */
export function TransactionNotices({ state, instead }: Props) {
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
    </>
  );
}

/**
 * Says that no endpoint confirmed what is shown. It comes when the page stands already, so it takes no room above: it
 * stands at the end of the page, and at the bottom of the window while that is out of sight.
 */
export function NotConfirmed({ state, fetchedAt }: { state: TransactionState; fetchedAt: number }) {
  if (!state.failure) return null;
  return (
    <div className="sticky bottom-3 z-20 rounded-m border border-line-strong bg-panel">
      <Callout
        actions={
          <Button size="s" onClick={state.retry} disabled={state.asking}>
            Retry
          </Button>
        }
      >
        Shown from this browser, as of {new Date(fetchedAt).toUTCString()}: {state.failure.message}
      </Callout>
    </div>
  );
}
