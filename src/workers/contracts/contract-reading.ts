/** What is asked of one contract beside its names: sources, comments, declarations, storage, edits, functions in its code, and what calldata calls. */
import { verificationLevel } from '../../core/contract/functions/call-tabs';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { fetchCode } from '../../net/account-reader';
import { fetchHead } from '../../net/chain-reader';
import type { Chains } from '../chain/chains';
import type { Jobs } from '../scheduling/jobs';
import type { ContractsApi, FoundSource, RecoveredFunction } from './contracts.api';
import type { EditSourceApi } from './edit-source.api';
import type { KnowledgeBase } from './knowledge/knowledge-base';
import type { SourceQuestion } from './sources/load-source';
import type { SourceOfCode, VerifiedSources } from './sources/verified-sources';
import type { StorageApi, StorageSubject } from './storage.api';

type Parts = {
  chains: Chains;
  jobs: Jobs;
  knowledge(): Promise<KnowledgeBase>;
  sources(): Promise<VerifiedSources>;
  findSource(question: SourceQuestion): Promise<Result<SourceOfCode | undefined, Failure>>;
};

type ContractReading = StorageApi &
  EditSourceApi &
  Pick<
    ContractsApi,
    | 'contractSource'
    | 'contractConstruction'
    | 'contractDocs'
    | 'learnInterface'
    | 'readCalldata'
    | 'askSignatures'
    | 'recoverFunctions'
  >;

