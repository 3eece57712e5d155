/** Grey bars that stand where something will be. */
import { classes } from './classes';

/** Fades in and out. It goes on the frame of many bars and not on each: every animation costs the browser a layer. */
export const PULSE = 'animate-[skeleton_1.4s_ease-in-out_infinite]';

/**
 * Shows a grey bar where text will be. Give its width by class, as it will be in the final layout, so that nothing
 * jumps; `still` inside a frame that fades.
 */
export function Skeleton({ className, still = false }: { className?: string; still?: boolean }) {
  return (
    <span
      aria-hidden
      className={classes('inline-block h-[1em] rounded-s bg-line align-middle', !still && PULSE, className ?? 'w-24')}
    />
  );
}

/** Shows `count` rows of the height of a table row. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={PULSE}>
      {Array.from({ length: count }, (_, row) => (
        // Rows have no identity: they are all the same.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={row} className="flex h-[34px] items-center justify-between border-line border-b px-3 last:border-0">
          <Skeleton still className={['w-40', 'w-56', 'w-32', 'w-48'][row % 4] ?? 'w-40'} />
          <Skeleton still className="w-16" />
        </div>
      ))}
    </div>
  );
}
