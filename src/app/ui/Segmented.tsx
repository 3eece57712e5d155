import type { ReactNode } from 'react';
import { classes } from './classes';

export type Segment<Value> = { value: Value; label: ReactNode; title?: string };

/**
 * Shows two to five ways to see the same thing, side by side: Form or JSON,
 * Source or Opcodes. Buttons that are pressed or not, so that the arrow keys
 * stay with the page.
 */
export function Segmented<Value extends string>({
  label,
  value,
  segments,
  size = 'm',
  onChange,
}: {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  /** m: 30 px high · s: 24 px, beside a field's label. */
  size?: 'm' | 's';
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset
      aria-label={label}
      className={classes(
        'inline-flex w-fit min-w-0 shrink-0 items-stretch rounded-m border border-line bg-panel',
        size === 'm' ? 'h-[30px]' : 'h-6 text-s',
      )}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          title={segment.title}
          onClick={() => onChange(segment.value)}
          className={classes(
            'inline-flex items-center gap-1.5 whitespace-nowrap rounded-[5px] font-medium text-muted hover:text-text',
            'aria-pressed:bg-accent-soft aria-pressed:text-accent',
            size === 'm' ? 'px-2.5' : 'px-[7px]',
          )}
        >
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
