/** Kept screens in the browser's own storage: what becomes of them, and of those that somebody forged. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONFIGURATION } from '../../../src/db/cache-storage/config-digest';
import { dropScreens, readKeptScreen, saveKeptScreen } from '../../../src/db/cache-storage/kept-screens';
import { saveBlock } from '../../../src/db/chain/save-block';
import { saveTransaction } from '../../../src/db/chain/save-transaction';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { saveLabel } from '../../../src/db/reader/labels';
import type { KeptScreen } from '../../../src/db/rows/kept-screen-row';
import { evictOver } from '../../../src/db/storage/eviction';
import { clearStorage, readStorageUsage } from '../../../src/db/storage/storage';
import { sentDocument, withKeptScreen } from '../../../src/service-worker/kept-screen';
import { deleteDatabase } from '../../helpers/database-dump';
import { address, blockRow, hash, network, receiptLogs, transactionRow } from '../records';

const ENTRY = '/assets/index-1.js';
const DOCUMENT = `<!doctype html><html lang="en"><head><link rel="icon" href="/icon.svg"><script data-engine="/e.js" src="/first.js"></script><title>Loupe</title>
<script type="module" crossorigin src="${ENTRY}"></script><link rel="modulepreload" crossorigin href="/assets/app-1.js">
<link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body><div id="root">Loading</div></body></html>`;
const TX = `/31337/tx/${hash('1')}`;
const screen: KeptScreen = {
  build: ENTRY,
  config: '',
  state: '1440  ',
  theme: 'dark',
  height: 900,
  width: 1440,
  title: 'A transfer',
  styles: ['/assets/index-1.css', '/assets/call-tree-1.css'],
  isFinal: false,
  nodes: [['main', { class: 'p-1' }, ['h1', {}, 'Alice sent 1 ETH']]],
};

/** The document that the service worker answers with; it has the first of the style sheets. */
async function answered(path = TX, sheet = 'h1{color:red}'): Promise<Document> {
  const readSheet = async (of: string) => (of === '/assets/index-1.css' ? sheet : undefined);
  const sent = await sentDocument(new Response(DOCUMENT));
  const answer = await withKeptScreen(sent, new URL(path, location.href), readSheet);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

async function isShown(path = TX): Promise<boolean> {
  return (await answered(path)).querySelector('#kept') !== null;
}

/** Puts what nobody kept where the screen of the transaction lies. */
async function forge(content: unknown): Promise<void> {
  await saveKeptScreen(TX, screen);
  const cache = await caches.open('kept-screens');
  const [key] = await cache.keys();
  const packed = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream('gzip'));
  if (key) await cache.put(key, new Response(packed));
}

beforeEach(async () => {
  await dropScreens();
  await caches.delete(CONFIGURATION);
});
afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('the screen stands in the document, before the place of the app, which waits', async () => {
  expect(await saveKeptScreen(TX, screen)).toBe(true);
  const page = await answered();
  expect(page.querySelector('#kept h1')?.textContent).toBe('Alice sent 1 ETH');
  expect(page.title).toBe('A transfer');
  expect(page.documentElement.dataset).toMatchObject({ kept: '1440  ', keptHeight: '900' });
  expect(page.querySelector('#kept ~ #root')?.hasAttribute('inert')).toBe(true);
  expect(page.querySelector('#root')?.textContent).toBe('Loading');
});

