import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { Accordion, ExpandAll } from '../../../src/app/ui/Accordion';
import { Checkbox } from '../../../src/app/ui/Checkbox';
import { Combobox } from '../../../src/app/ui/Combobox';
import { ConfirmDialog } from '../../../src/app/ui/ConfirmDialog';
import { RadioGroup } from '../../../src/app/ui/RadioGroup';
import { Select } from '../../../src/app/ui/Select';
import { type Step, Stepper } from '../../../src/app/ui/Stepper';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => all(selector)[0] as HTMLElement;

const NETWORKS = [
  { value: 1, label: 'Ethereum', note: '1' },
  { value: 10, label: 'Optimism', note: '10' },
  { value: 42161, label: 'Arbitrum One', note: '42161' },
];

function Network({ Part, options = NETWORKS }: { Part: 'select' | 'combobox'; options?: typeof NETWORKS }) {
  const [network, setNetwork] = useState<number>(1);
  return (
    <>
      {Part === 'select' ? (
        <Select label="Network" value={network} choices={options} onChange={setNetwork} />
      ) : (
        <Combobox label="Network" value={network} options={options} onChange={setNetwork} />
      )}
      <output>{network}</output>
    </>
  );
}
const chosen = () => one('output').textContent;

test('a select opens, moves and chooses by keyboard, and keeps the focus', async () => {
  page = mount(<Network Part="select" />);
  const trigger = one('[role=combobox]');
  expect(trigger.getAttribute('aria-label')).toBe('Network');
  trigger.focus();
  await userEvent.keyboard('{Enter}');
  // The focus goes to what is chosen, a moment after the list has appeared.
  await expect.poll(() => document.activeElement?.textContent).toContain('Ethereum1');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('option');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.textContent).toContain('Optimism');
  await userEvent.keyboard('{Enter}');
  await expect.poll(chosen).toBe('10');
  await expect.poll(() => document.activeElement).toBe(trigger);
});

test('a combobox finds what has points inside, by its start and by its parts', async () => {
  const versions = ['0.8.18+commit.87f61d96', '0.8.1+commit.df193b15'].map((label, value) => ({
    value,
    label,
    note: '',
  }));
  page = mount(<Network Part="combobox" options={versions} />);
  await userEvent.click(one('input'));
  await userEvent.keyboard('0.8.18');
  await expect.poll(() => all('[role=option]').map((option) => option.textContent)).toEqual(['0.8.18+commit.87f61d96']);
  await userEvent.clear(one('input'));
  await userEvent.keyboard('df193');
  await expect.poll(() => all('[role=option]').map((option) => option.textContent)).toEqual(['0.8.1+commit.df193b15']);
});

test('a combobox finds by label and by note, takes with Enter, and leaves with Escape', async () => {
  page = mount(<Network Part="combobox" />);
  const field = one('input') as HTMLInputElement;
  await userEvent.click(field);
  await expect.poll(() => all('[role=option]').length).toBe(3);
  await userEvent.keyboard('421');
  await expect.poll(() => all('[role=option]').map(({ textContent }) => textContent)).toEqual(['Arbitrum One42161']);
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Arbitrum');
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toBe('42161');
  expect(field.value).toBe('Arbitrum One');
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => all('[role=option]').length).toBe(3);
  await userEvent.keyboard('opt{Escape}');
  await expect.poll(() => all('[role=option]').length).toBe(0);
  expect(chosen()).toBe('42161');
});

test('a combobox draws a hundred of many and says how many more there are', async () => {
  const options = Array.from({ length: 1_234 }, (_, index) => ({ value: index, label: `Chain ${index}`, note: '' }));
  page = mount(<Network Part="combobox" options={options} />);
  await userEvent.click(one('input'));
  await expect.poll(() => all('[role=option]').length).toBe(100);
  expect(one('[role=status]').textContent).toBe('1,134 more; type to find them.');
  await userEvent.keyboard('nowhere');
  await expect.poll(() => one('[role=status]').textContent).toBe('Nothing fits.');
});

function Visibility() {
  const [value, setValue] = useState<'public' | 'private' | 'both'>('public');
  return (
    <>
      <RadioGroup
        label="Visibility"
        look="cards"
        value={value}
        options={[
          { value: 'public', label: 'Public' },
          { value: 'both', label: 'Both', disabled: true },
          { value: 'private', label: 'Private', note: 'Stays on this device.' },
        ]}
        onChange={setValue}
      />
      <output>{value}</output>
    </>
  );
}

test('arrow keys choose a radio button and pass the disabled one; a press anywhere on its card does too', async () => {
  page = mount(<Visibility />);
  one('[role=radio]').focus();
  // Held, as by a finger: Radix chooses in a task of its own while the key is down.
  await userEvent.keyboard('{ArrowDown>}');
  await expect.poll(chosen).toBe('private');
  await userEvent.keyboard('{/ArrowDown}');
  await userEvent.click(all('label')[0] as HTMLElement);
  expect(chosen()).toBe('public');
});

