/** Shows a switch that takes effect at once. `label` names it for assistive technology; the words beside it are its visible name. */
export function Switch({
  checked,
  label,
  disabled = false,
  onChange,
}: {
  checked: boolean;
  label: string;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="inline-flex h-[18px] w-8 shrink-0 items-center rounded-full border border-line-strong bg-hover p-px transition-colors disabled:opacity-55 aria-checked:border-accent aria-checked:bg-accent"
    >
      <span
        aria-hidden
        className={`size-3.5 rounded-full bg-panel shadow-[0_0_0_1px_var(--line-strong)] transition-transform ${checked ? 'translate-x-3.5' : ''}`}
      />
    </button>
  );
}
