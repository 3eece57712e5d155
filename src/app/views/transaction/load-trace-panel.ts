/** The code of the call tree. */
import { contentShown } from '../../page-stages';

/** An endpoint that takes longer leaves the line free for what is drawn after its answer, ms. */
const LONG_ANSWER = 100;

/** Loads it once the content of the page is shown, or while the endpoint lets the page wait for that. */
export async function loadTracePanel(): Promise<typeof import('../trace/TracePanel')> {
  await Promise.race([contentShown(), new Promise((resolve) => setTimeout(resolve, LONG_ANSWER))]);
  return import('../trace/TracePanel');
}
