import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FilterChip, ToggleChip } from '../../../src/app/ui/Chip';
import { listenForPageKeys, usePageKeys } from '../../../src/app/ui/keys';
import { NativeSelect } from '../../../src/app/ui/NativeSelect';
import { Segmented } from '../../../src/app/ui/Segmented';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());
const buttons = () => [...(page?.element.querySelectorAll('button') ?? [])];

const FORMS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;

function Forms({ onKey }: { onKey: () => void }) {
  const [form, setForm] = useState<'form' | 'json'>('form');
  usePageKeys('Page', [{ key: 'ArrowRight', label: 'Next', run: onKey }]);
  return <Segmented label="Editor" value={form} segments={FORMS} onChange={setForm} />;
}

test('a segment is chosen with the keyboard, and the arrow keys stay with the page', async () => {
  let steps = 0;
  const stop = listenForPageKeys();
  page = mount(<Forms onKey={() => (steps += 1)} />);
  buttons()[1]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(buttons().map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  await userEvent.keyboard('{ArrowRight}');
  expect(steps).toBe(1);
  expect(buttons()[1]?.getAttribute('aria-pressed')).toBe('true');
  stop();
});

function Steps({ onChange }: { onChange: (steps: number) => void }) {
  const options = [
    { value: 0, label: 'none' },
    { value: 1_000_000, label: '1,000,000' },
  ];
  return <NativeSelect label="Steps at most" value={0} options={options} onChange={onChange} />;
}

test('a choice of numbers gives back the number', async () => {
  const chosen: unknown[] = [];
  page = mount(<Steps onChange={(steps) => chosen.push(steps)} />);
  const select = page.element.querySelector('select') as HTMLSelectElement;
  await userEvent.selectOptions(select, '1,000,000');
  expect(chosen).toEqual([1_000_000]);
});

test('a choice whose value is not known yet is disabled', () => {
  page = mount(
    <NativeSelect label="Steps" value={undefined} options={[{ value: 1, label: 'one' }]} onChange={() => {}} />,
  );
  expect(page.element.querySelector('select')?.disabled).toBe(true);
});

test('a filter says how it is removed', async () => {
  const done: string[] = [];
  page = mount(
    <>
      <ToggleChip on={false} onChange={(on) => done.push(`on ${on}`)}>
        Storage
      </ToggleChip>
      <FilterChip name="direction" onRemove={() => done.push('remove')}>
        Out
      </FilterChip>
    </>,
  );
  expect(buttons().map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Storage',
    'Remove the filter direction',
  ]);
  for (const button of buttons()) {
    button.focus();
    await userEvent.keyboard('{Enter}');
  }
  expect(done).toEqual(['on true', 'remove']);
});
