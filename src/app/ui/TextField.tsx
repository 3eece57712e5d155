import { type ComponentProps, useId } from 'react';
import { classes } from './classes';

/** A labelled line of text. `problem` says what is wrong with it, `hint` what belongs in it. */
export function TextField({
  label,
  hint,
  problem,
  className,
  mono = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  mono?: boolean;
}) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className={classes('flex min-w-0 flex-col gap-0.5', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={classes(
          'h-8 w-full rounded-m border border-line-strong bg-panel px-2 aria-invalid:border-failure',
          mono && 'mono',
        )}
      />
      {note !== undefined && (
        <span id={`${id}-note`} className={classes('text-s', problem === undefined ? 'text-muted' : 'text-failure')}>
          {note}
        </span>
      )}
    </div>
  );
}
