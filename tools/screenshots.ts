/** `npx tsx tools/screenshots.ts`: takes the README's picture anew, from the demo chain and the production build. */
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArgs, offlineArgs, requireChromium } from './chromium';
import { startDemo } from './start/demo';

const file = resolve(import.meta.dirname, '../docs/screenshot.png');

const demo = await startDemo({ port: 0, rpcPort: 0, small: true });
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...chromiumArgs(), ...offlineArgs()],
});
try {
  const failed = demo.manifest?.transactions.find(({ name }) => name === 'swap-too-little');
  if (failed === undefined) throw new Error('The demo chain has no failed swap to take a picture of.');
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await page.goto(`${demo.url}/anvil/tx/${failed.hash}`);
  await page.getByRole('treeitem').first().waitFor();
  // Names come after the calls; the picture is taken with both.
  await page.getByRole('heading', { name: 'Router.swapExactTokens reverted' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[role=treeitem] .trace-selector') === null);
  await page.locator('.cm-marked').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.trace-row.is-placeholder') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
  console.log(file);
} finally {
  await browser.close();
  await demo.stop();
}
