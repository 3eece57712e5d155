/**
 * A choice from many by typing: the list shows what fits, the arrow keys mark
 * one of it, Enter takes it. The focus stays in the field all the time.
 */
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../core/format/counts';
import { classes } from './classes';
import { fieldClass } from './field-class';
import { Icon } from './Icon';

export type ComboboxOption<Value> = {
  value: Value;
  /** What is shown, and searched. */
  label: string;
  icon?: ReactNode;
  /** After the label, muted; searched, too: the number of a chain, an address. */
  note?: string;
};

/** Options that are drawn at most; typing one more letter narrows the list. */
const MAX_SHOWN = 100;

export function Combobox<Value extends string | number>({
  label,
  value,
  options,
  placeholder = 'Type to search',
  control,
  className,
  onChange,
}: {
  /** Name for assistive technology; a field's label names it where `control` is given. */
  label: string;
  value: Value | undefined;
  options: readonly ComboboxOption<Value>[];
  placeholder?: string;
  /** Props of the control that a `FormField` gives. */
  control?: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  className?: string;
  onChange: (value: Value) => void;
}) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  // Undefined while the list is closed; the field shows what is chosen then.
  const [text, setText] = useState<string>();
  const [marked, setMarked] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const open = text !== undefined;
  const found = useMemo(() => matching(options, text ?? ''), [options, text]);
  const shown = found.slice(0, MAX_SHOWN);
  const at = Math.min(marked, shown.length - 1);

  const show = (typed = '') => {
    setText(typed);
    const place = typed === '' ? matching(options, '').findIndex((option) => option.value === value) : 0;
    setMarked(Math.max(0, Math.min(place, MAX_SHOWN - 1)));
  };
  const close = () => setText(undefined);
  const take = (option: ComboboxOption<Value> | undefined) => {
    if (!option) return;
    close();
    onChange(option.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const move = moves[event.key];
    if (move !== undefined) {
      if (!open) show();
      else setMarked(clamp(at + move, shown.length));
    } else if (event.key === 'Enter' && open) take(shown[at]);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover.Root open={open} onOpenChange={(now) => !now && close()}>
      <Popover.Anchor asChild>
        <span className={classes('relative flex min-w-0', className)}>
          <input
            ref={field}
            role="combobox"
            aria-label={control ? undefined : label}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && shown.length > 0 ? `${listId}-${at}` : undefined}
            {...control}
            autoComplete="off"
            spellCheck={false}
            placeholder={chosen?.label ?? placeholder}
            value={text ?? chosen?.label ?? ''}
            onClick={() => !open && show()}
            onChange={(event) => show(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={close}
            className={classes(fieldClass(), 'w-full truncate pr-6')}
          />
          <span aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 text-muted">
            <Icon name="down" size={12} />
          </span>
        </span>
      </Popover.Anchor>
      <Popover.Portal container={field.current?.closest<HTMLElement>('main, header') ?? null}>
        <Popover.Content
          // The list is described by the field; the layer around it is nothing by itself.
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === field.current) event.preventDefault();
          }}
          className="z-50 max-h-[min(320px,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width) max-w-[calc(100vw-16px)] overflow-auto rounded-l border border-line-strong bg-panel p-1 text-text shadow-layer outline-none"
        >
          <div id={listId} role="listbox" aria-label={label}>
            {shown.map((option, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked one
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={option.value === value}
                ref={index === at ? bringIntoSight : undefined}
                // Before the field loses the focus, which closes the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(option)}
                onPointerMove={() => setMarked(index)}
                className={classes(
                  'flex min-h-8 cursor-default items-center gap-2 rounded-m px-2',
                  index === at && 'bg-accent-soft',
                )}
              >
                {option.icon}
                <span className="min-w-0 truncate">{option.label}</span>
                {option.note !== undefined && <span className="shrink-0 text-muted text-s">{option.note}</span>}
                {option.value === value && (
                  <span className="ml-auto text-accent">
                    <Icon name="check" size={12} />
                  </span>
                )}
              </div>
            ))}
          </div>
          <p
            role="status"
            className={found.length > 0 && found.length <= MAX_SHOWN ? 'sr-only' : 'px-2 py-1.5 text-muted'}
          >
            {summary(found.length)}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Options with every typed word at the start of a word of the label or the note; those whose label begins with the text first. */
function matching<Value>(options: readonly ComboboxOption<Value>[], text: string): readonly ComboboxOption<Value>[] {
  const typed = text.trim().toLowerCase();
  if (typed === '') return options;
  const words = typed.split(/\s+/);
  const fits = options.filter(({ label, note = '' }) => {
    const searched = `${label} ${note}`.toLowerCase();
    return words.every((word) => startsWord(searched, word));
  });
  const first = (label: string) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return fits.toSorted((a, b) => first(a.label) - first(b.label));
}

/** What is typed may go over the end of a word, as `0.8.18` does. */
function startsWord(searched: string, typed: string): boolean {
  for (let at = searched.indexOf(typed); at !== -1; at = searched.indexOf(typed, at + 1))
    if (at === 0 || /[\s(),.\-/]/.test(searched.charAt(at - 1))) return true;
  return false;
}

function summary(count: number): string {
  if (count === 0) return 'Nothing fits.';
  if (count > MAX_SHOWN) return `${formatInteger(count - MAX_SHOWN)} more; type to find them.`;
  return `${count} to choose from`;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
