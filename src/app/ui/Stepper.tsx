import { type ReactNode, useId, useState } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';

export type Step = {
  id: string;
  title: string;
  /** What was chosen in it, or what is still missing. */
  note?: ReactNode;
  state: 'done' | 'missing' | 'failed' | 'ahead';
};

const MARKS: Record<Step['state'], string> = {
  done: 'border-success bg-success-soft text-success',
  missing: 'border-pending bg-pending-soft text-pending',
  failed: 'border-failure bg-failure text-panel',
  ahead: 'border-line-strong bg-panel text-muted',
};
const WORDS: Record<Step['state'], string> = {
  done: 'done',
  missing: 'something is missing',
  failed: 'failed',
  ahead: '',
};

/**
 * Shows the rail of a wizard: all steps, what was chosen in each, and what is still missing. Any step can be gone
 * to. On a narrow screen it is one line that names the open step and what another lacks, and opens to all of them.
 */
export function Stepper({
  label,
  steps,
  current,
  onStep,
  children,
}: {
  label: string;
  steps: readonly Step[];
  current: string;
  onStep: (id: string) => void;
  /** Below the steps: that a draft is kept. */
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const at = steps.findIndex(({ id }) => id === current);
  const lacking = steps.find(({ id, state }) => state === 'missing' && id !== current);
  return (
    <nav aria-label={label} className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-focus-inside
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 px-3.5 text-left hover:bg-hover md:hidden"
      >
        <span className="text-muted">
          Step {at + 1} of {steps.length}
        </span>
        <span className="shrink-0 font-[550] text-accent">{steps[at]?.title}</span>
        {lacking !== undefined && !isOpen && (
          <span className="ml-auto min-w-0 truncate text-pending text-s">
            {lacking.title}: {lacking.note ?? WORDS.missing}
          </span>
        )}
        <span
          className={classes(
            'shrink-0 text-muted transition-transform',
            (lacking === undefined || isOpen) && 'ml-auto',
            isOpen && 'rotate-90',
          )}
        >
          <Icon name="right" size={12} />
        </span>
      </button>
      <ol id={listId} className={classes(!isOpen && 'max-md:hidden')}>
        {steps.map((step, index) => {
          const here = step.id === current;
          const word = WORDS[step.state];
          return (
            <li key={step.id} className="relative">
              {index < steps.length - 1 && (
                <span aria-hidden className="absolute top-9 bottom-[-9px] left-[25px] w-px bg-line-strong" />
              )}
              <button
                type="button"
                aria-current={here ? 'step' : undefined}
                data-focus-inside
                onClick={() => {
                  setOpen(false);
                  onStep(step.id);
                }}
                className="flex w-full items-start gap-2.5 px-3.5 py-2 text-left hover:bg-hover aria-[current]:bg-accent-soft"
              >
                <span
                  aria-hidden
                  className={classes(
                    'relative inline-flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold text-s',
                    here && step.state !== 'failed' ? 'border-accent bg-accent text-on-accent' : MARKS[step.state],
                  )}
                >
                  {step.state === 'done' && !here ? (
                    <Icon name="check" size={12} />
                  ) : step.state === 'failed' ? (
                    '✕'
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="min-w-0">
                  <span className={classes('block font-[550]', here && 'text-accent')}>{step.title}</span>
                  {word !== '' && <span className="sr-only">{word}</span>}
                  {step.note !== undefined && (
                    <span className={classes('block text-s', step.state === 'missing' ? 'text-pending' : 'text-muted')}>
                      {step.note}
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {children !== undefined && (
        <div className={classes('px-3.5 pt-3 text-muted text-s max-md:pb-2', !isOpen && 'max-md:sr-only')}>
          {children}
        </div>
      )}
    </nav>
  );
}
