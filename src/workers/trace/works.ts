/** Jobs that a reader begins: simulations, safety, trace files. Nothing before content needs them, so they are loaded with the first of them. */
import { createTraceFiles, type FileParts } from './files/trace-files';
import type { WithSignal } from './method-tables';
import { createSimulating, type SimulatingApi, type SimulatingParts } from './simulate/simulating';
import type { TraceFilesApi } from './trace-files.api';

export type Works = SimulatingApi & TraceFilesApi;

export function createWorks(parts: SimulatingParts & FileParts): WithSignal<Works> {
  return { ...createSimulating(parts), ...createTraceFiles(parts) };
}
