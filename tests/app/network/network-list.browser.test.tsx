/** Choosing a network, and the page of a network that nobody knows. */
import { afterEach, expect, test } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { type AppPage, openAppPage } from '../../helpers/app-page';

const CONFIG = {
  networks: [
    { id: 424242, name: 'Nowhere', route: 'nowhere' },
    { id: 434343, name: 'Elsewhere', route: 'elsewhere' },
  ],
  defaultNetwork: 424242,
};

let page: AppPage | undefined;
afterEach(() => page?.close());

const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);

test('configured networks are listed first, and one is found by a part of its name and opened by Enter', async () => {
  page = openAppPage('/nowhere', CONFIG);
  const switcher = () => [...(page?.element.querySelectorAll('header button') ?? [])][0];
  await expect.poll(() => switcher()?.textContent).toContain('Nowhere');
  // By its place: an element is looked for by its name, which may change meanwhile.
  await screen.getByRole('banner').getByRole('button').first().click();
  await expect.poll(() => options().length).toBeGreaterThan(10);
  expect(options().slice(0, 2).sort()).toEqual(['Elsewhere434343', 'Nowhere424242✓']);
  await userEvent.keyboard('elsew');
  await expect.poll(options).toEqual(['Elsewhere434343']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => page?.address()).toBe('/elsewhere');
  await expect.poll(() => switcher()?.textContent).toContain('Elsewhere');
  expect(options()).toEqual([]);
});

test('a chain id that nobody knows can be added, a name that nobody knows cannot', async () => {
  page = openAppPage('/987654321', CONFIG);
  await expect.poll(() => page?.element.textContent).toContain('Network not found. ID: 987654321');
  expect(page.link('Add this network')?.getAttribute('href')).toBe('/networks?add=987654321');
  page.close();
  page = openAppPage('/no-such-net', CONFIG);
  await expect.poll(() => page?.element.textContent).toContain('Network not found. ID: no-such-net');
  expect(page.link('Add this network')?.getAttribute('href')).toBe('/networks');
});
