/**
 * A navigation is answered with the app's document, which has the kept screen of that page in place. The page takes it
 * over (src/app/kept-screen/take-over.ts).
 */
import { configDigest } from '../db/cache-storage/config-digest';
import { readKeptScreen } from '../db/cache-storage/kept-screens';
import { buildOf } from '../db/rows/kept-screen-row';
import { keptDocument } from './kept-document';

/** The document as it was sent with this version: its text, and its headers. */
export type SentDocument = { html: string; headers: Headers };

/** Reads an answer with the document, without the headers that are those of its bytes. */
export async function sentDocument(answer: Response): Promise<SentDocument> {
  const headers = new Headers(answer.headers);
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) headers.delete(name);
  return { html: await answer.text(), headers };
}

/** Answers with the document, and with the kept screen of the page at `url` in it where it was drawn by the same version under the same configuration. `readSheet` returns the text of a style sheet of this version, by its path. */
export async function withKeptScreen(
  { html, headers }: SentDocument,
  url: URL,
  readSheet: (path: string) => Promise<string | undefined>,
): Promise<Response> {
  const [screen, config] = await Promise.all([readKeptScreen(url.pathname + url.search), configDigest()]);
  if (screen === undefined || screen.build !== buildOf(html) || screen.config !== config)
    return new Response(html, { headers });
  const texts = await Promise.all(screen.styles.map(async (path) => [path, await readSheet(path)] as const));
  const sheets = new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return new Response(keptDocument(html, screen, sheets, Date.now()), { headers });
}
