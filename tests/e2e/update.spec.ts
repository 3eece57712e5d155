/** A new version of the app while tabs of the old one are open: each is told, goes on, and all change over together. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { serveFolder } from '../../tools/static-server';
import { startUnwatchedBrowser, type UnwatchedTab } from '../helpers/unwatched-browser';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

const dist = resolve(import.meta.dirname, '../../dist');

/** A file that is kept in the background (tools/later-files.ts). */
const NEVER_SENT = /\/DebuggerTab-.*\.js$/;

const OFFER = 'A new version of Loupe is here';

for (const { name, asksOn } of [
  { name: 'tabs of the old version go on until the reader takes the new one in any of them', asksOn: false },
  { name: 'a tab that goes on asking does not keep the old version', asksOn: true },
])
  test(name, { tag: '@offline' }, async ({ endpoint, demo, stopAtEnd, witness }) => {
    const config = { '/config.json': JSON.stringify(workbench(endpoint.url)) };
    const before = await serveFolder(dist, { overrides: config, held: NEVER_SENT });
    stopAtEnd({ stop: () => before.close() });
    const browser = await startUnwatchedBrowser(witness.args);
    try {
      const page = await browser.open(`${before.url}/${CHAIN}/tx/${demo.hashOf('swap-two-hops')}`);
      await eventually(() => holds(page, '[role=treeitem]:nth-child(2)'));
      await page.evaluate(async () => void (await navigator.serviceWorker.ready), null);
      const other = await browser.open(before.url);
      await eventually(() => holds(other, 'main'));
      const tabs = [page, other];
      for (const tab of tabs) await tab.evaluate(markAsOld, null);

      await before.close();
      const script = await readFile(resolve(dist, 'sw.js'), 'utf8');
      const overrides = { ...config, '/sw.js': `${script}\n// the next version` };
      const after = await serveFolder(dist, { port: before.port, overrides, held: NEVER_SENT });
      stopAtEnd({ stop: () => after.close() });
      // The old version waits for a file while the next one takes over.
      await page.evaluate(keepTheRest, null);
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()), null);
      for (const tab of tabs) await eventually(() => says(tab, OFFER));

      // Code that is loaded only now.
      await page.evaluate(clickTab, 'State');
      await eventually(() => says(page, 'State Changes'));

      if (asksOn) await page.evaluate(askWithoutEnd, null);
      expect(await other.evaluate(clickButton, 'Reload')).toBe(true);
      for (const tab of tabs) await eventually(() => holds(tab, 'html:not([data-old]) main'));
      await eventually(() => says(page, 'State Changes'));
      await eventually(() => page.evaluate(isNewest, null));
      for (const tab of tabs) expect(await says(tab, OFFER)).toBe(false);
      for (const tab of tabs) expect(tab.errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });

/** Asks the old version once more for the files that are kept in the background. */
function keepTheRest(): void {
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_REST' });
}

/** Each request starts the old version again, which the browser then keeps for minutes. */
function askWithoutEnd(): void {
  setInterval(() => void fetch('/config.json').catch(() => {}), 20);
}

/** Whether a version is active and no other waits for it to end. */
async function isNewest(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated' && !registration.waiting && !registration.installing;
}

/** Gone with the document. */
function markAsOld(): void {
  document.documentElement.setAttribute('data-old', '');
}

/** Links and buttons alike may be tabs. */
function clickTab(name: string): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  tabs.find((tab) => tab.textContent === name)?.click();
}

/** Whether there was one of that name. */
function clickButton(name: string): boolean {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  button?.click();
  return button !== undefined;
}

function holds(tab: UnwatchedTab, selector: string): Promise<boolean> {
  return tab.evaluate((wanted) => document.querySelector(wanted) !== null, selector);
}

function says(tab: UnwatchedTab, text: string): Promise<boolean> {
  return tab.evaluate((wanted) => document.body.textContent.includes(wanted), text);
}

/** A page that is just being loaded cannot be asked. */
function eventually(holdsTrue: () => Promise<boolean>): Promise<void> {
  return expect(async () => expect(await holdsTrue()).toBe(true)).toPass();
}
