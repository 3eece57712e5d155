/**
 * Files that another app shares with the installed one (Web Share Target). The service worker takes the request that
 * carries them, and keeps them until the page that the request leads to has taken them.
 */

/** The name of the cache with the files, and the header with a file's name, percent-encoded. */
const CACHE = 'shared-files';
const NAME = 'x-file-name';

/** Keeps `files` in place of earlier ones that were not taken. */
export async function keepSharedFiles(files: readonly File[]): Promise<void> {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  for (const [at, file] of files.entries()) {
    await cache.put(`/shared/${at}`, new Response(file, { headers: { [NAME]: encodeURIComponent(file.name) } }));
  }
}

/** Returns the shared files and deletes them; none where the browser has no Cache Storage. */
export async function takeSharedFiles(): Promise<readonly File[]> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return [];
  const cache = await caches.open(CACHE);
  const files = await Promise.all((await cache.keys()).map(async (request) => fileOf(await cache.match(request))));
  await caches.delete(CACHE);
  return files.filter((file) => file !== undefined);
}

async function fileOf(response: Response | undefined): Promise<File | undefined> {
  if (response === undefined) return undefined;
  return new File([await response.blob()], decodeURIComponent(response.headers.get(NAME) ?? ''));
}
