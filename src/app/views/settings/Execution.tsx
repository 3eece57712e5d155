import { formatInteger } from '../../../core/format/counts';
import { Panel } from '../../ui/Panel';
import { Select } from '../../ui/Select';
import { usePreference } from '../../use-preference';

const LIMITS = [1_000_000, 10_000_000, 50_000_000, 200_000_000];

/** Sets whether transactions are executed again in this browser, and how far. */
export function Execution() {
  const [limit, saveLimit] = usePreference('stepLimit');
  return (
    <Panel title="Executing transactions again">
      <div className="flex flex-col gap-2 px-3 py-2.5">
        <p className="text-muted">
          A transaction is executed once more in this browser, on state read from your endpoint, and compared with its
          receipt. This gives calls, steps and state changes even where the endpoint has no tracing methods. It takes
          about 25 bytes of memory per step.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <span aria-hidden className="font-medium">
            Steps at most
          </span>
          <Select
            label="Steps at most"
            value={limit}
            disabled={limit === undefined}
            placeholder=""
            choices={[
              { value: 0, label: 'none: do not execute' },
              ...limitsWith(limit).map((steps) => ({ value: steps, label: formatInteger(steps) })),
            ]}
            onChange={(steps) => void saveLimit(steps)}
            className="w-44"
          />
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
