import { classes } from './classes';

/** Returns the classes of everything that is typed into or chosen from: m is 32 px high, s 26 px for toolbars and panel headings. */
export function fieldClass({ size = 'm', mono = false }: { size?: 'm' | 's'; mono?: boolean } = {}): string {
  return classes(
    'min-w-0 rounded-m border bg-panel text-text disabled:opacity-55',
    'aria-invalid:border-failure aria-invalid:bg-failure-soft',
    size === 'm' ? 'min-h-8 border-line-strong px-2' : 'min-h-[26px] border-line px-1.5 text-s',
    mono && 'mono',
  );
}
