import { Accordion as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { Icon } from './Icon';

export type AccordionItem = {
  id: string;
  /** The line that opens it; its name for assistive technology. */
  title: ReactNode;
  /** Content at the right end of the line: a value, a selector. */
  aside?: ReactNode;
  content: ReactNode;
};

/**
 * Shows lines that open, any number of them at once. Arrow keys go from line to
 * line. What is open belongs to the owner where it belongs into the URL.
 */
export function Accordion({
  items,
  open,
  onOpen,
}: {
  items: readonly AccordionItem[];
  open: readonly string[];
  onOpen: (open: readonly string[]) => void;
}) {
  return (
    <Radix.Root type="multiple" value={[...open]} onValueChange={onOpen} className="divide-y divide-line">
      {items.map((item) => (
        <Radix.Item key={item.id} value={item.id} className="data-[state=open]:bg-raised">
          <Radix.Header asChild>
            <h3 className="font-normal">
              <Radix.Trigger
                data-focus-inside
                className="group flex min-h-[31px] w-full items-center gap-2 px-3 py-1 text-left hover:bg-hover"
              >
                <span className="text-faint transition-transform group-data-[state=open]:rotate-90">
                  <Icon name="right" size={12} />
                </span>
                <span className="min-w-0 truncate">{item.title}</span>
                {item.aside !== undefined && (
                  <span className="ml-auto min-w-0 shrink-0 truncate pl-3 text-muted">{item.aside}</span>
                )}
              </Radix.Trigger>
            </h3>
          </Radix.Header>
          <Radix.Content className="px-3 pt-0.5 pb-3 pl-8">{item.content}</Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}

/** Opens or closes all of `ids`; its words say which it does. */
export function ExpandAll({
  ids,
  open,
  onOpen,
}: {
  ids: readonly string[];
  open: readonly string[];
  onOpen: (open: readonly string[]) => void;
}) {
  const all = ids.every((id) => open.includes(id));
  return (
    <Button size="s" disabled={ids.length === 0} onClick={() => onOpen(all ? [] : ids)}>
      {all ? 'Collapse all' : 'Expand all'}
    </Button>
  );
}
