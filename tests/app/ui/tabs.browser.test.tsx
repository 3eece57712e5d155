import { useId, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TabPanel } from '../../../src/app/ui/TabStrip';
import { Tabs } from '../../../src/app/ui/Tabs';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());

const NAMES = ['Stack', 'Memory', 'Storage'];

function Panes({ names = NAMES, width }: { names?: readonly string[]; width?: number }) {
  const [open, setOpen] = useState(names[0] ?? '');
  const id = useId();
  return (
    <div style={{ width }}>
      <Tabs
        label="Parts"
        look={width === undefined ? 'pane' : 'files'}
        tabs={names.map((name, index) => ({ id: name, label: name, count: index * 1_000 }))}
        open={open}
        panelId={id}
        onOpen={setOpen}
      />
      <TabPanel id={id} label={open}>
        The {open}
      </TabPanel>
    </div>
  );
}

const tabs = () => [...(page?.element.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
const opened = () => tabs().findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
const panel = () => page?.element.querySelector('[role=tabpanel]');

test('arrow keys, Home and End open the tabs and go round at the ends', async () => {
  page = mount(<Panes />);
  await userEvent.tab();
  expect(document.activeElement).toBe(tabs()[0]);
  const seen: number[] = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
    await userEvent.keyboard(`{${key}}`);
    seen.push(opened());
    expect(document.activeElement).toBe(tabs()[opened()]);
  }
  expect(seen).toEqual([1, 2, 0, 2, 0, 2]);
  expect(panel()?.textContent).toBe('The Storage');
});

test('one tab is a tab stop, and it names its panel', async () => {
  page = mount(<Panes />);
  await userEvent.click(tabs()[1] as HTMLElement);
  expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  expect(tabs()[1]?.getAttribute('aria-controls')).toBe(panel()?.id);
  expect(panel()?.getAttribute('aria-label')).toBe('Memory');
  expect(tabs()[1]?.textContent).toBe('Memory1,000');
});

test('keys with a modifier stay with the page', async () => {
  page = mount(<Panes />);
  tabs()[0]?.focus();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  expect(opened()).toBe(0);
});

test('an open tab beyond the edge of its strip is scrolled into it', async () => {
  page = mount(<Panes names={Array.from({ length: 30 }, (_, index) => `File${index}.sol`)} width={300} />);
  const strip = page.element.querySelector<HTMLElement>('[role=tablist]');
  tabs()[0]?.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => strip?.scrollLeft).toBeGreaterThan(500);
  const last = tabs().at(-1)?.getBoundingClientRect();
  expect(last?.right).toBeLessThanOrEqual((strip?.getBoundingClientRect().right ?? 0) + 1);
});
