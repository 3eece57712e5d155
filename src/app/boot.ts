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

/** In place of what index.html holds, without the app, of which a part is missing. */
function sayFailed(error: unknown): void {
  const page = document.createElement('div');
  page.role = 'alert';
  page.className = 'mx-auto flex max-w-[640px] flex-col items-start gap-3 px-5 py-16';
  const title = document.createElement('h1');
  title.textContent = 'Loupe could not be loaded';
  const words = document.createElement('p');
  words.className = 'break-words text-muted';
  words.textContent = String(error).slice(0, 300);
  const again = document.createElement('button');
  again.className = 'h-[30px] rounded-m border border-line-strong bg-panel px-2.5 font-medium';
  again.textContent = 'Reload Page';
  again.onclick = () => location.reload();
  page.append(title, words, again);
  document.getElementById('root')?.replaceChildren(page);
}

boot().catch(sayFailed);
