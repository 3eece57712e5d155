/** Chips: small words in a toolbar that switch something, or say which filter holds. */
import type { ReactNode } from 'react';
import { classes } from './classes';

const CHIP = 'inline-flex h-[26px] shrink-0 items-center gap-[5px] whitespace-nowrap rounded-m font-medium';

/** Shows or hides something, and says which. */
export function ToggleChip({
  on,
  onChange,
  className,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className={classes(
        CHIP,
        'px-[9px] text-muted hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Shows a filter that holds; its cross takes it away. */
export function FilterChip({
  name,
  onRemove,
  children,
}: {
  /** What the filter is, for the label of the cross: `direction`. */
  name: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <span className={classes(CHIP, 'bg-accent-soft pl-[9px] text-accent')}>
      <span>{children}</span>
      <button
        type="button"
        aria-label={`Remove the filter ${name}`}
        onClick={onRemove}
        className="mr-0.5 inline-flex size-[22px] items-center justify-center rounded-s hover:bg-panel"
      >
        <span aria-hidden>✕</span>
      </button>
    </span>
  );
}

/** Shows something in a toolbar that the reader must see, such as a count of reverts; its buttons stand inside it. */
export function FailureChip({ children }: { children: ReactNode }) {
  return (
    <span className={classes(CHIP, 'bg-failure-soft px-[9px] text-failure')}>
      <span aria-hidden>✕</span>
      {children}
    </span>
  );
}

/** Shows the same, as one button. */
export function FailureChipButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classes(CHIP, 'bg-failure-soft px-[9px] text-failure hover:underline')}
    >
      <span aria-hidden>✕</span>
      {children}
    </button>
  );
}