test('the document asks for nothing before its paint but the first script and style sheets that are not at hand', async () => {
  await saveKeptScreen(TX, screen);
  const page = await answered();
  const asked = 'script, link:not([disabled])';
  expect([...page.querySelectorAll(asked)].map(({ outerHTML }) => outerHTML)).toEqual([
    '<link rel="preload" as="script" href="/first.js">',
    '<link rel="expect" href="#root" blocking="render">',
    '<link rel="stylesheet" crossorigin="" href="/assets/call-tree-1.css">',
    '<script data-engine="/e.js" src="/first.js"></script>',
  ]);
  // It runs when the screen is read, and before the place of the app is, which the first paint waits for.
  expect(page.querySelector('#kept ~ script + #root')).not.toBeNull();
  expect(page.querySelector('style')?.textContent).toBe('h1{color:red}');
  // The app's loader takes this sheet for loaded, and `first.js` takes icon and scripts out.
  expect(page.querySelector('link[disabled]')?.getAttribute('href')).toBe('/assets/index-1.css');
  const scripts = page.querySelector<HTMLTemplateElement>('template#scripts');
  expect([...(scripts?.content.children ?? [])].map(({ localName }) => localName)).toEqual(['link', 'script', 'link']);
  expect(scripts?.compareDocumentPosition(page.querySelector('[src="/first.js"]') ?? page)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('a style sheet that would end its element early stays a link', async () => {
  await saveKeptScreen(TX, screen);
  const page = await answered(TX, '</STYLE ><script>x</script>');
  expect(page.querySelectorAll('style, script:not([src])')).toHaveLength(0);
  expect(page.querySelectorAll('link[rel=stylesheet]:not([disabled])')).toHaveLength(2);
});

test('what may change is marked as being asked again, what is final is not', async () => {
  await saveKeptScreen(TX, screen);
  expect((await answered()).querySelector('#kept [role=status]')?.textContent).toContain('Asking again');
  await saveKeptScreen(TX, { ...screen, isFinal: true });
  expect((await answered()).querySelector('#kept [role=status]')).toBeNull();
});

test('the answer has the headers of the document but those of its bytes', async () => {
  await saveKeptScreen(TX, screen);
  const policy = "default-src 'none'";
  const headers = { 'content-length': '3', etag: 'x', 'content-security-policy': policy };
  const sent = await sentDocument(new Response(DOCUMENT, { headers }));
  const answer = await withKeptScreen(sent, new URL(TX, location.href), async () => undefined);
  const named = ['content-length', 'etag', 'content-security-policy'].map((name) => answer.headers.get(name));
  expect(named).toEqual([null, null, policy]);
});

test('a page that was not kept is the document as it is', async () => {
  await saveKeptScreen(TX, screen);
  expect(await isShown('/31337')).toBe(false);
  expect(await isShown(`${TX}?trace=0.1`)).toBe(false);
});

test('the screen of another version or another configuration is not shown', async () => {
  await saveKeptScreen(TX, { ...screen, build: '/assets/index-0.js' });
  expect(await isShown()).toBe(false);
  await saveKeptScreen(TX, screen);
  expect(await isShown()).toBe(true);
  await (await caches.open(CONFIGURATION)).put('/config.json', new Response('{"networks":[]}'));
  expect(await isShown()).toBe(false);
});

test.each([
  ['a script', { ...screen, nodes: [['script', {}, 'document.title = "run"']] }],
  ['a handler', { ...screen, nodes: [['p', { onfocus: 'x', tabindex: '0' }]] }],
  ['a script as address', { ...screen, nodes: [['a', { href: 'javascript:x' }, 'x']] }],
  ['a style sheet elsewhere', { ...screen, styles: ['https://example.org/a.css'] }],
  ['no screen', 'x'],
  ['a screen without a height', { ...screen, height: '900' }],
  ['a theme that is none', { ...screen, theme: '"><img src=x onerror=alert(1)>' }],
])('a forged row with %s is not shown', async (_, content) => {
  await forge(content);
  expect(await isShown()).toBe(false);
});

test('a forged row that is no packed text, or one that unpacks without end, is not shown', async () => {
  await forge({ ...screen, nodes: ['x'.repeat(3_000_000)] });
  expect(await isShown()).toBe(false);
  const cache = await caches.open('kept-screens');
  const [key] = await cache.keys();
  if (key) await cache.put(key, new Response('not packed'));
  expect(await isShown()).toBe(false);
});

test('texts with markup in them stay texts, wherever they stand', async () => {
  const evil = `</title><script>document.title='run'</script><img src=x onerror=alert(1)>"'`;
  await saveKeptScreen(TX, { ...screen, title: evil, state: evil, nodes: [['p', { title: evil }, evil]] });
  const page = await answered();
  expect(page.querySelectorAll('script')).toHaveLength(1);
  expect(page.querySelector('img')).toBeNull();
  expect(page.title).toBe(evil);
  expect(page.documentElement.dataset.kept).toBe(evil);
  expect(page.querySelector('#kept p')?.textContent).toBe(evil);
  expect(page.querySelector('#kept p')?.getAttribute('title')).toBe(evil);
});

test('what may not be kept is refused when it is written, also what is too large', async () => {
  expect(await saveKeptScreen(TX, { ...screen, nodes: [['script', {}]] })).toBe(false);
  const noise = Array.from(crypto.getRandomValues(new Uint8Array(30_000)), (byte) => byte.toString(16)).join('');
  expect(await saveKeptScreen(TX, { ...screen, nodes: [noise] })).toBe(false);
  expect(await readKeptScreen(TX)).toBeUndefined();
});

test('a label that is changed drops all screens', async () => {
  await saveKeptScreen(TX, screen);
  await saveLabel({ networkId: network, address: address('a'), name: 'Alice' });
  await expect.poll(() => isShown()).toBe(false);
});

test('a block that the chain replaced drops its screen and those of its transactions, and no other', async () => {
  const other = `/31337/tx/${hash('2')}`;
  await saveBlock(blockRow);
  await saveTransaction(transactionRow('1'), receiptLogs);
  for (const path of [TX, '/31337/block/12', other]) await saveKeptScreen(path, screen);
  const replaced = { ...blockRow.block, hash: hash('c'), transactions: [] };
  await saveBlock({ ...blockRow, hash: hash('c'), block: replaced });
  await expect.poll(() => Promise.all([TX, '/31337/block/12', other].map(isShown))).toEqual([false, false, true]);
});

test('a transaction that a chain which began anew has elsewhere drops its screen', async () => {
  await saveTransaction(transactionRow('1'), receiptLogs);
  await saveKeptScreen(TX, screen);
  const moved = transactionRow('1');
  const place = { blockHash: hash('c'), blockNumber: 3 };
  Object.assign(moved.transaction, place);
  Object.assign(moved.receipt ?? {}, place);
  await saveTransaction(moved, receiptLogs);
  await expect.poll(() => isShown()).toBe(false);
});

test('a screen goes with its row when that is evicted', async () => {
  await saveTransaction(transactionRow('1'), receiptLogs);
  await saveKeptScreen(TX, screen);
  await saveKeptScreen('/31337', screen);
  await evictOver(0);
  expect([await isShown(), await isShown('/31337')]).toEqual([false, true]);
});

test('screens are counted, and go with whatever is cleared', async () => {
  await readStorageUsage(); // a database that is made anew drops all screens
  await saveKeptScreen(TX, screen);
  await saveKeptScreen('/31337', screen);
  const { sizes } = await readStorageUsage();
  const size = sizes.find(({ kind }) => kind === 'screens');
  expect(size?.records).toBe(2);
  expect(size?.bytes).toBeGreaterThan(200);
  expect(size?.bytes).toBeLessThan(800);
  await clearStorage(['traces']);
  expect(await isShown()).toBe(false);
});

test('of many screens the latest stay', async () => {
  await saveKeptScreen('/31337/block/0', screen);
  const cache = await caches.open('kept-screens');
  const [key] = await cache.keys();
  const stored = key && (await cache.match(key));
  for (let at = 1; at < 301; at++)
    await cache.put(
      `/kept-screen?${new URLSearchParams({ of: `/31337/block/${at}` })}`,
      stored?.clone() ?? new Response(),
    );
  await saveKeptScreen('/31337/block/301', screen);
  expect(await isShown('/31337/block/1')).toBe(false);
  expect(await isShown('/31337/block/2')).toBe(true);
});
