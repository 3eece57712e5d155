/** Answers about source code; what makes each is loaded when it is first asked for. */
import { ok } from '../../../core/result';
import { fetchCode } from '../../../net/chain-reader';
import type { Chains } from '../../chain/chains';
import type { SourcesApi } from '../../contracts/contracts.api';
import type { Jobs } from '../../jobs';
import { namePaths } from '../decoding/name-values';
import type { Sessions } from '../open-traces';
import type { SourceTraceApi } from '../source-trace.api';
import type { JobId, TraceHandle } from '../trace.api';
import type { TraceSession } from '../trace-session';
import type { SourceDecoding } from './source-decoding';

export function sourceAnswers(
  chains: Chains,
  jobs: Jobs,
  traces: () => Promise<Sessions>,
  session: (handle: TraceHandle) => Promise<TraceSession>,
  decoding: SourceDecoding,
): SourcesApi & SourceTraceApi<TraceHandle, JobId> {
  return {
    sourceTrace: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const trace = await decoding.decode(await session(handle), signal, onProgress);
        return trace.ok ? ok(trace.value.summary()) : trace;
      }),
    async sourceRows(handle, start, count) {
      const trace = await decoding.decoded(await session(handle));
      return trace.ok ? ok(trace.value.rows(start, count)) : trace;
    },
    async storageVariables(handle) {
      const { slotVariables } = await import('./slot-variables');
      const open = await session(handle);
      const trace = await decoding.decoded(open);
      if (!trace.ok) return trace;
      const { book } = open.knowledge;
      return ok(slotVariables(trace.value).map((slot) => ({ ...slot, ...namePaths(slot.values, book) })));
    },
    async variablesAt(handle, step) {
      const trace = await decoding.decoded(await session(handle));
      return trace.ok ? ok(trace.value.variablesAt(step)) : trace;
    },
    async stateVariablesAt(handle, step) {
      const trace = await decoding.decoded(await session(handle));
      return trace.ok ? ok(trace.value.stateVariablesAt(step)) : trace;
    },
    setCompiler: decoding.setCompiler,
    contractSource: (job, networkId, address, onProgress) =>
      jobs.run(job as JobId, async (signal) => {
        const [book, open, { loadContractSource }] = await Promise.all([
          decoding.book(),
          traces(),
          import('../../contracts/load-source'),
        ]);
        await open.importConfigured();
        return loadContractSource(chains, open.artifacts, book, { networkId, address, signal, onProgress });
      }),
    async sourceText(networkId, address, path) {
      const texts = (await decoding.book()).loaded(networkId, address)?.run.input.sources ?? {};
      return Object.hasOwn(texts, path) ? texts[path].content : undefined;
    },
    recoverFunctions: (job, networkId, address) =>
      jobs.run(job as JobId, async (signal) => {
        const [rpc, open, { recoverFunctions }] = await Promise.all([
          chains.rpc(networkId),
          traces(),
          import('../../contracts/recover-functions'),
        ]);
        const code = await fetchCode(rpc, address, 'latest', { signal });
        return code.ok ? recoverFunctions(code.value, open.knowledge(networkId).signatures) : code;
      }),
    async searchSources(networkId, address, text) {
      const [book, { searchSource }] = await Promise.all([decoding.book(), import('../../contracts/describe-source')]);
      const source = book.loaded(networkId, address);
      return source === undefined ? [] : searchSource(source, text);
    },
  };
}
