/**
 * What tabs are made of: the strip, its tabs and the panel. `useTab` makes a tab
 * of a link, for views that have an address; `Tabs` are buttons. Written without
 * Radix, because the transaction page shows its tabs before Radix is loaded.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formatInteger } from '../../core/format/counts';
import { classes } from './classes';

/** page: the views of a page · pane: the parts of a panel · files: files or panels of which one is in front. */
export type TabLook = 'page' | 'pane' | 'files';

const STRIPS: Record<TabLook, string> = {
  page: 'gap-0.5 overflow-x-auto',
  pane: 'flex-wrap',
  files: 'flex-none gap-px overflow-x-auto border-line border-b bg-raised',
};

const UNDERLINED = 'border-transparent border-b-2 font-medium text-muted hover:text-text';
const OPEN_UNDERLINED = 'aria-selected:border-accent aria-selected:text-text';
const TABS: Record<TabLook, string> = {
  page: `items-baseline gap-1.5 px-3 py-2 leading-5 aria-disabled:opacity-55 ${UNDERLINED} ${OPEN_UNDERLINED} aria-[current]:border-accent aria-[current]:text-text`,
  pane: `items-baseline gap-1 px-1.5 py-[5px] text-s ${UNDERLINED} ${OPEN_UNDERLINED}`,
  files:
    'border-line border-r px-3 py-[7px] text-muted hover:text-text aria-selected:bg-panel aria-selected:text-text aria-selected:shadow-[inset_0_2px_var(--accent)]',
};

/** Returns the classes of a tab, for links of a `nav` that look like tabs and say `aria-current`. */
export function tabClass(look: TabLook): string {
  return classes('inline-flex shrink-0 whitespace-nowrap', TABS[look]);
}

/** Returns the classes of the strip around them. */
export function tabStripClass(look: TabLook): string {
  return classes('flex min-w-0', STRIPS[look]);
}

/** Shows the list of tabs. With `opensOnMove`, arrow keys open the tab that they come to; otherwise Enter does, as with every link. */
export function TabStrip({
  label,
  look = 'page',
  opensOnMove = true,
  className,
  children,
}: {
  label: string;
  look?: TabLook;
  opensOnMove?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role="tablist"
      aria-label={label}
      className={classes(tabStripClass(look), className)}
      onKeyDown={(event) => moveFocus(event, { open: opensOnMove })}
    >
      {children}
    </div>
  );
}

/** Returns the properties that make an element a tab of a strip. The open one is brought into sight where the strip scrolls. */
export function useTab<Element extends HTMLElement>({
  open,
  look = 'page',
  panelId,
}: {
  open: boolean;
  look?: TabLook;
  /** The panel of the open tab. */
  panelId?: string | undefined;
}) {
  return {
    ref: useInSight<Element>(open),
    role: 'tab',
    'aria-selected': open,
    'aria-controls': open ? panelId : undefined,
    tabIndex: open ? 0 : -1,
    className: tabClass(look),
  } as const;
}

/** Shows how many things a tab lists. While that is unknown its room stays empty, so that no tab moves later. */
export function TabCount({ children }: { children: number | undefined }) {
  return (
    <span className="min-w-[2ch] font-normal text-muted text-s tabular-nums">
      {children !== undefined && formatInteger(children)}
    </span>
  );
}

/** Shows the open view; `label` is the name of its tab. */
export function TabPanel({
  id,
  label,
  className,
  children,
}: {
  id: string;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="tabpanel" id={id} aria-label={label} className={classes('min-w-0', className)}>
      {children}
    </div>
  );
}

function useInSight<Element extends HTMLElement>(open: boolean): RefObject<Element | null> {
  const tab = useRef<Element>(null);
  useEffect(() => {
    if (open) bringInSight(tab.current);
  }, [open]);
  return tab;
}

/** Scrolls the strip, and not the page, to a tab that is beyond its edge. */
export function bringInSight(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  if (!strip) return;
  const { offsetLeft, offsetWidth } = tab;
  const left = offsetLeft - strip.offsetLeft;
  if (left < strip.scrollLeft || left + offsetWidth > strip.scrollLeft + strip.clientWidth) {
    strip.scrollLeft = left - (strip.clientWidth - offsetWidth) / 2;
  }
}

/**
 * Moves the focus along a list of tabs with arrow keys, Home and End. With
 * `open` they press the tab they come to; without, Enter does, as with every
 * link.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>, { open = false } = {}): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (at < 0 || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // The same keys mean something to the page, as steps in the debugger.
  event.stopPropagation();
  const next = tabs.at(step % tabs.length);
  next?.focus();
  if (open) next?.click();
}
