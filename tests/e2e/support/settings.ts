/** What the settings keep. A switch turns at once, the write follows: who leaves the page in between would race with it. */
import { expect, type Page } from '@playwright/test';

/** Turns a switch of the settings and waits until that is kept. */
export async function turnSwitch(page: Page, name: string): Promise<void> {
  const control = page.getByRole('switch', { name });
  await expect(control).toBeEnabled();
  const before = await page.evaluate(keptPreferences);
  await control.click();
  await expect.poll(() => page.evaluate(keptPreferences)).not.toBe(before);
}

/** Run in the page: all preferences of the database, as JSON. */
function keptPreferences(): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('loupe');
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
