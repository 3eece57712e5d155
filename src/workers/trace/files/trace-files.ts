/** Traces as files; what makes and reads them is loaded when it is first asked for. */
import type { Chains } from '../../chain/chains';
import type { Jobs } from '../../jobs';
import type { SourceDecoding } from '../source/source-decoding';
import type { TraceHandle } from '../trace.api';
import type { TraceFilesApi } from '../trace-files.api';
import type { TraceSession } from '../trace-session';

export function traceFiles(
  chains: Chains,
  jobs: Jobs,
  session: (handle: TraceHandle) => Promise<TraceSession>,
  decoding: SourceDecoding,
): TraceFilesApi {
  return {
    exportTrace: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const [{ exportTrace }, open] = await Promise.all([import('./export-trace'), session(handle)]);
        // Without sources the file says less; that nobody has them is no reason for no file.
        await decoding.decode(open, signal, onProgress);
        signal.throwIfAborted();
        return exportTrace(open, chains, await decoding.book(), signal);
      }),
    importTrace: (job, file) =>
      jobs.run(job, async (signal) => {
        const { importTrace } = await import('./import-trace');
        return importTrace(file, chains, signal);
      }),
    importTraceFrom: (job, url) =>
      jobs.run(job, async (signal) => {
        const [{ importTrace }, { fetchTraceFile }] = await Promise.all([
          import('./import-trace'),
          import('../../../net/trace-file'),
        ]);
        const fetched = await fetchTraceFile(url, signal);
        return fetched.ok ? importTrace(fetched.value, chains, signal) : fetched;
      }),
  };
}
