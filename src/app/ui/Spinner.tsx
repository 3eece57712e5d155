/** Turns once it has been on the page for 200 ms, so that quick answers do not flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" aria-label={label} className="inline-flex animate-[appear_200ms_step-end]">
      <span
        aria-hidden
        className="size-3.5 animate-spin rounded-full border-2 border-line-strong border-t-accent motion-reduce:animate-none"
      />
    </span>
  );
}
