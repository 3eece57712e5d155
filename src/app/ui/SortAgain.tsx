import { Button } from './Button';

/** Offers the order of a list whose rows stand as they came. It has its room at all times. */
export function SortAgain({
  isInOrder,
  onSort,
  children,
}: {
  isInOrder: boolean;
  onSort: () => void;
  children: string;
}) {
  return (
    <Button
      size="s"
      className={isInOrder ? 'invisible' : undefined}
      title="Rows that came later are below the rows shown before"
      onClick={onSort}
    >
      {children}
    </Button>
  );
}
