/** The home page with its workers and IndexedDB, on a network that has no endpoint. */
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { clearVisits, readVisits, saveVisit } from '../../../src/db/reader/transaction-visits';
import { type AppPage, openAppPage } from '../../helpers/app-page';

const networkId = 424242 as NetworkId;
const hashOf = (byte: string) => `0x${byte.repeat(32)}` as Hash;
const CONFIG = {
  networks: [{ id: networkId, name: 'Nowhere', route: 'nowhere' }],
  defaultNetwork: networkId,
  samples: [
    { networkId, hash: hashOf('5a'), name: 'A swap', note: 'It has three hops' },
    { networkId: 1, hash: hashOf('5b'), name: 'Elsewhere', note: 'Of another network' },
  ],
};

let page: AppPage | undefined;
afterEach(() => page?.close());

test('says how to get an endpoint where there is none, and offers the transactions of this network', async () => {
  await clearVisits();
  page = openAppPage('/', CONFIG);
  await expect.poll(() => page?.link('Add an endpoint')?.getAttribute('href')).toBe('/networks?network=424242');
  expect(page.element.querySelector('h1')?.textContent).toBe('What did this transaction do?');
  expect(page.link('Simulate a transaction')?.getAttribute('href')).toBe('/nowhere/simulator/new');
  const samples = [...page.element.querySelectorAll('a')].filter(({ textContent }) => textContent?.includes('A swap'));
  expect(samples.map((sample) => sample.getAttribute('href'))).toEqual([`/nowhere/tx/${hashOf('5a')}`]);
  expect(page.element.textContent).not.toContain('Elsewhere');
  await expect.poll(() => page?.element.textContent).toContain('Nothing opened yet');
  const { violations } = await axe.run(page.element);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

test('lists what the reader opened, newest first, and forgets it when told to', async () => {
  await clearVisits();
  const visit = { networkId, status: 'success' as const };
  await saveVisit({ ...visit, hash: hashOf('01'), title: 'Earlier', visitedAt: 1_000 });
  await saveVisit({ ...visit, hash: hashOf('02'), title: 'Later', visitedAt: 2_000 });
  page = openAppPage('/nowhere', CONFIG);
  const titles = () =>
    [...(page?.element.querySelectorAll('li bdi:first-of-type') ?? [])].map((one) => one.textContent);
  await expect.poll(titles).toEqual(['Later', 'Earlier']);
  await userEvent.click(page.button('Clear') as HTMLElement);
  await expect.poll(() => page?.element.textContent).toContain('Nothing opened yet');
  expect(await readVisits(10)).toEqual([]);
});
