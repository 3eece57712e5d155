/** Entry of the trace worker: wires the engine to the page. */
import { expose } from 'comlink';
import { createEngine } from './engine';
import type { TraceApi } from './trace/trace.api';

expose(createEngine() satisfies TraceApi);