function Zero() {
  const [checked, setChecked] = useState(false);
  return (
    <Checkbox checked={checked} note="Unknown prices stay." onChange={setChecked}>
      Hide zero balances
    </Checkbox>
  );
}

test('a checkbox is pressed with Space or by its words', async () => {
  page = mount(<Zero />);
  const box = one('[role=checkbox]');
  expect(box.getAttribute('aria-checked')).toBe('false');
  box.focus();
  await userEvent.keyboard(' ');
  expect(box.getAttribute('aria-checked')).toBe('true');
  await userEvent.click(one('label'));
  expect(box.getAttribute('aria-checked')).toBe('false');
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Unknown prices stay.');
});

const IDS = ['asset', 'guardian', 'paused'];

function Functions() {
  const [open, onOpen] = useState<readonly string[]>([]);
  return (
    <>
      <ExpandAll ids={IDS} open={open} onOpen={onOpen} />
      <Accordion open={open} onOpen={onOpen} items={IDS.map((id) => ({ id, title: id, content: `value of ${id}` }))} />
    </>
  );
}

test('lines of an accordion open one by one or all together', async () => {
  page = mount(<Functions />);
  const lines = () => all('h3 button');
  lines()[0]?.focus();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  expect(document.activeElement).toBe(lines()[1]);
  expect(lines().map((line) => line.getAttribute('aria-expanded'))).toEqual(['true', 'false', 'false']);
  expect(page.element.textContent).toContain('value of asset');
  const every = all('button')[0] as HTMLElement;
  expect(every.textContent).toBe('Expand all');
  await userEvent.click(every);
  expect(lines().map((line) => line.getAttribute('aria-expanded'))).toEqual(['true', 'true', 'true']);
  expect(every.textContent).toBe('Collapse all');
  await userEvent.click(every);
  expect(page.element.textContent).not.toContain('value of');
});

const WIZARD_STEPS: Step[] = [
  { id: 'visibility', title: 'Visibility', note: 'Public', state: 'done' },
  { id: 'upload', title: 'Upload', note: '2 imports', state: 'missing' },
  { id: 'result', title: 'Result', state: 'ahead' },
];

test('every step of a wizard can be gone to, and says whether something is missing in it', async () => {
  await browser.viewport(1280, 800);
  const gone: string[] = [];
  page = mount(<Stepper label="Steps" current="upload" onStep={(id) => gone.push(id)} steps={WIZARD_STEPS} />);
  const steps = all('li button');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'VisibilitydonePublic',
    '2Uploadsomething is missing2 imports',
    '3Result',
  ]);
  expect(all('[aria-current=step]')).toEqual([steps[1]]);
  steps[2]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(gone).toEqual(['result']);
});

test('on a phone the steps of a wizard are one line that opens to them, and closes behind the one gone to', async () => {
  await browser.viewport(390, 844);
  const gone: string[] = [];
  page = mount(<Stepper label="Steps" current="result" onStep={(id) => gone.push(id)} steps={WIZARD_STEPS} />);
  const line = one('nav > button');
  const shown = () => all('li button').filter((step) => step.checkVisibility()).length;
  expect(line.textContent).toBe('Step 3 of 3ResultUpload: 2 imports');
  expect([line.getAttribute('aria-expanded'), shown()]).toEqual(['false', 0]);
  line.focus();
  await userEvent.keyboard('{Enter}');
  expect([line.getAttribute('aria-expanded'), shown()]).toEqual(['true', 3]);
  await userEvent.keyboard('{Tab}{Enter}');
  expect(gone).toEqual(['visibility']);
  expect([line.getAttribute('aria-expanded'), shown()]).toEqual(['false', 0]);
});

function Forget({ onForget }: { onForget: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Forget…
      </button>
      <ConfirmDialog
        open={asked}
        title="Forget all traces?"
        action="Forget 212 traces"
        onConfirm={onForget}
        onClose={() => setAsked(false)}
      >
        Labels stay.
      </ConfirmDialog>
    </>
  );
}

test('a question begins at the answer that changes nothing, and gives the focus back', async () => {
  let forgotten = 0;
  page = mount(<Forget onForget={() => (forgotten += 1)} />);
  const opener = one('main button');
  await userEvent.click(opener);
  await expect.poll(() => document.activeElement?.textContent).toBe('Cancel');
  expect(one('[role=alertdialog]').textContent).toContain('Labels stay.');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => all('[role=alertdialog]').length).toBe(0);
  expect(document.activeElement).toBe(opener);
  expect(forgotten).toBe(0);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Cancel');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => forgotten).toBe(1);
});
