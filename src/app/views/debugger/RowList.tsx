/** A list of the debugger: rows of one height, drawn as they come into sight, with the keys and the names that a list has. */
import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes';
import type { VirtualRows } from '../../ui/use-virtual-rows';

/** How a row is drawn. */
export type ListedRow = {
  isCurrent: boolean;
  className?: string | undefined;
  title?: string | undefined;
  /** Undefined while the row is on its way. */
  content: ReactNode;
};

type Props = {
  label: string;
  testId: string;
  rows: VirtualRows;
  /** Rows of the whole list. */
  total: number;
  rowHeight: number;
  /** The row that is announced as the current one, -1 for none. */
  active: number;
  /** Number of rows that each key moves by. */
  keys?: Readonly<Record<string, number>>;
  onMove: (by: number) => void;
  onPick: (index: number) => void;
  draw: (index: number) => ListedRow;
};

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function RowList({
  label,
  testId,
  rows: { scroller, height, first, last, base },
  total,
  rowHeight,
  active,
  keys = ARROWS,
  onMove,
  onPick,
  draw,
}: Props) {
  const id = useId();
  const shown: number[] = [];
  for (let index = first; index <= last; index++) shown.push(index);
  return (
    <div ref={scroller} className="dbg-scroll" data-testid={testId}>
      <div
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        className="relative"
        style={{ height }}
        onKeyDown={(event) => {
          const by = keys[event.key];
          if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          onMove(by);
        }}
      >
        {shown.map((index) => {
          const { isCurrent, className, title, content } = draw(index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              aria-label={content === undefined ? 'Loading' : undefined}
              aria-selected={isCurrent}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={classes(className, isCurrent && 'is-current')}
              style={{ top: index * rowHeight - base }}
              title={title}
              onClick={() => onPick(index)}
            >
              {content}
            </div>
          );
        })}
      </div>
    </div>
  );
}
