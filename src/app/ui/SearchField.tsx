import type { KeyboardEvent, Ref } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';
import { Kbd } from './Kbd';

/** Shows the search of a panel. Escape empties it. `label` is the placeholder too. */
export function SearchField({
  label,
  value,
  onChange,
  shortcut,
  maxLength,
  className,
  ref,
  onKeyDown,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  shortcut?: string;
  maxLength?: number;
  className?: string;
  ref?: Ref<HTMLInputElement>;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  return (
    <span
      className={classes(
        'flex h-7 w-[230px] max-w-full items-center gap-1.5 rounded-m border border-line bg-panel px-2 text-muted focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
        className,
      )}
    >
      <Icon name="search" size={13} />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        spellCheck={false}
        autoComplete="off"
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
          onKeyDown?.(event);
        }}
        className="min-w-0 flex-1 bg-transparent text-text outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {shortcut !== undefined && value === '' && <Kbd>{shortcut}</Kbd>}
    </span>
  );
}
