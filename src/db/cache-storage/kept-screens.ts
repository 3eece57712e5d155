/**
 * First screens of pages, which the service worker draws before the app is there. They lie in Cache Storage and not in
 * IndexedDB: the service worker has that open already, and however large an index is, reading one screen takes as long.
 *
 * A screen is dropped with what it shows. What the reader made or chose is on every page, so a change of it drops all.
 */
import { fromKeptScreenRow, type KeptScreen } from '../rows/kept-screen-row';

const CACHE = 'kept-screens';
/** The header with the bytes of a stored screen. */
const BYTES = 'x-bytes';
/** Bytes that a screen may take, compressed. A page mostly takes 3,000 to 7,000. */
const MAX_BYTES = 14_000;
/** Screens that are kept, the latest. */
const MAX_SCREENS = 300;
/** Bytes of a screen that is read, unpacked. */
const MAX_UNPACKED = 1_500_000;

/** The tables whose rows every page may show: what the reader called things, chose or brought along. */
const READERS_TABLES = [
  'labels',
  'preferences',
  'networks',
  'artifacts',
  'projects',
  'projectAccounts',
  'projectItems',
  'tokenLists',
  'rowNotes',
  'virtualNetworks',
];

/** Keeps the screen of the page at `path` (path and search parameters); false where it is too large or storage refuses. */
export async function saveKeptScreen(path: string, screen: KeptScreen): Promise<boolean> {
  if (fromKeptScreenRow(screen) === undefined) return false;
  try {
    const packed = await new Response(
      new Blob([JSON.stringify(screen)]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer();
    if (packed.byteLength > MAX_BYTES) return false;
    const cache = await caches.open(CACHE);
    await cache.put(keyOf(path), new Response(packed, { headers: { [BYTES]: String(packed.byteLength) } }));
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - MAX_SCREENS))) await cache.delete(key);
    return true;
  } catch {
    return false; // storage is refused
  }
}

/** Reads the screen of the page at `path`, undefined where there is none that may be shown. */
export async function readKeptScreen(path: string): Promise<KeptScreen | undefined> {
  try {
    const stored = await caches.match(keyOf(path), { cacheName: CACHE });
    if (stored === undefined) return undefined;
    const packed = await stored.arrayBuffer();
    if (packed.byteLength > MAX_BYTES) return undefined;
    const text = await unpacked(packed);
    return text === undefined ? undefined : fromKeptScreenRow(JSON.parse(text));
  } catch {
    return undefined; // damaged, or storage is refused
  }
}

/** Drops the screens of all pages whose address names one of these: a hash, an address, the number of a block. */
export async function dropScreensOf(names: readonly string[]): Promise<void> {
  const dropped = new Set(names.map((name) => name.toLowerCase()));
  await eachKey(async (cache, key) => {
    const { pathname } = new URL(new URL(key.url).searchParams.get('of') ?? '', key.url);
    const isNamed = pathname.split('/').some((part) => dropped.has(part.toLowerCase()));
    if (isNamed) await cache.delete(key);
  });
}

/** Does as `dropScreensOf` in a task of its own: within a transaction of the database nothing else may be waited for. */
export function dropScreensSoon(names: readonly string[]): void {
  if ('caches' in globalThis && names.length > 0) setTimeout(() => void dropScreensOf(names));
}

/** Drops all screens. */
export async function dropScreens(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}

/** Drops all screens where one of the tables that were written is the reader's own. */
export async function dropScreensAfter(tables: ReadonlySet<string>): Promise<void> {
  if (READERS_TABLES.some((table) => tables.has(table))) await dropScreens();
}

/** Returns the number of kept screens, and the bytes that they take. */
export async function sizeOfScreens(): Promise<{ records: number; bytes: number }> {
  const size = { records: 0, bytes: 0 };
  await eachKey(async (cache, key) => {
    size.records++;
    size.bytes += Number((await cache.match(key))?.headers.get(BYTES) ?? 0);
  });
  return size;
}

async function eachKey(visit: (cache: Cache, key: Request) => Promise<void>): Promise<void> {
  try {
    if (!('caches' in globalThis) || !(await caches.has(CACHE))) return;
    const cache = await caches.open(CACHE);
    for (const key of await cache.keys()) await visit(cache, key);
  } catch {
    // Storage is refused: nothing is kept.
  }
}

/** The address under which a screen lies. The page's own is a parameter, so that none is mistaken for a file of the app. */
function keyOf(path: string): string {
  return `/kept-screen?${new URLSearchParams({ of: path })}`;
}

/** The text in the packed bytes; undefined where it is longer than any screen that was kept. */
async function unpacked(packed: ArrayBuffer): Promise<string | undefined> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= MAX_UNPACKED) continue;
    await reader.cancel();
    return undefined;
  }
}
