import { classes } from './classes';

/** A grey bar where text will be. Give width and height by class, in the final layout, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'inline-block h-[1em] w-24 animate-[skeleton_1.4s_ease-in-out_infinite] rounded-s bg-line align-middle',
        className,
      )}
    />
  );
}

/** `count` rows of the height of a table row. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        // Rows have no identity: they are all the same.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={row} className="flex h-[34px] items-center justify-between border-line border-b px-3 last:border-0">
          <Skeleton className={['w-40', 'w-56', 'w-32', 'w-48'][row % 4] ?? 'w-40'} />
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  );
}
