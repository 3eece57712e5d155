/** Compilers kept in Cache Storage, by version: files as they came, no copy of them in IndexedDB. */

export type KeptCompiler = { longVersion: string; sha256: string; bytes: Uint8Array<ArrayBuffer> };

const CACHE = 'compilers';
const SHA256 = 'x-sha256';

/** Reads a kept compiler, undefined when there is none or its bytes are not those that were kept. */
export async function readCompiler(longVersion: string): Promise<KeptCompiler | undefined> {
  const response = await open((cache) => cache.match(keyOf(longVersion)));
  if (response === undefined) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const sha256 = response.headers.get(SHA256) ?? '';
  return (await sha256Of(bytes)) === sha256 ? { longVersion, sha256, bytes } : undefined;
}

/** Keeps a compiler; where the browser refuses, it is loaded again the next time. */
export async function keepCompiler({ longVersion, sha256, bytes }: KeptCompiler): Promise<void> {
  const headers = { 'content-type': 'text/javascript', [SHA256]: sha256 };
  await open((cache) => cache.put(keyOf(longVersion), new Response(bytes, { headers })));
}

/** Returns the long versions of all kept compilers. */
export async function keptCompilers(): Promise<readonly string[]> {
  const requests = (await open((cache) => cache.keys())) ?? [];
  return requests.map(({ url }) =>
    decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').replace(/\.js$/, ''),
  );
}

/** Returns SHA-256 as 64 hex digits. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function keyOf(longVersion: string): string {
  return `/compilers/${encodeURIComponent(longVersion)}.js`;
}

/** Cache Storage is missing outside secure contexts and may refuse in private windows. */
async function open<T>(work: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await caches.open(CACHE));
  } catch {
    return undefined;
  }
}
