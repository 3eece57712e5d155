/**
 * Keeps the first screen of each page once it has settled, so that the service worker can draw it at once the next time.
 * It is read when the page is idle, and packed and written by the browser beside it.
 */
import { configDigest } from '../../db/cache-storage/config-digest';
import { saveKeptScreen } from '../../db/cache-storage/kept-screens';
import type { Wiring } from '../wiring';
import { captureScreen } from './capture';
import { createFinality } from './finality';

/** Milliseconds without a change after which a page counts as settled. */
const REST = 700;
/** A page that changes with every block is kept now and then, milliseconds. */
const BETWEEN = 5_000;

/** Pages of the chain. Forms, and what runs beside the page as the debugger does, are not kept. */
const PAGES =
  /^(\/[^/]+)?\/?$|^(\/[^/]+)?\/(tx|block|wallet|contract|address|nft)\/[^/]+(?!.*\/(debugger|verify|code)$)|^(\/[^/]+)?\/(blocks|transactions|token-transfers|nft-transfers)\/?$/;

/** Follows the pages of this tab from now on. Call it once. */
export function keepScreens(wiring: Wiring): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const isFinal = createFinality(wiring);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keptAt = 0;
  /** What was kept last, and where: a page that only ticks is not written again. */
  let last = '';
  const keep = async () => {
    const path = location.pathname + location.search;
    if (!PAGES.test(location.pathname) || !isAsLeft()) return;
    const nodes = captureScreen(root);
    const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src');
    const written = `${path} ${stateOf()} ${JSON.stringify(nodes)}`;
    if (nodes === undefined || build == null || written === last) return;
    last = written;
    keptAt = Date.now();
    const screen = {
      build,
      state: stateOf(),
      theme: document.documentElement.dataset.theme === 'dark' ? ('dark' as const) : ('light' as const),
      height: innerHeight,
      width: document.documentElement.clientWidth,
      title: document.title,
      styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
        ({ href }) => new URL(href).pathname,
      ),
      nodes,
    };
    const paths = [path, ...entrance()];
    const [config, final] = await Promise.all([configDigest(), isFinal(location.pathname, root)]);
    for (const each of paths) await saveKeptScreen(each, { ...screen, config, isFinal: final });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(() => void keep()), Math.max(REST, keptAt + BETWEEN - Date.now()));
  };
  new MutationObserver(later).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  later();
  addEventListener('pagehide', noteScrolled);
}

/** The path that this document was opened at, where that led on to the page by itself: an address alone leads to its first list. */
function entrance(): readonly string[] {
  const { navigation } = window as { navigation?: { currentEntry?: Entry; activation?: { entry?: Entry } } };
  const [opened] = performance.getEntriesByType('navigation');
  const wasLeft = navigation?.activation?.entry?.key !== navigation?.currentEntry?.key;
  if (opened === undefined || navigation?.currentEntry === undefined || wasLeft) return [];
  const { pathname, search } = new URL(opened.name);
  const isAddress = /^(\/[^/]+)?\/(address|wallet|contract)\/0x[\da-f]{40}$/i.test(pathname);
  return isAddress && pathname !== location.pathname ? [pathname + search] : [];
}

/** An entry of the history, by the Navigation API, which not every browser has. */
type Entry = { key: string };

/** Notes for `public/first.js` that this page was left further down, where the browser brings the reader back to: its first screen is not what it showed. */
function noteScrolled(): void {
  try {
    sessionStorage.setItem('loupe.scrolled', scrollY > 0 ? location.href : '');
  } catch {
    // Storage is refused, so no screen is kept either.
  }
}

/** The window and the chosen theme that a screen was drawn under, which `public/first.js` compares before it is painted. */
function stateOf(): string {
  return [innerWidth, localStorage.getItem('loupe.theme')].join(' ');
}

/** The page as it opens: at its top, in front, with nothing over it, and with a network. */
function isAsLeft(): boolean {
  return !document.hidden && scrollY === 0 && navigator.onLine && document.querySelector('[role=dialog]') === null;
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2_000 });
  else work();
}
