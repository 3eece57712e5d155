/** Entry of the engine worker: wires the services to the page. */
import { expose } from 'comlink';
import { openDatabase } from '../db/database';
import { createEngine } from './engine';
import type { EngineApi } from './engine.api';
import { holdLifeLock } from './life-lock';
import { isAhead, openAhead } from './trace/open/begin-early';

/** The name that public/first.js gives the worker of a page that the service worker serves: one that was visited before. */
const OF_KEPT_PAGE = 'engine of a kept page';

// What was kept is read first of all: opened while the page starts.
void openDatabase(self.name === OF_KEPT_PAGE);
const engine = createEngine() satisfies EngineApi;
expose({ ...engine, lifeLock: holdLifeLock() });
addEventListener('message', ({ data }) => {
  if (isAhead(data)) openAhead(engine, data);
});
