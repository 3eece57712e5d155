/** The tabs of the transaction page: links with the keys and roles of tabs. */
import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { BelowHeading } from '../../ui/below-heading';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { TabCount, TabPanel, TabStrip, useTab } from '../../ui/TabStrip';
import { usePageTransaction } from '../open-trace/open-trace-context';
import type { Tab } from './tab';
import { TABS } from './tabs';

/** Shows the bar, and the place of the view of the open tab, which is the child route's. */
export function Tabs({ tab }: { tab: Tab }) {
  const id = useId();
  const page = usePageTransaction();
  const why = tab.unavailable?.(page);
  return (
    <>
      <div className="flex items-center gap-2 border-line border-b">
        <TabStrip
          label="Views of the transaction"
          opensOnMove={false}
          // Where tabs go on beyond the edge, the last one fades.
          className="min-w-0 grow max-sm:pr-6 max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-28px),transparent)]"
        >
          {TABS.map((each) => (
            <TabLink key={each.label} tab={each} open={each === tab} panelId={id} />
          ))}
        </TabStrip>
        {tab.Aside && (
          <span className="shrink-0">
            <tab.Aside />
          </span>
        )}
      </div>
      <TabPanel id={id} label={tab.label}>
        {why === undefined ? (
          <BelowHeading value={true}>
            <Outlet />
          </BelowHeading>
        ) : (
          <Panel>
            <EmptyState title={why} />
          </Panel>
        )}
      </TabPanel>
    </>
  );
}

type LinkProps = { tab: Tab; open: boolean; panelId: string };

function TabLink({ tab, open, panelId }: LinkProps): ReactNode {
  const page = usePageTransaction();
  const link = useTab<HTMLAnchorElement>({ open, panelId });
  const count = tab.count?.(page);
  const why = tab.unavailable?.(page);
  return (
    <Link
      {...link}
      to="/{-$network}/tx/$hash/{-$tab}"
      params={(params) => ({ ...params, hash: page.record.transaction.hash, tab: tab.path })}
      // The selected row is the page's; what else the address holds is of the tab that is left.
      search={({ trace }) => (trace === undefined ? {} : { trace })}
      resetScroll={false}
      // The path of the first tab begins those of all.
      activeOptions={{ exact: true, includeSearch: false }}
      aria-disabled={why !== undefined || undefined}
      title={why}
      onPointerEnter={tab.preload}
      onFocus={tab.preload}
    >
      {tab.label}
      {tab.count && <TabCount>{count}</TabCount>}
    </Link>
  );
}

/** Stands there until the code of a view has come. */
export function Waiting() {
  return (
    <Panel>
      <div className="grid min-h-40 place-items-center">
        <Spinner label="Loading view" />
      </div>
    </Panel>
  );
}
