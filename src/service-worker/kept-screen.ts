/**
 * A navigation is answered with the app's document, which has the kept screen of that page in place. The page takes it
 * over (src/app/kept-screen/take-over.ts).
 */
import { configDigest } from '../db/config-digest';
import { readKeptScreen } from '../db/kept-screens';
import { buildOf, type KeptScreen } from '../db/rows/kept-screen-row';
import { escapeHtml, screenHtml } from './screen-html';

const ROOT = '<div id="root">';

/** Answers with the document, and with the kept screen of the page at `url` in it where it was drawn by the same version under the same configuration. */
export async function withKeptScreen(answer: Response, url: URL): Promise<Response> {
  const [html, screen, config] = await Promise.all([
    answer.text(),
    readKeptScreen(url.pathname + url.search),
    configDigest(),
  ]);
  const isCurrent = screen !== undefined && screen.build === buildOf(html) && screen.config === config;
  const headers = new Headers(answer.headers);
  // They are those of the document as it was sent.
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) headers.delete(name);
  return new Response(isCurrent ? documentOf(html, screen, Date.now()) : html, { headers });
}

/** Returns the document with the screen in front of the place of the app, which nobody reads or reaches meanwhile. `now` is in milliseconds. */
function documentOf(html: string, screen: KeptScreen, now: number): string {
  const at = html.indexOf(ROOT);
  if (at < 0) return html;
  const said = screen.isFinal ? '' : '<p id="kept-age" role="status">As last seen. Asking again…</p>';
  const kept = `<div id="kept"><div style="width:${screen.width}px">${screenHtml(screen.nodes, now)}</div>${said}</div>`;
  const styles = screen.styles
    .filter((href) => !html.includes(`rel="stylesheet" crossorigin href="${href}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}">`);
  const head = html
    .slice(0, at)
    .replace('</head>', () => `${styles.join('')}</head>`)
    // They would come before the screen is painted; the app asks for them once it is.
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('<html', () => `<html data-kept="${escapeHtml(screen.state)}" data-kept-height="${screen.height}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(screen.title)}</title>`);
  return `${head}${kept}<div id="root" inert>${html.slice(at + ROOT.length)}`;
}
