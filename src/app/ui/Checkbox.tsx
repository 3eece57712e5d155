import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';

/** Shows a choice that is taken or not, with its meaning beside it. */
export function Checkbox({
  checked,
  disabled = false,
  note,
  onChange,
  children,
}: {
  checked: boolean;
  disabled?: boolean;
  /** A second line: what follows from it. */
  note?: ReactNode;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 items-start gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onCheckedChange={(now) => onChange(now === true)}
        className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-s border border-line-strong bg-panel text-on-accent disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Indicator>
          <Icon name="check" size={12} />
        </Radix.Indicator>
      </Radix.Root>
      <span className="min-w-0">
        <label htmlFor={id} className={disabled ? 'opacity-55' : 'cursor-pointer'}>
          {children}
        </label>
        {note !== undefined && (
          <span id={`${id}-note`} className="block text-muted text-s">
            {note}
          </span>
        )}
      </span>
    </span>
  );
}
