/**
 * `npx tsx tools/screenshots.ts`: takes the README's picture and those of every
 * tab and page (docs/screens.md) anew, from the demo chain and the production
 * build. Names after it narrow it to some.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { TransactionName } from '../devnet/names';
import { chromiumArgs, offlineArgs, requireChromium } from './chromium';
import { contractShots, type PageShot } from './contract-shots';
import { asWebp } from './picture';
import { type Demo, startDemo } from './start/demo';

const docs = resolve(import.meta.dirname, '../docs');

/** A desk and a phone; px. */
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 480, height: 1000 };
/** The kinds of page that are shown in both themes and on a phone; the others once, so that all pictures take 4 MB at most. */
const WHOLE = ['summary', 'debugger', 'home', 'block', 'token', 'read', 'simulator', 'gas-by-call'];

/** File name, transaction, what follows its address, and what has to stand before the picture is taken. */
type Shot = {
  name: string;
  of: TransactionName;
  path: string;
  ready: (page: Page) => Promise<unknown>;
};

const shots: readonly Shot[] = [
  {
    name: 'summary',
    of: 'swap-two-hops',
    path: '',
    ready: async (page) => {
      await page.getByText('Fund flow').waitFor();
      // Values of internal calls are read once the rows stand still.
      await page.getByText('_pair(a: MPL, b: JNP)').first().waitFor();
    },
  },
  {
    name: 'simple',
    of: 'swap-two-hops',
    path: '?view=simple',
    ready: (page) => page.getByText('Fund flow').waitFor(),
  },
  {
    name: 'contracts',
    of: 'swap-two-hops',
    path: '/contracts',
    ready: (page) => page.getByRole('table', { name: 'Contracts' }).getByText('PairFactory').waitFor(),
  },
  {
    name: 'events',
    of: 'swap-two-hops',
    path: '/logs',
    ready: (page) => page.getByRole('list', { name: 'Events' }).getByText('Transfer').first().waitFor(),
  },
  {
    name: 'state',
    of: 'swap-two-hops',
    path: '/state-diff',
    ready: (page) =>
      page
        .getByRole('region', { name: /State Changes/ })
        // Variables come after slots.
        .getByText('balanceOf[')
        .first()
        .waitFor(),
  },
  {
    name: 'gas-by-call',
    of: 'swap-two-hops',
    path: '/gas-usage?trace=0.4',
    ready: (page) => page.getByRole('table', { name: 'Where the gas of this call went' }).waitFor(),
  },
  {
    name: 'gas-by-line',
    of: 'swap-two-hops',
    path: '/gas-usage?gas=lines',
    ready: (page) => page.locator('.cm-heat-1').first().waitFor(),
  },
  {
    name: 'debugger',
    of: 'swap-too-little',
    path: '/debugger',
    ready: async (page) => {
      await page.getByRole('region', { name: 'Source', exact: true }).locator('.cm-line').first().waitFor();
      // The editor measures its lines again once its font is there.
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(1_000);
    },
  },
];

/** A list has its first row. */
const listed = (page: Page) => page.locator('main tbody tr a').first().waitFor();
/** The first account that the demo chain gave money and tokens. */
const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
/** The demo chain's Alice, who keeps postcards. */
const COLLECTOR = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

