/** Entry of the engine worker: wires the services to the page. */
import { expose } from 'comlink';
import { createEngine } from './engine';
import type { EngineApi } from './engine.api';

expose(createEngine() satisfies EngineApi);
