import type { ComponentProps } from 'react';
import { Button } from './Button';
import { ErrorState } from './ErrorState';

/** A failure of a whole view, with the button that asks again. */
export function RetryableError({
  onRetry,
  ...rest
}: Omit<ComponentProps<typeof ErrorState>, 'actions'> & { onRetry: () => void }) {
  return (
    <ErrorState
      {...rest}
      actions={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
