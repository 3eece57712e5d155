/**
 * The first module of the page. It loads the rest in parts and lets the
 * browser at its own work between them: evaluated as one, they are a task long
 * enough to be felt. Until the app renders, the page shows what index.html
 * holds of it; where a part is missing, for example after a new version took
 * the place of the one that was loaded, it says so.
 */
import { nextTask } from './event-loop';
import { takeConfigRequest } from './first-requests';
import './styles/index.css';

async function boot(): Promise<void> {
  await import('react-dom/client');
  await nextTask();
  await import('./search-text');
  await nextTask();
  const { start } = await import('./main');
  await nextTask();
  await start(takeConfigRequest());
}

/** Puts what index.html holds for this in the place of the page: the app, or a part of it, is missing. */
function sayFailed(error: unknown): void {
  const page = document.querySelector<HTMLTemplateElement>('#not-loaded')?.content;
  if (page === undefined) return;
  page.querySelector('p')?.append(String(error).slice(0, 300));
  page.querySelector('button')?.addEventListener('click', () => location.reload());
  document.querySelector('#kept')?.remove();
  const root = document.querySelector('#root');
  root?.removeAttribute('inert');
  root?.replaceChildren(page);
}

boot().catch(sayFailed);
