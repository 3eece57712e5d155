/**
 * Two stages of the first page of a visit: its content is shown, and the page
 * stands. What a stage does not need waits for it: below, preloads, the service
 * worker and lists nobody came for are not to compete with it.
 */
import { nextPaint } from './event-loop';

/** Pages that show nothing of a chain never say that their content is shown: those load nothing that would compete, ms. */
const WITHOUT_CONTENT = 2_000;
/** After its content, a page counts as standing at the latest, ms: a large trace may take longer, and the service worker has 3 s to make the page open offline. */
const WITHOUT_ROWS = 1_500;

type Stage = { reached: Promise<void>; reach: () => void };

function createStage(): Stage {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}

const content = createStage();
const page = createStage();
setTimeout(content.reach, WITHOUT_CONTENT);
void content.reached.then(() => setTimeout(page.reach, WITHOUT_ROWS));

/** Says that the content was rendered; call from an effect, as often as is convenient. */
export function sayContentShown(): void {
  void nextPaint().then(content.reach);
}

/** Resolves once the first page of this visit has shown its content. */
export function contentShown(): Promise<void> {
  return content.reached;
}

/** Says that everything the page was opened for was rendered; call from an effect, as often as is convenient. */
export function sayPageShown(): void {
  // The frame after it too: what comes now is not to hold up that it is seen.
  void nextPaint()
    .then(() => content.reach())
    .then(nextPaint)
    .then(page.reach);
}

/** Resolves once the first page of this visit stands. */
export function pageShown(): Promise<void> {
  return page.reached;
}