export function createContractReading({ chains, jobs, knowledge, sources, findSource }: Parts): ContractReading {
  /** The block at which storage is read: the newest one by its number, so that all values are of one state. */
  async function placeOf({ networkId, address }: StorageSubject, block: number | 'latest', signal: AbortSignal) {
    const rpc = await chains.rpc(networkId);
    const head = block === 'latest' ? await fetchHead(rpc, { signal }) : ok({ blockNumber: block });
    return head.ok ? ok({ rpc, address, block: head.value.blockNumber, signal }) : head;
  }

  /** The source that lays the storage out: at an earlier block that of the code then, of a proxy that of its implementation then. */
  async function layoutAt(subject: StorageSubject, block: number | 'latest', signal: AbortSignal) {
    const { networkId, address } = subject;
    let { layoutOf } = subject;
    if (block !== 'latest') {
      const [rpc, { readProxyKnowledge }] = await Promise.all([
        chains.rpc(networkId),
        import('./knowledge/fetch-codes'),
      ]);
      const code = await fetchCode(rpc, address, block, { signal });
      const then = code.ok ? await readProxyKnowledge(rpc, address, code.value, block, signal) : undefined;
      layoutOf = then?.proxy?.implementation ?? layoutOf;
    }
    const found = await findSource({ networkId, address: layoutOf, block, signal });
    return { found, ...(layoutOf !== subject.layoutOf && { thenOf: { layoutOf } }) };
  }

  return {
    contractDocs: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [found, { docsOf }] = await Promise.all([
          findSource({ networkId, address, signal }),
          import('./sources/describe-source'),
        ]);
        return found.ok ? ok(found.value === undefined ? {} : docsOf(found.value.source)) : found;
      }),
    learnInterface: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [base, { lookUp }] = await Promise.all([knowledge(), import('./knowledge/look-up-unknowns')]);
        const found = await findSource({ networkId, address, signal });
        const known = base.of(networkId);
        if (verificationLevel(known.contracts.knowledge(address)) === 'unverified') {
          const unknowns = { contracts: [address], selectors: [] };
          const onLearned = () => {};
          // Nobody may be asked, or nobody answers: it is unverified as before.
          await lookUp(chains, { knowledge: known, unknowns, signal, onLearned, onProgress: undefined });
        }
        const level = verificationLevel(known.contracts.knowledge(address));
        return found.ok || level !== 'unverified' ? ok(level) : found;
      }),
    contractSource: (job, networkId, address, onProgress) =>
      jobs.run(job, async (signal) => {
        let skipped: FoundSource['skipped'] = [];
        const onSkipped = (providers: FoundSource['skipped']) => {
          skipped = providers;
        };
        const [found, { describeSource }] = await Promise.all([
          findSource({ networkId, address, signal, onProgress, onSkipped }),
          import('./sources/describe-source'),
        ]);
        if (!found.ok) return found;
        return ok({ source: found.value && describeSource(networkId, address, found.value), skipped });
      }),
    contractConstruction: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [found, { findCreation }, { readConstruction }] = await Promise.all([
          findSource({ networkId, address, signal }),
          import('../chain/find-creation'),
          import('./read-construction'),
        ]);
        if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
        const creation = await findCreation(chains, networkId, address, signal);
        if (!creation.ok || creation.value === undefined) return creation.ok ? ok(undefined) : creation;
        return readConstruction(await chains.rpc(networkId), found.value.source, creation.value.hash, signal);
      }),
    compileEdited: (job, networkId, address, edit, onProgress) =>
      jobs.run(job, async (signal) => {
        const [found, known, { compileEdited }] = await Promise.all([
          findSource({ networkId, address, signal, onProgress }),
          sources(),
          import('./sources/edit-source'),
        ]);
        if (!found.ok) return found;
        if (found.value === undefined)
          return fail(failure('notFound', 'No provider that you allow has the sources of this contract.'));
        const compiled = await compileEdited(known.checker, found.value, edit, { signal, onProgress });
        if (!compiled.ok) return compiled;
        const { edited, run } = compiled.value;
        if (run !== undefined && edited.state === 'compiled' && edited.code !== found.value.code)
          await known.keepEdited(edited.code, run);
        return ok(edited);
      }),
    contractOutline: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [found, { readOutline }] = await Promise.all([
          findSource({ networkId, address, signal }),
          import('./read-storage'),
        ]);
        return found.ok ? ok(found.value === undefined ? [] : readOutline(found.value)) : found;
      }),
    storedVariables: (job, subject, block) =>
      jobs.run(job, async (signal) => {
        const [{ found, thenOf }, place, { readVariables }] = await Promise.all([
          layoutAt(subject, block, signal),
          placeOf(subject, block, signal),
          import('./read-storage'),
        ]);
        if (!found.ok) return found;
        if (!place.ok) return place;
        if (found.value === undefined)
          return fail(failure('notFound', 'No sources are known that state where the variables are stored.'));
        const read = await readVariables(place.value, found.value);
        return read.ok ? ok({ ...read.value, ...thenOf }) : read;
      }),
    readStorage: (job, subject, expression, block) =>
      jobs.run(job, async (signal) => {
        const [{ found, thenOf }, place, { readExpression }] = await Promise.all([
          layoutAt(subject, block, signal),
          placeOf(subject, block, signal),
          import('./read-storage'),
        ]);
        if (!place.ok) return place;
        // A slot has a number even where nobody has sources.
        const read = await readExpression(place.value, found.ok ? found.value : undefined, expression);
        return read.ok ? ok({ ...read.value, ...thenOf }) : read;
      }),
    async readCalldata(networkId, calldata, abis) {
      const [{ readCalldata }, { originOfArtifact }, base] = await Promise.all([
        import('./read-calldata'),
        import('./build-output/match-build-output'),
        knowledge(),
      ]);
      const { described } = await base.artifacts.prepare();
      const kept = described.map(({ artifact, index }) => ({
        abi: artifact.abi,
        index,
        origin: originOfArtifact(artifact),
      }));
      return readCalldata(calldata, abis, base.of(networkId).signatures, kept);
    },
    askSignatures: (job, networkId, selector) =>
      jobs.run(job, async (signal) => {
        const [{ lookUp }, base] = await Promise.all([import('./knowledge/look-up-unknowns'), knowledge()]);
        const unknowns = { contracts: [], selectors: [selector] };
        const onLearned = () => {};
        const asked = await lookUp(chains, {
          knowledge: base.of(networkId),
          unknowns,
          signal,
          onLearned,
          onProgress: undefined,
        });
        if (!asked.ok) return asked;
        const { selectors, selectorsFailed } = asked.value;
        return selectorsFailed === undefined ? ok(selectors) : fail(selectorsFailed);
      }),
    recoverFunctions: (job, networkId, address) =>
      jobs.run(job, async (signal): Promise<Result<readonly RecoveredFunction[], Failure>> => {
        const [rpc, base, { recoverFunctions }] = await Promise.all([
          chains.rpc(networkId),
          knowledge(),
          import('./knowledge/recover-functions'),
        ]);
        const code = await fetchCode(rpc, address, 'latest', { signal });
        return code.ok ? recoverFunctions(code.value, base.of(networkId).signatures) : code;
      }),
  };
}
