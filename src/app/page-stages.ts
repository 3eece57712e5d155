/**
 * Two stages of the first page of a visit: its content is shown, and the page
 * stands. What a stage does not need waits for it: below, preloads, the service
 * worker and lists nobody came for are not to compete with it.
 *
 * A page that says itself when its content is shown announces that before it
 * renders. Any other page has its content with its first rendering.
 */
import { nextPaint } from './event-loop';
import { ofVisit } from './visit';

/** An endpoint that takes longer leaves the line free for the rest, ms. */
const WITHOUT_CONTENT = 2_000;
/** After its content, a page counts as standing at the latest, ms: a large trace may take longer, and the service worker has 3 s to make the page open offline. */
const WITHOUT_ROWS = 1_500;

type Stage = { reached: Promise<void>; isReached: boolean; reach: () => void };

function createStage(): Stage {
  const stage: Stage = { reached: Promise.resolve(), isReached: false, reach() {} };
  stage.reached = new Promise((resolve) => {
    stage.reach = () => {
      stage.isReached = true;
      resolve();
    };
  });
  return stage;
}

type Stages = {
  content: Stage;
  page: Stage;
  /** The first page asks for this before all else; absent where it announced nothing. */
  announced?: 'head' | 'transaction';
};

const stages = ofVisit<Stages>(() => {
  const content = createStage();
  const page = createStage();
  setTimeout(content.reach, WITHOUT_CONTENT);
  void content.reached.then(() => setTimeout(page.reach, WITHOUT_ROWS));
  return { content, page };
});

/** Announces that the page will say when its content is shown, and what it asks for first; call before it renders. */
export function expectContent(first: 'head' | 'transaction'): void {
  stages().announced = first;
}

/** Says that a page was rendered, whichever it is. The content of one that announced nothing is there with it. */
export function sayRendered(): void {
  if (stages().announced === undefined) sayContentShown();
}

/** Resolves when the head of the chain may be asked for: at once, or behind a transaction that the page opens. */
export function headMayBeAsked(): Promise<void> {
  return stages().announced === 'transaction' ? contentShown() : Promise.resolve();
}

/** Says that the content was rendered; call from an effect, as often as is convenient. */
export function sayContentShown(): void {
  void nextPaint().then(stages().content.reach);
}

/** Resolves once the first page of this visit has shown its content. */
export function contentShown(): Promise<void> {
  return stages().content.reached;
}

/** Returns whether the first page of this visit has shown its content: those after it begin with code and workers that are there. */
export function isContentShown(): boolean {
  return stages().content.isReached;
}

/** Says that everything the page was opened for was rendered; call from an effect, as often as is convenient. */
export function sayPageShown(): void {
  const { content, page } = stages();
  // The frame after it too: what comes now is not to hold up that it is seen.
  void nextPaint().then(content.reach).then(nextPaint).then(page.reach);
}

/** Resolves once the first page of this visit stands. */
export function pageShown(): Promise<void> {
  return stages().page.reached;
}
