import { Spinner } from './Spinner';

/** Stands in a panel whose answer is on its way. */
export function Loading({ label }: { label: string }) {
  return (
    <div className="grid min-h-32 place-items-center">
      <Spinner label={label} />
    </div>
  );
}
