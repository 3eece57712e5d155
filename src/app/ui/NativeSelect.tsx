import type { ComponentProps } from 'react';
import { classes } from './classes';
import { fieldClass } from './field-class';
import { Icon } from './Icon';

export type SelectOption<Value> = { value: Value; label: string; disabled?: boolean };

const LOOKS = {
  field: fieldClass(),
  small: fieldClass({ size: 's' }),
  quiet: 'h-[26px] rounded-m px-2 font-medium text-muted hover:bg-hover hover:text-text',
};

/**
 * Shows a choice of plain texts by the browser's own list: it costs no code, so
 * parts that stand on the page from its first moment use it. `Select` has icons
 * and notes.
 */
export function NativeSelect<Value extends string | number>({
  label,
  value,
  options,
  look = 'field',
  className,
  onChange,
  ...rest
}: Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children' | 'size'> & {
  /** Name for assistive technology; leave it out where a `label` element names the choice. */
  label?: string;
  /** Undefined while it is not known; the choice is then disabled. */
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
  /** field: as tall as a text field · small: in a toolbar · quiet: no border until hovered. */
  look?: keyof typeof LOOKS;
  onChange: (value: Value) => void;
}) {
  return (
    <span className={classes('relative inline-flex min-w-0 max-w-full', className)}>
      <select
        aria-label={label}
        value={value === undefined ? '' : String(value)}
        disabled={value === undefined}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        {...rest}
        className={classes('w-full appearance-none truncate pr-6!', LOOKS[look])}
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={String(option.value)}
            disabled={option.disabled}
            className="bg-panel text-text"
          >
            {option.label}
          </option>
        ))}
      </select>
      <span className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-1.5 text-muted">
        <Icon name="down" size={12} />
      </span>
    </span>
  );
}
