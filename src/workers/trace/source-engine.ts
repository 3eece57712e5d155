/** Answers about source code; all that answers them is loaded with the first question. */
import type { Chains } from './chains';
import type { Jobs } from './jobs';
import type { Sessions } from './sessions';
import type { SourceBook } from './sources';
import type { SourcesApi } from './sources.api';
import type { JobId } from './trace.api';

export function sourceAnswers(chains: Chains, jobs: Jobs, traces: () => Promise<Sessions>): SourcesApi {
  let compiler: Parameters<SourcesApi['setCompiler']> | undefined;
  let loading: Promise<SourceBook> | undefined;
  function sources(): Promise<SourceBook> {
    loading ??= import('./sources').then(({ createSourceBook }) => {
      const book = createSourceBook();
      if (compiler !== undefined) book.setCompiler(...compiler);
      return book;
    });
    return loading;
  }

  return {
    async setCompiler(...given) {
      compiler = given;
      if (loading !== undefined) (await loading).setCompiler(...given);
    },
    contractSource: (job, networkId, address, onProgress) =>
      jobs.run(job as JobId, async (signal) => {
        const [book, open, { loadContractSource }] = await Promise.all([sources(), traces(), import('./load-source')]);
        await open.importConfigured();
        return loadContractSource(chains, open.artifacts, book, { networkId, address, signal, onProgress });
      }),
    async sourceText(networkId, address, path) {
      const texts = (await sources()).loaded(networkId, address)?.run.input.sources ?? {};
      return Object.hasOwn(texts, path) ? texts[path].content : undefined;
    },
    async searchSources(networkId, address, text) {
      const [book, { searchSource }] = await Promise.all([sources(), import('./source-answers')]);
      const source = book.loaded(networkId, address);
      return source === undefined ? [] : searchSource(source, text);
    },
  };
}
