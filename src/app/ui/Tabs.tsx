import type { ReactNode } from 'react';
import { TabCount, type TabLook, TabStrip, useTab } from './TabStrip';

export type TabItem<Id> = { id: Id; label: ReactNode; count?: number | undefined; title?: string | undefined };

/** One of several views is open, and the arrow keys lead to the others. Put the open view in a `TabPanel` with the same `panelId`. */
export function Tabs<Id extends string | number>({
  label,
  look = 'page',
  tabs,
  open,
  panelId,
  onOpen,
}: {
  label: string;
  look?: TabLook;
  tabs: readonly TabItem<Id>[];
  open: Id | undefined;
  panelId: string;
  onOpen: (id: Id) => void;
}) {
  return (
    <TabStrip label={label} look={look}>
      {tabs.map((tab) => (
        <TabButton
          key={tab.id}
          tab={tab}
          look={look}
          open={tab.id === open}
          panelId={panelId}
          onOpen={() => onOpen(tab.id)}
        />
      ))}
    </TabStrip>
  );
}

function TabButton<Id>({
  tab,
  look,
  open,
  panelId,
  onOpen,
}: {
  tab: TabItem<Id>;
  look: TabLook;
  open: boolean;
  panelId: string;
  onOpen: () => void;
}) {
  const props = useTab<HTMLButtonElement>({ open, look, panelId });
  return (
    <button type="button" title={tab.title} onClick={onOpen} {...props}>
      {tab.label}
      {tab.count !== undefined && <TabCount>{tab.count}</TabCount>}
    </button>
  );
}
