/** The tabs of the transaction page: links with the keys and roles of tabs. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { EmptyState } from '../../ui/EmptyState';
import { moveFocus } from '../../ui/move-focus';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import type { Tab, TabProps } from './tab';
import { TABS } from './tabs';

/** The bar and the view of the open tab. */
export function Tabs({ tab, ...props }: TabProps & { tab: Tab }) {
  const id = useId();
  const why = tab.unavailable?.(props);
  return (
    <>
      <div className="flex items-center border-line border-b">
        <div
          role="tablist"
          aria-label="Views of the transaction"
          // Where tabs go on beyond the edge, the last one fades.
          className="flex min-w-0 grow gap-0.5 overflow-x-auto max-sm:pr-6 max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-28px),transparent)]"
          onKeyDown={moveFocus}
        >
          {TABS.map((each) => (
            <TabLink key={each.label} tab={each} open={each === tab} panelId={id} props={props} />
          ))}
        </div>
        {tab.Aside && <tab.Aside />}
      </div>
      <div role="tabpanel" id={id} aria-label={tab.label} className="min-w-0">
        {why === undefined ? (
          <Suspense fallback={<Waiting />}>
            <tab.View {...props} />
          </Suspense>
        ) : (
          <Panel>
            <EmptyState title={why} />
          </Panel>
        )}
      </div>
    </>
  );
}

type LinkProps = { tab: Tab; open: boolean; panelId: string; props: TabProps };

/** On phones the bar is wider than the screen: the open tab is brought into it, without moving the page. */
function useSeen(open: boolean): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const bar = link.current?.parentElement;
    if (!open || !link.current || !bar) return;
    const { offsetLeft, offsetWidth } = link.current;
    const left = offsetLeft - bar.offsetLeft;
    if (left < bar.scrollLeft || left + offsetWidth > bar.scrollLeft + bar.clientWidth) {
      bar.scrollLeft = left - (bar.clientWidth - offsetWidth) / 2;
    }
  }, [open]);
  return link;
}

function TabLink({ tab, open, panelId, props }: LinkProps): ReactNode {
  const link = useSeen(open);
  const count = tab.count?.(props);
  const why = tab.unavailable?.(props);
  return (
    <Link
      ref={link}
      to="/{-$network}/tx/$hash/{-$tab}"
      params={(params) => ({ ...params, hash: props.record.transaction.hash, tab: tab.path })}
      // The selected row is the page's; what else the address holds is of the tab that is left.
      search={({ trace }) => (trace === undefined ? {} : { trace })}
      resetScroll={false}
      role="tab"
      aria-selected={open}
      aria-controls={open ? panelId : undefined}
      aria-disabled={why !== undefined || undefined}
      title={why}
      tabIndex={open ? 0 : -1}
      onPointerEnter={tab.preload}
      onFocus={tab.preload}
      className="inline-flex shrink-0 items-baseline gap-1.5 border-transparent border-b-2 px-3 py-2 font-medium text-muted leading-5 hover:text-text aria-selected:border-accent aria-selected:text-text aria-disabled:opacity-55"
    >
      {tab.label}
      {count !== undefined && (
        <span className="font-normal text-muted text-s tabular-nums">{formatInteger(count)}</span>
      )}
    </Link>
  );
}

function Waiting() {
  return (
    <Panel>
      <div className="grid min-h-40 place-items-center">
        <Spinner label="Loading view" />
      </div>
    </Panel>
  );
}
