import type { Address } from '../../../core/chain/primitives';
import { classes } from '../../ui/classes';

export type Way = 'IN' | 'OUT' | 'SELF';

/** Returns which way something went, seen from an address; undefined where it is neither side. */
export function directionOf(owner: Address, { from, to }: { from: Address; to?: Address }): Way | undefined {
  if (from === owner) return to === owner ? 'SELF' : 'OUT';
  return to === owner ? 'IN' : undefined;
}

const LOOKS: Record<Way, string> = {
  IN: 'bg-success-soft text-success',
  OUT: 'bg-pending-soft text-pending',
  SELF: 'bg-hover text-muted',
};

export function Direction({ direction }: { direction: Way | undefined }) {
  if (direction === undefined) return <span className="text-muted">–</span>;
  return (
    <span className={classes('inline-block w-10 rounded-s text-center font-semibold text-s', LOOKS[direction])}>
      {direction}
    </span>
  );
}
