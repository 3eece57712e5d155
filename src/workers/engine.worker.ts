/** Entry of the engine worker: wires the services to the page. */
import { expose } from 'comlink';
import { openDatabase } from '../db/database';
import { createEngine } from './engine';
import type { EngineApi } from './engine.api';
import { holdLifeLock } from './life-lock';

// What was kept is read first of all: opened while the page starts.
void openDatabase();
expose({ ...(createEngine() satisfies EngineApi), lifeLock: holdLifeLock() });
