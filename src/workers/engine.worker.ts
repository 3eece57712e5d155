/** Entry of the engine worker: wires the services to the page. */
import { expose } from 'comlink';
import { openDatabase } from '../db/database';
import { createEngine } from './engine';
import type { EngineApi } from './engine.api';
import { holdLifeLock } from './life-lock';
import { isAhead, openAhead } from './open-ahead';

// What was kept is read first of all: opened while the page starts.
void openDatabase();
const engine = createEngine() satisfies EngineApi;
expose({ ...engine, lifeLock: holdLifeLock() });
addEventListener('message', ({ data }) => {
  if (isAhead(data)) openAhead(engine, data);
});
