import { type ReactNode, useId } from 'react';
import { classes } from './classes';

/**
 * Shows a bordered surface. With `title` it has a heading row and is a landmark
 * of that name; `actions` stand at the right end of the row, `aside` beside the
 * title.
 */
export function Panel({
  title,
  aside,
  actions,
  className,
  children,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={classes('min-w-0 overflow-hidden rounded-l border border-line bg-panel', className)}
    >
      {title !== undefined && (
        <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-line px-3 py-1.5 not-last:border-b">
          <h2 id={id}>{title}</h2>
          {aside !== undefined && <span className="text-muted">{aside}</span>}
          {actions !== undefined && <div className="ml-auto flex items-center gap-1.5">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
