import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { classes } from './classes';

export type RadioOption<Value> = {
  value: Value;
  label: ReactNode;
  /** A second line: what follows from it. */
  note?: ReactNode;
  /** Content at the right end: how well it fits, a badge. */
  aside?: ReactNode;
  disabled?: boolean;
};

/** Offers a choice of one among a few, all of them in sight. Arrow keys choose. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  look = 'line',
  onChange,
}: {
  label: string;
  value: Value | undefined;
  options: readonly RadioOption<Value>[];
  /** line: side by side · cards: rows of a panel, for choices that need explaining. */
  look?: 'line' | 'cards';
  onChange: (value: Value) => void;
}) {
  const id = useId();
  const cards = look === 'cards';
  return (
    <Radix.Root
      aria-label={label}
      value={value ?? null}
      onValueChange={(chosen) => onChange(chosen as Value)}
      className={
        cards
          ? 'divide-y divide-line overflow-hidden rounded-l border border-line bg-panel'
          : 'flex flex-wrap items-center gap-x-5 gap-y-1.5'
      }
    >
      {options.map((option) => (
        // The label names the button inside it, so that the whole card can be pressed.
        <label
          key={option.value}
          htmlFor={`${id}-${option.value}`}
          className={classes(
            'flex min-w-0 cursor-pointer items-start gap-2',
            cards && 'px-3 py-2 hover:bg-hover has-[[data-state=checked]]:bg-accent-soft',
            option.disabled && 'opacity-55',
          )}
        >
          <Radix.Item
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled ?? false}
            className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-panel data-[state=checked]:border-accent"
          >
            <Radix.Indicator className="size-2 rounded-full bg-accent" />
          </Radix.Item>
          <span className="min-w-0 flex-1">
            <span className={cards ? 'font-[550]' : undefined}>{option.label}</span>
            {option.note !== undefined && <span className="block text-muted text-s">{option.note}</span>}
          </span>
          {option.aside !== undefined && <span className="ml-auto shrink-0 text-muted">{option.aside}</span>}
        </label>
      ))}
    </Radix.Root>
  );
}
