/** A link says what it leads to before the app is there. */
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

test('before the scripts of the app are there, the page says what it loads', { tag: '@trace' }, async ({
  page,
  serve,
  demo,
}) => {
  await page.route('**/assets/*.js', () => {}); // never answered
  const url = `${await serve(workbench(demo.rpcUrl))}/${CHAIN}`;
  const hash = demo.hashOf('swap-two-hops');
  const names = {
    [`tx/${hash}`]: `Transaction ${hash}`,
    [`tx/${hash}/logs`]: `Transaction ${hash}`,
    'block/12': 'Block 12',
    [`wallet/0x${'ab'.repeat(20)}/txs/all`]: `Wallet 0x${'ab'.repeat(20)}`,
    [`contract/0x${'cd'.repeat(20)}`]: `Contract 0x${'cd'.repeat(20)}`,
    'block/nonsense': 'Loading…',
    'tx/0xabc': 'Loading…',
    settings: 'Loading…',
    // Parameters that are no text.
    [`tx/${hash}?trace=%E0%A4%A`]: `Transaction ${hash}`,
    'settings?network=1&network=%': 'Loading…',
  };
  for (const [path, name] of Object.entries(names)) {
    await page.goto(`${url}/${path}`, { waitUntil: 'commit' });
    await expect(page.locator('#root')).toContainText(name);
  }
});
