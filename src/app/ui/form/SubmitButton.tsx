import type { ReactNode } from 'react';
import { Button } from '../Button';
import { classes } from '../classes';
import { Spinner } from '../Spinner';
import { useFormContext } from './form-context';

/**
 * Shows the button of a form; its words say what will happen ("Send 0.1 ETH").
 * While a field is missing or wrong it names that field instead, and leads to
 * it.
 */
export function SubmitButton({
  busyLabel = 'Working',
  variant = 'primary',
  disabled = false,
  className,
  children,
}: {
  /** Label between the press and the answer. */
  busyLabel?: string;
  variant?: 'primary' | 'plain' | 'danger';
  /** Disabled for a reason outside the form, for example because nothing has changed; the page shows the reason. */
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { busy = false, firstWrong } = useFormContext() ?? {};
  // The button keeps its label until a field shows its error: a reader who is still typing has made no mistake.
  const names = firstWrong?.shown === true;
  return (
    <Button
      type="submit"
      variant={names ? 'plain' : variant}
      disabled={disabled || busy}
      aria-disabled={names || undefined}
      className={classes(
        'aria-disabled:border-line-strong aria-disabled:border-dashed aria-disabled:bg-raised aria-disabled:text-muted',
        className,
      )}
    >
      {busy && <Spinner label={busyLabel} />}
      {names ? <Correction label={firstWrong.label} missing={firstWrong.missing} /> : children}
    </Button>
  );
}

function Correction({ label, missing }: { label: string; missing: boolean }) {
  return missing ? `Fill in ${label} to go on` : `Correct ${label} to go on`;
}
