/** The first module of the page, when a part of the app is not there. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

vi.mock('../../src/app/main', () => ({
  start: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

test('an app of which a part is missing says so instead of loading for ever', async () => {
  const root = document.createElement('div');
  root.id = 'root';
  root.textContent = 'Loading…';
  document.body.append(root);
  await import('../../src/app/boot');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to fetch dynamically imported module');
  await expect.element(page.getByRole('heading', { name: 'Loupe could not be loaded' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  expect(root.textContent).not.toContain('Loading');
});
