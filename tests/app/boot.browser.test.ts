/** The first module of the page, when a part of the app is not there. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import index from '../../index.html?raw';

vi.mock('../../src/app/main', () => ({
  start: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

test('an app of which a part is missing says so instead of loading for ever', async () => {
  const { body } = new DOMParser().parseFromString(index, 'text/html');
  for (const id of ['root', 'not-loaded']) document.body.append(body.querySelector(`#${id}`) ?? '');
  await import('../../src/app/boot');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to fetch dynamically imported module');
  await expect.element(page.getByRole('heading', { name: 'Loupe could not be loaded' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  expect(document.querySelector('#root')?.textContent).not.toContain('Loading');
});
