import { useId } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { Panel } from '../../ui/Panel';
import { usePreference } from '../../use-preference';

const LIMITS = [1_000_000, 10_000_000, 50_000_000, 200_000_000];

/** Whether transactions are executed again in this browser, and how far. */
export function Execution() {
  const id = useId();
  const [limit, saveLimit] = usePreference('stepLimit');
  return (
    <Panel title="Executing transactions again">
      <div className="flex flex-col gap-2 px-3 py-2.5">
        <p className="text-muted">
          A transaction is executed once more in this browser, on state read from your endpoint, and compared with its
          receipt. That gives calls, steps and state changes also where the endpoint has no tracing methods. About 25
          bytes of memory are taken per step.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="font-medium">
            Steps at most
          </label>
          <select
            id={id}
            value={limit ?? ''}
            disabled={limit === undefined}
            onChange={(event) => void saveLimit(Number(event.target.value))}
            className="h-8 rounded-m border border-line-strong bg-panel px-2"
          >
            <option value={0}>none: do not execute</option>
            {limitsWith(limit).map((steps) => (
              <option key={steps} value={steps}>
                {formatInteger(steps)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </Panel>
  );
}

/** The choices, and what is chosen when it is none of them. */
function limitsWith(chosen: number | undefined): readonly number[] {
  if (chosen === undefined || chosen === 0 || LIMITS.includes(chosen)) return LIMITS;
  return [...LIMITS, chosen].sort((a, b) => a - b);
}
