/**
 * A navigation is answered with the app's document, which has the kept screen of that page in place. The page takes it
 * over (src/app/kept-screen/take-over.ts).
 */
import { configDigest } from '../db/cache-storage/config-digest';
import { readKeptScreen } from '../db/cache-storage/kept-screens';
import { buildOf } from '../db/rows/kept-screen-row';
import { keptDocument } from './kept-document';

/** Answers with the document, and with the kept screen of the page at `url` in it where it was drawn by the same version under the same configuration. `readSheet` returns the text of a style sheet of this version, by its path. */
export async function withKeptScreen(
  answer: Response,
  url: URL,
  readSheet: (path: string) => Promise<string | undefined>,
): Promise<Response> {
  const [html, screen, config] = await Promise.all([
    answer.text(),
    readKeptScreen(url.pathname + url.search),
    configDigest(),
  ]);
  const headers = new Headers(answer.headers);
  // They are those of the document as it was sent.
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) headers.delete(name);
  if (screen === undefined || screen.build !== buildOf(html) || screen.config !== config)
    return new Response(html, { headers });
  const texts = await Promise.all(screen.styles.map(async (path) => [path, await readSheet(path)] as const));
  const sheets = new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return new Response(keptDocument(html, screen, sheets, Date.now()), { headers });
}
