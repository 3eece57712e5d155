import type { Failure } from '../../core/values/failure';
import { Button } from './Button';
import { Tooltip } from './Tooltip';

/** Shows one field's request that failed: why is in the tooltip, and it can be made again. */
export function RequestFailed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Tooltip tip={<span className="block max-w-[48ch]">{failure.message}</span>}>
        <span className="text-failure underline decoration-dotted underline-offset-2">Request has failed</span>
      </Tooltip>
      <Button size="s" variant="quiet" onClick={onRetry}>
        Retry
      </Button>
    </span>
  );
}
