import { type ComponentProps, useState } from 'react';
import { Button } from './Button';
import { ErrorState } from './ErrorState';

/** Shows a failure of a whole view, with the button that asks again; where `onRetry` is a promise, not twice at once. */
export function RetryableError({
  onRetry,
  ...rest
}: Omit<ComponentProps<typeof ErrorState>, 'actions'> & { onRetry: () => unknown }) {
  const [isAsking, setAsking] = useState(false);
  const retry = async () => {
    setAsking(true);
    await onRetry();
    setAsking(false);
  };
  return (
    <ErrorState
      {...rest}
      actions={
        <Button variant="primary" disabled={isAsking} onClick={() => void retry()}>
          Retry
        </Button>
      }
    />
  );
}
