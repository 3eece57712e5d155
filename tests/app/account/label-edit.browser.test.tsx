/** Labels as the reader edits them, against IndexedDB itself; the engine is told after each change. */
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { receiveToasts } from '../../../src/app/ui/toast';
import { LabelEdit } from '../../../src/app/views/account/LabelEdit';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { deleteLabel, readLabel } from '../../../src/db/reader/labels';
import { eventually } from '../../helpers/eventually';

const networkId = 31337 as NetworkId;
const address = `0x${'1a'.repeat(20)}` as Address;

let root: Root;
let place: HTMLElement;
let told: (string | undefined)[];

beforeEach(async () => {
  await deleteLabel(networkId, address);
  told = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const contracts = {
    labelsChanged: async () => {
      told.push((await readLabel(networkId, address))?.name);
    },
  };
  const wiring = { workers: { contracts } } as unknown as Wiring;
  root.render(
    <WiringProvider value={wiring}>
      <LabelEdit networkId={networkId} address={address} />
    </WiringProvider>,
  );
  await eventually(() => expect(button('Add label')).toBeDefined());
});
afterEach(() => {
  vi.restoreAllMocks();
  root.unmount();
  place.remove();
});

const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const field = () => place.querySelector('input') as HTMLInputElement;

test('a label is added, changed and removed by keyboard and button, and the focus comes back', async () => {
  await userEvent.click(button('Add label') as HTMLElement);
  await userEvent.fill(field(), '  Cold   wallet ');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(told).toEqual(['Cold wallet']));
  await eventually(() => expect(document.activeElement?.textContent).toBe('Edit label'));

  await userEvent.click(button('Edit label') as HTMLElement);
  expect(field().value).toBe('Cold wallet');
  await userEvent.click(button('Remove') as HTMLElement);
  await eventually(() => expect(told).toEqual(['Cold wallet', undefined]));
  await eventually(() => expect(button('Add label')).toBeDefined());
});

test('Escape leaves everything as it was, and nothing is no label', async () => {
  await userEvent.click(button('Add label') as HTMLElement);
  expect((button('Save') as HTMLButtonElement).disabled).toBe(true);
  await userEvent.fill(field(), 'Half a na');
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(button('Add label')).toBeDefined());
  expect(told).toEqual([]);
  expect(await readLabel(networkId, address)).toBeUndefined();
});

test('no more than 64 characters are taken', async () => {
  await userEvent.click(button('Add label') as HTMLElement);
  await userEvent.type(field(), 'x'.repeat(70));
  expect(field().value).toHaveLength(64);
});

test('a label that storage refuses stays in its field', async () => {
  const said: string[] = [];
  const stop = receiveToasts(({ text }) => said.push(text));
  await userEvent.click(button('Add label') as HTMLElement);
  await userEvent.fill(field(), 'Cold wallet');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(said).toEqual(['The browser refused storage, so the label is not kept.']));
  stop();
  // What follows the refusal has been drawn by then.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(field()?.value).toBe('Cold wallet');
  expect(told).toEqual([]);
});