const pages: readonly PageShot[] = [
  {
    name: 'home',
    path: () => '',
    ready: async (page) => {
      await page.getByRole('slider', { name: /^Average gas price/ }).waitFor();
      await listed(page);
    },
  },
  { name: 'transactions', path: () => '/transactions', ready: (page) => listed(page) },
  { name: 'blocks', path: () => '/blocks', ready: (page) => listed(page) },
  {
    name: 'block',
    path: () => '/block/300',
    ready: (page) => page.getByRole('heading', { level: 1, name: /300/ }).waitFor(),
  },
  { name: 'token-transfers', path: () => '/token-transfers', ready: (page) => listed(page) },
  { name: 'nft-transfers', path: () => '/nft-transfers', ready: (page) => listed(page) },
  { name: 'wallet', path: () => `/wallet/${WALLET}/txs/all`, ready: (page) => listed(page) },
  {
    name: 'assets',
    path: () => `/wallet/${WALLET}/assets/token`,
    ready: (page) => page.getByText('MPL').first().waitFor(),
  },
  {
    name: 'token',
    path: (of) => `/contract/${of('Maple')}/holders?view=market`,
    ready: (page) => listed(page),
  },
  {
    name: 'inventory',
    path: (of) => `/contract/${of('Postcards')}/inventory?view=market`,
    ready: (page) => page.getByRole('list', { name: 'Items' }).locator('img').first().waitFor(),
  },
  {
    name: 'item',
    path: (of) => `/nft/${of('Postcards')}/1`,
    ready: async (page) => {
      await page.locator('main img').first().waitFor();
      await listed(page);
    },
  },
  {
    name: 'wallet-nfts',
    path: () => `/wallet/${COLLECTOR}/assets/nft`,
    ready: (page) => page.locator('main img').first().waitFor(),
  },
  {
    name: 'read',
    path: (of) => `/contract/${of('Maple')}/read?view=contract&expand=0x18160ddd`,
    ready: (page) => page.getByText('totalSupply').first().waitFor(),
  },
  {
    name: 'write',
    path: (of) => `/contract/${of('Router')}/write`,
    ready: (page) => page.getByText('swap').first().waitFor(),
  },
  {
    name: 'source',
    path: (of) => `/contract/${of('Router')}/code`,
    ready: (page) => page.locator('.cm-line').first().waitFor(),
  },
  {
    name: 'verify',
    path: (of) => `/contract/${of('Router')}/verify`,
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'outline',
    path: (of) => `/contract/${of('MapleJuniperPair')}/code`,
    ready: async (page) => {
      await page.getByText('Outline and storage', { exact: true }).click();
      const storage = page.getByRole('region', { name: 'Storage' });
      await storage.getByRole('button', { name: 'Read all variables' }).click();
      await storage.getByText('totalSupply').first().waitFor();
    },
  },
  {
    name: 'calldata',
    path: () =>
      `/calldata?data=0xa9059cbb${WALLET.slice(2).padStart(64, '0')}${(25n * 10n ** 18n).toString(16).padStart(64, '0')}`,
    ready: (page) => page.getByText('transfer(address').first().waitFor(),
  },
  {
    name: 'simulator',
    path: (of) => `/simulator/new?from=${WALLET}&contractAddress=${of('Maple')}&contractFunction=0xa9059cbb`,
    ready: (page) => page.getByRole('heading', { level: 1, name: /^Simulate on/ }).waitFor(),
  },
  {
    name: 'edit-source',
    path: (_, hashOf) => `/tx/${hashOf('uups-after-upgrade')}`,
    ready: async (page) => {
      await page.getByRole('link', { name: 'Edit source' }).click();
      await page.getByRole('textbox', { name: /^Text of / }).waitFor();
    },
  },
  {
    name: 'action-safety',
    path: (_, hashOf) => `/tx/${hashOf('erc20-approve')}`,
    ready: async (page) => {
      const panel = page.getByRole('region', { name: 'Action safety' });
      await panel.getByRole('button', { name: 'Check its actions' }).click();
      await panel.getByRole('list', { name: 'Findings' }).waitFor();
      await panel.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'virtual-networks',
    path: () => '/../virtual',
    ready: (page) => page.getByRole('form', { name: 'New virtual network' }).waitFor(),
  },
  {
    name: 'virtual-network',
    path: () => '/../virtual',
    ready: async (page) => {
      const form = page.getByRole('form', { name: 'New virtual network' });
      await form.getByLabel('Name').fill('Rehearsal');
      await form.getByRole('button', { name: /^Fork / }).click();
      await page.getByRole('region', { name: 'Snapshots' }).waitFor();
    },
  },
  {
    name: 'networks',
    path: () => '/../networks',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'projects',
    path: () => '/../projects',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  ...contractShots,
  { name: 'usage', path: () => '/../usage', ready: (page) => page.getByRole('slider').waitFor() },
];

const wanted = process.argv.slice(2);
const isWanted = ({ name }: { name: string }) => wanted.length === 0 || wanted.includes(name);

const demo = await startDemo({ port: 0, rpcPort: 0, small: true });
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...chromiumArgs(), ...offlineArgs()],
});
try {
  if (wanted.length === 0) await takeReadme(browser, demo);
  await mkdir(join(docs, 'screens'), { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await takeTabs(browser, demo, theme);
    await takePages(browser, demo, theme);
  }
} finally {
  await browser.close();
  await demo.stop();
}

async function takeTabs(from: Browser, shown: Demo, theme: 'light' | 'dark'): Promise<void> {
  for (const size of [DESK, PHONE]) {
    const page = await from.newPage({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' });
    for (const { name, of, path, ready } of shots.filter(isWanted)) {
      if (!sizesOf(name, theme).includes(size)) continue;
      await page.goto(`${pageOf(shown, of)}${path}`);
      await ready(page);
      await settled(page);
      const file = join(docs, 'screens', `${name}-${size.width}-${theme}.webp`);
      await writeFile(file, await asWebp(page, await page.screenshot()));
      console.log(file);
    }
    await page.close();
  }
}

async function takePages(from: Browser, shown: Demo, theme: 'light' | 'dark'): Promise<void> {
  // One profile, so that the chain is indexed once.
  const context = await from.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const { name, path, ready, height } of pages.filter(isWanted)) {
    for (const size of sizesOf(name, theme)) {
      await page.setViewportSize({ ...size, ...(height !== undefined && { height }) });
      await page.goto(
        new URL(
          `${shown.url}/anvil${path(
            (contract) => addressOf(shown, contract),
            (name) => hashOf(shown, name),
          )}`,
        ).href,
      );
      await ready(page);
      await page.evaluate(() => document.fonts.ready);
      await named(page);
      const file = join(docs, 'screens', `${name}-${size.width}-${theme}.webp`);
      await writeFile(file, await asWebp(page, await page.screenshot()));
      console.log(file);
    }
  }
  await context.close();
}

/** The sizes at which a picture is taken in the theme. */
function sizesOf(name: string, theme: 'light' | 'dark'): readonly (typeof DESK)[] {
  if (WHOLE.includes(name)) return theme === 'light' ? [DESK, PHONE] : [DESK];
  return theme === 'light' ? [DESK] : [];
}

/** Nothing is on its way, and names that come late have come: the page looked the same twice. */
async function named(page: Page): Promise<void> {
  let before = '';
  for (;;) {
    const now = await page.locator('main').innerHTML();
    if (now === before) return;
    before = now;
    await page.waitForTimeout(1_500); // a name takes an answer of the endpoint, 20 ms here, and the worker its code
  }
}

function addressOf({ manifest }: Demo, contract: string): string {
  const address = manifest?.contracts[contract];
  if (address === undefined) throw new Error(`The demo chain has no ${contract} to take a picture of.`);
  return address.toLowerCase();
}

async function takeReadme(from: Browser, shown: Demo): Promise<void> {
  const page = await from.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await page.goto(pageOf(shown, 'swap-too-little'));
  await page.getByRole('treeitem').first().waitFor();
  // Names come after the calls; the picture is taken with both.
  await page.getByRole('heading', { name: 'Router.swapExactTokens reverted' }).waitFor();
  await page.locator('.cm-marked').first().waitFor();
  await settled(page);
  const file = join(docs, 'screenshot.png');
  await page.screenshot({ path: file });
  console.log(file);
  await page.close();
}

function hashOf({ manifest }: Demo, name: TransactionName): string {
  const found = manifest?.transactions.find((transaction) => transaction.name === name);
  if (found === undefined) throw new Error(`The demo chain has no ${name} to take a picture of.`);
  return found.hash;
}

function pageOf(demo: Demo, name: TransactionName): string {
  return `${demo.url}/anvil/tx/${hashOf(demo, name)}`;
}

/** Names are there, and nothing is on its way. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const waits =
      '.trace-row.is-placeholder, [role=treeitem] .trace-selector, [role=tabpanel] [role=status][aria-label]';
    return document.querySelector(waits) === null && document.querySelector('h1')?.textContent?.includes('Router');
  });
  await page.evaluate(() => document.fonts.ready);
}
