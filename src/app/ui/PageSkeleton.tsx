import { useContext } from 'react';
import { BelowHeading } from './below-heading';
import { HiddenHeading } from './HiddenHeading';
import { useSaySkeleton } from './InSlices';
import { Skeleton, SkeletonRows } from './Skeleton';

/** Stands in for a route that is being loaded: a whole page, or its tab below the heading of one that is shown. */
export function PageSkeleton() {
  return useContext(BelowHeading) ? <PanelSkeleton /> : <WholePage />;
}

/** The common layout of pages: heading, facts, one panel. */
function WholePage() {
  useSaySkeleton();
  return (
    <div className="flex flex-col gap-3.5">
      <HiddenHeading>Loading</HiddenHeading>
      <div className="flex flex-col gap-2">
        <Skeleton className="h-6 w-80 max-w-full" />
        <Skeleton className="w-56" />
      </div>
      <div className="h-[58px] rounded-l border border-line bg-panel" />
      <PanelSkeleton />
    </div>
  );
}

function PanelSkeleton() {
  return (
    <div className="overflow-hidden rounded-l border border-line bg-panel">
      <SkeletonRows count={10} label="Loading" />
    </div>
  );
}
