/**
 * The first module of the page. It loads the rest in parts and lets the
 * browser at its own work between them: evaluated as one, they are a task long
 * enough to be felt. Until the app renders, the page shows what index.html
 * holds of it.
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

void boot();
