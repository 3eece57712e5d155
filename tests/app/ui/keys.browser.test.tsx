import { startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenForPageKeys, usePageKeys } from '../../../src/app/ui/keys';
import { Select } from '../../../src/app/ui/Select';
import { mount } from './mount';

const element = document.createElement('main');
let stop = () => {};
beforeEach(() => {
  stop = listenForPageKeys();
});
afterEach(() => {
  stop();
  element.remove();
});

function View({ onKey }: { onKey: () => void }) {
  usePageKeys('View', [{ key: '/', label: 'Search', run: onKey }]);
  return <h1>Here</h1>;
}

test('a key works as soon as its view can be seen', async () => {
  let pressed = 0;
  document.body.append(element);
  const root = createRoot(element);
  const seen = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
      resolve();
    }).observe(element, { childList: true });
  });
  // As the page renders: in slices, its effects when there is time.
  startTransition(() => root.render(<View onKey={() => (pressed += 1)} />));
  await seen;
  expect(pressed).toBe(1);
  root.unmount();
});

test.each(['dialog', 'alertdialog', 'menu'])('keys of the page rest in a %s', async (role) => {
  let pressed = 0;
  const page = mount(
    <>
      <View onKey={() => (pressed += 1)} />
      <div role={role}>
        <button type="button">Cancel</button>
      </div>
    </>,
  );
  const press = (target: Element) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
  press(page.element.querySelector('h1') as Element);
  expect(pressed).toBe(1);
  press(page.element.querySelector('button') as Element);
  expect(pressed).toBe(1);
  page.unmount();
});

const CHOICES = ['blocks', 'transactions', 'tokens'].map((value) => ({ value, label: value }));

function Choosing({ onKey }: { onKey: () => void }) {
  const [chosen, choose] = useState('blocks');
  usePageKeys('Choosing', [{ key: 't', label: 'Transactions', run: onKey }]);
  return <Select label="What" value={chosen} choices={CHOICES} onChange={choose} />;
}

test('keys of the page rest in a select, which chooses by letters, open or not', async () => {
  let pressed = 0;
  const page = mount(<Choosing onKey={() => (pressed += 1)} />);
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const select = page.element.querySelector<HTMLElement>('[role="combobox"]');
  select?.focus();
  press('t');
  await expect.poll(() => select?.textContent).toContain('transactions');
  press('ArrowDown');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('option');
  press('t');
  await expect.poll(() => document.activeElement?.textContent).toContain('tokens');
  expect(pressed).toBe(0);
  press('Escape');
  await expect.poll(() => document.activeElement).toBe(select);
  select?.blur();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true, cancelable: true }));
  expect(pressed).toBe(1);
  page.unmount();
});
