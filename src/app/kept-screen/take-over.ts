/**
 * Takes the kept screen away as soon as the app below it shows the same: in one frame, with the focus and the last press
 * of the reader. Until then the app is inert, so that everything is there once, also to those who listen to it.
 */
import { nextTask } from '../event-loop';
import { contentShown, pageShown } from '../page-stages';
import { captureScreen, ON_ITS_WAY } from './capture';

/** Milliseconds: a page that stands and shows something else than the kept screen still gets so long to become the same. */
const GRACE = 400;
/** Milliseconds: while an endpoint does not answer, the kept screen stays above the app at most so long. A press of the reader ends it earlier. */
const PATIENCE = 8_000;
/** Milliseconds between two looks at the app. A look itself takes a few. */
const LOOK = 60;

/** Waits until the app shows what the kept screen shows, then puts it in its place. */
export async function takeOver(): Promise<void> {
  const kept = document.getElementById('kept');
  const root = document.getElementById('root');
  if (kept === null || root === null) return;
  const pressed = followPresses(kept);
  if (document.documentElement.dataset.kept !== 'not') {
    const left = hasLeft() ? Promise.resolve() : pressed.first;
    await Promise.race([sameShown(kept, root, left), left.then(contentShown), pageStands(root)]);
    await new Promise(requestAnimationFrame);
    // A press that ends on another element than it began on is no click.
    await pressed.released;
  }
  const focused = placeOf(kept.contains(document.activeElement) ? document.activeElement : null);
  kept.remove();
  root.removeAttribute('inert');
  pressed.stop();
  if (focused) counterpart(focused)?.focus({ preventScroll: true });
  if (pressed.last) counterpart(pressed.last)?.click();
}

/** Whether the reader opened a tab of the kept screen before this file was there (`public/first.js`). */
function hasLeft(): boolean {
  return document.documentElement.dataset.keptLeft !== undefined;
}

/**
 * Resolves once the app shows the first screen that the kept one shows. It is compared only after the app has drawn its
 * content, and not at all for a reader who has `left`: a comparison takes longer than a frame.
 */
async function sameShown(kept: Element, root: Element, left: Promise<void>): Promise<void> {
  let isLeft = false;
  void left.then(() => {
    isLeft = true;
  });
  await contentShown();
  if (isLeft) return;
  const wanted = wordsOf(kept.firstElementChild ?? kept);
  while (kept.isConnected && !isLeft && (wanted === undefined || wordsOf(root) !== wanted)) await wait(LOOK);
}

/** Resolves once the app stands, also with other content than the kept screen, and nothing in sight is still on its way. */
async function pageStands(root: Element): Promise<void> {
  await pageShown();
  await wait(GRACE);
  const isOnItsWay = (bar: Element) =>
    !bar.matches('[data-behind], [data-behind="notice"] *') &&
    bar.checkVisibility() &&
    bar.getBoundingClientRect().top < innerHeight;
  for (let waited = 0; waited < PATIENCE && [...root.querySelectorAll(ON_ITS_WAY)].some(isOnItsWay); waited += LOOK)
    await wait(LOOK);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What the first screen says, in order; undefined while something is on its way. */
function wordsOf(place: Element): string | undefined {
  const words: string[] = [];
  const collect = (nodes: ReturnType<typeof captureScreen>) => {
    for (const node of nodes ?? []) {
      if (typeof node === 'string') words.push(node);
      // The words for an age may change from one second to the next.
      else if (node[0] !== 'time') collect(node.slice(2) as typeof nodes);
    }
  };
  const nodes = captureScreen(place, true);
  collect(nodes);
  return nodes && words.join('').replace(/\s+/g, ' ');
}

type Place = { x: number; y: number; tag: string };

function placeOf(element: Element | null): Place | undefined {
  if (element === null) return undefined;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, tag: element.localName };
}

/** The element of the app where that of the kept screen was. */
function counterpart({ x, y, tag }: Place): HTMLElement | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>(tag) ?? undefined;
}

type Presses = {
  first: Promise<void>;
  last: Place | undefined;
  /** Resolves once no button or finger is down, and the click that comes with it was handled. */
  released: Promise<void>;
  stop(): void;
};

/** Follows what the reader does on the kept screen. Links lead on by themselves; another press waits for the app. */
function followPresses(kept: Element): Presses {
  const ends = new AbortController();
  const presses: Presses = {
    first: Promise.resolve(),
    last: undefined,
    released: Promise.resolve(),
    stop: () => ends.abort(),
  };
  addEventListener('pointerdown', () => (presses.released = nextRelease().then(nextTask)), {
    signal: ends.signal,
    capture: true,
  });
  presses.first = new Promise((resolve) => {
    for (const type of ['click', 'keydown', 'wheel', 'scroll'] as const)
      addEventListener(
        type,
        (event) => {
          // Parts of the app scroll by themselves while it is drawn.
          if (type === 'scroll' && event.target !== document) return;
          if (type === 'click' && event.target instanceof Element) {
            const control = event.target.closest('a, button, [role=treeitem], summary');
            if (control !== null && kept.contains(control) && !control.matches('a[href]'))
              presses.last = placeOf(control);
          }
          resolve();
        },
        { signal: ends.signal, passive: true, capture: true },
      );
  });
  return presses;
}

function nextRelease(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['pointerup', 'pointercancel'] as const)
      addEventListener(type, () => resolve(), { once: true, capture: true });
  });
}
