/** Traces as files: written from an open trace, taken in from a file or from a link to one. What answers is loaded when it is first asked for. */
import type { Chains } from '../../chain/chains';
import type { Code } from '../../contracts/contracts-answers';
import type { TraceHandle } from '../../ids';
import type { WithSignal } from '../../loaded-parts';
import type { SourceDecoding } from '../source-decoding';
import type { TraceFilesApi } from '../trace-files.api';
import type { TraceSession } from '../trace-session';

export type FileParts = {
  chains: Chains;
  code: Code;
  session(handle: TraceHandle): Promise<TraceSession>;
  decoding(): Promise<SourceDecoding>;
};

export function createTraceFiles({ chains, code, session, decoding }: FileParts): WithSignal<TraceFilesApi> {
  return {
    async exportTrace(signal, handle, onProgress) {
      const [{ exportTrace }, open] = await Promise.all([import('./export-trace'), session(handle)]);
      // A file without sources says less, and is written all the same.
      await (await decoding()).decode(open, signal, onProgress);
      signal.throwIfAborted();
      return exportTrace(open, chains, await code.sources(), signal);
    },
    importTrace: async (signal, file) => (await import('./import-trace')).importTrace(file, chains, signal),
    async importTraceFrom(signal, url) {
      const [{ importTrace }, { fetchTraceFile }] = await Promise.all([
        import('./import-trace'),
        import('../../../net/fetch-trace-file'),
      ]);
      const fetched = await fetchTraceFile(url, signal);
      return fetched.ok ? importTrace(fetched.value, chains, signal) : fetched;
    },
  };
}
