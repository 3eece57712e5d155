import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { StatusBadge } from '../../../src/app/ui/Badge';
import { Button } from '../../../src/app/ui/Button';
import { DataTable } from '../../../src/app/ui/DataTable';
import { EmptyState } from '../../../src/app/ui/EmptyState';
import { ErrorState } from '../../../src/app/ui/ErrorState';
import { Fact, Facts, Field, FieldList } from '../../../src/app/ui/Facts';
import { AddressView } from '../../../src/app/ui/identity/AddressView';
import { AmountView } from '../../../src/app/ui/identity/AmountView';
import { GasView, gasTone } from '../../../src/app/ui/identity/GasView';
import { HashView } from '../../../src/app/ui/identity/HashView';
import { lightUpEqualAddresses } from '../../../src/app/ui/identity/light-up';
import { listenForPageKeys, usePageKeys } from '../../../src/app/ui/keys';
import { Menu } from '../../../src/app/ui/Menu';
import { Panel } from '../../../src/app/ui/Panel';
import { Switch } from '../../../src/app/ui/Switch';
import { TextField } from '../../../src/app/ui/TextField';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { failure } from '../../../src/core/values/failure';
import { mount } from './mount';

const a = `0x${'a1'.repeat(20)}` as Address;
const b = `0x${'b2'.repeat(20)}` as Address;
const hash = `0x${'c3'.repeat(32)}` as Hash;
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const refused = failure('endpointDown', 'node.example cannot be reached. Check that it runs.', {
  attempts: [{ source: 'node.example', method: 'eth_blockNumber', outcome: 'no connection' }],
  raw: '<b>ECONNREFUSED</b>',
});

let leave: (() => void) | undefined;
afterEach(() => {
  leave?.();
  leave = undefined;
  document.documentElement.removeAttribute('data-theme');
});
function show(node: Parameters<typeof mount>[0]): HTMLElement {
  const { element, unmount } = mount(node);
  leave = unmount;
  return element;
}

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  test('axe finds nothing wrong with the components', async () => {
    document.documentElement.dataset.theme = theme;
    const element = show(
      <>
        <h1>Components</h1>
        <StatusBadge status="success" />
        <StatusBadge status="failed" />
        <StatusBadge status="pending" />
        <Button>Plain</Button>
        <Button variant="primary">Primary</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="quiet">Quiet</Button>
        <Switch label="On" checked onChange={() => {}} />
        <TextField label="Endpoint" help="Its URL." value="" onChange={() => {}} />
        <Facts label="In short">
          <Fact label="Gas used">
            <GasView used={75} limit={100} />
          </Fact>
          <Fact label="Value">
            <AmountView wei={10n ** 18n} currency={ether} />
          </Fact>
        </Facts>
        <Panel title="Panel" aside="aside">
          <FieldList>
            <Field label="Hash">
              <HashView hash={hash} of="transaction" />
            </Field>
          </FieldList>
          <DataTable
            label="Addresses"
            columns={[{ label: 'Address', render: (each: Address) => <AddressView address={each} /> }]}
            rows={[a, b]}
            rowKey={(each) => each}
          />
        </Panel>
        <EmptyState title="Nothing here">What would be here.</EmptyState>
        <ErrorState failure={refused} />
      </>,
    );
    const { violations } = await axe.run(element);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });
});

test('a failure says what happened, what to do, what was tried, and the raw message as text', async () => {
  const element = show(<ErrorState failure={refused} />);
  expect(element.querySelector('p')?.textContent).toContain('node.example cannot be reached.');
  expect(element.textContent).toContain('Check that it runs.');
  const details = element.querySelector('details');
  expect(details?.open).toBe(false);
  await userEvent.click(element.querySelector('summary') as HTMLElement);
  expect(details?.open).toBe(true);
  expect(details?.textContent).toContain('eth_blockNumber');
  expect(element.querySelector('pre')?.textContent).toBe('<b>ECONNREFUSED</b>');
});

test('a hostile name is text, cut and without direction controls', async () => {
  const name = { text: `\u202e<img src=x onerror=alert(1)>${'x'.repeat(1_000_000)}`, origin: 'token' } as const;
  const element = show(<AddressView address={a} name={name} />);
  const shown = element.querySelector('bdi')?.textContent ?? '';
  expect(shown.length).toBeLessThanOrEqual(40);
  expect(shown).not.toContain('\u202e');
  expect(element.querySelectorAll('img')).toHaveLength(0);
  expect(element.querySelectorAll('svg[viewBox="0 0 8 8"]')).toHaveLength(1); // the identicon
});

test('equal addresses light up together, others do not', async () => {
  const stop = lightUpEqualAddresses();
  const element = show(
    [a, b, a].map((address, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address stands here twice on purpose
      <AddressView key={index} address={address} />
    )),
  );
  const views = [...element.querySelectorAll<HTMLElement>('[data-address]')];
  await userEvent.hover(views[0] as HTMLElement);
  const grounds = views.map((view) => getComputedStyle(view).backgroundColor);
  expect(grounds[0]).toBe(grounds[2]);
  expect(grounds[0]).not.toBe(grounds[1]);
  stop();
});

test('Tab leads through the card of an address, also where nothing follows it', async () => {
  const element = show(<AddressView address={a} />);
  element.querySelector('button')?.focus();
  await userEvent.keyboard('{Shift>}{/Shift}'); // the focus is one of the keyboard
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  const card = page.getByRole('tooltip');
  await expect.element(card.getByRole('button')).toBeVisible();
  await userEvent.tab();
  await expect.element(card.getByRole('button')).toHaveFocus();
  // It closes behind the focus.
  await userEvent.tab();
  await expect.element(card).not.toBeInTheDocument();
});

test('gas is green up to 70 %, amber up to 90 %, red above', () => {
  expect([70, 70.1, 90, 90.1].map((used) => gasTone(used, 100))).toEqual(['success', 'pending', 'pending', 'failure']);
  expect(gasTone(0, 0)).toBe('success');
});

function KeyView({ onKey }: { onKey: () => void }) {
  usePageKeys('Test', [{ key: ']', label: 'Next', run: onKey }]);
  return <input aria-label="Field" />;
}

test('keys of the page run everywhere but in a field, and leave with their view', async () => {
  let pressed = 0;
  const press = () => {
    pressed++;
  };
  const stop = listenForPageKeys();
  const element = show(<KeyView onKey={press} />);
  await userEvent.keyboard(']');
  expect(pressed).toBe(1);
  await userEvent.click(element.querySelector('input') as HTMLElement);
  await userEvent.keyboard(']');
  expect(pressed).toBe(1);
  leave?.();
  leave = undefined;
  await userEvent.keyboard(']');
  expect(pressed).toBe(1);
  stop();
});

test('a menu opens by keyboard, chooses, and gives the focus back', async () => {
  let chosen = '';
  const items = ['One', 'Two'].map((label) => ({
    label,
    onSelect: () => {
      chosen = label;
    },
  }));
  const element = show(<Menu label="Menu" items={items} trigger={(props) => <Button {...props}>Open</Button>} />);
  const button = element.querySelector('button') as HTMLElement;
  button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelectorAll('[role="menuitem"]').length).toBe(2);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => chosen).not.toBe('');
  await expect.poll(() => document.activeElement).toBe(button);
});
