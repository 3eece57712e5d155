import { Select as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classes } from './classes';
import { fieldClass } from './field-class';
import { Icon } from './Icon';

export type Choice<Value> = {
  value: Value;
  /** What is shown once it is chosen, and what typing its beginning finds. */
  label: string;
  icon?: ReactNode;
  /** After the label, muted: what it means. */
  note?: ReactNode;
  disabled?: boolean;
};

/**
 * Shows a choice from a list with icons and notes. Radix comes with it, so
 * parts of the first page use `NativeSelect`; a list of more than a hundred is
 * a `Combobox`.
 */
export function Select<Value extends string | number>({
  label,
  value,
  choices,
  placeholder = 'Choose',
  size = 'm',
  disabled = false,
  control,
  className,
  onChange,
}: {
  /** Name for assistive technology; a field's label names it where `control` is given. */
  label?: string;
  value: Value | undefined;
  choices: readonly Choice<Value>[];
  placeholder?: string;
  size?: 'm' | 's';
  disabled?: boolean;
  /** Props of the control that a `FormField` gives. */
  control?: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  className?: string;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <Radix.Root
      value={value === undefined ? '' : String(value)}
      disabled={disabled}
      onValueChange={(text) => {
        const chosen = choices.find((choice) => String(choice.value) === text);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Radix.Trigger
        id={id}
        aria-label={label}
        {...control}
        onKeyDown={keepFromPage}
        className={classes(
          fieldClass({ size }),
          'inline-flex items-center gap-1.5 text-left data-[placeholder]:text-muted',
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-1.5 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon className="ml-auto text-muted">
          <Icon name="down" size={12} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={keepFromPage}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-l border border-line-strong bg-panel text-text shadow-layer"
        >
          <Radix.Viewport className="p-1">
            {choices.map((choice) => (
              <Radix.Item
                key={choice.value}
                value={String(choice.value)}
                disabled={choice.disabled ?? false}
                textValue={choice.label}
                className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-m px-2 outline-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent-soft"
              >
                <Radix.ItemText>
                  <span className="inline-flex items-center gap-1.5">
                    {choice.icon}
                    {choice.label}
                  </span>
                </Radix.ItemText>
                {choice.note !== undefined && <span className="text-muted text-s">{choice.note}</span>}
                <Radix.ItemIndicator className="ml-auto text-accent">
                  <Icon name="check" size={12} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Letters choose here, as in the browser's own select: they are not the page's keys as well. */
function keepFromPage(event: KeyboardEvent): void {
  if (!event.metaKey && !event.ctrlKey) event.stopPropagation();
}
