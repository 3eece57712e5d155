/** Entry of the trace worker: wires the engine to the page. */
import { expose } from 'comlink';
import { createEngine } from './engine';
import type { TraceApi } from './trace.api';

expose(createEngine() satisfies TraceApi);
