/** What the reader chooses and the database keeps. A choice shows at once, the write follows: who leaves the page in between would race with it. */
import { expect, type Page } from '@playwright/test';

/** Turns a switch of the settings and waits until that is kept. */
export async function turnSwitch(page: Page, name: string): Promise<void> {
  const control = page.getByRole('switch', { name });
  await expect(control).toBeEnabled();
  await untilKept(page, () => control.click());
}

/** Makes a choice that the database keeps, another one than before, and waits until it does. */
export async function untilKept(page: Page, choose: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(keptPreferences);
  await choose();
  await expect.poll(() => page.evaluate(keptPreferences)).not.toBe(before);
}

/** Run in the page: all preferences of the database, as JSON; '' where there is none yet, since opening would make an empty one. */
async function keptPreferences(): Promise<string> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'loupe-data')) return '';
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('loupe-data');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction('preferences').objectStore('preferences').getAll();
      all.onerror = () => reject(all.error);
      all.onsuccess = () => {
        request.result.close();
        resolve(JSON.stringify(all.result));
      };
    };
  });
}
