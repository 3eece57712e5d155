/** What is asked of verification. What answers is loaded when it is first asked for. */

import type { ParsedAbi } from '../../../core/abi/parse-abi';
import { hexToBytes } from '../../../core/chain/hex';
import type { Address, Hex, NetworkId } from '../../../core/chain/primitives';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { saveContracts } from '../../../db/contracts/contracts';
import { fetchCode } from '../../../net/account-reader';
import type { Chains } from '../../chain/chains';
import type { Jobs } from '../../scheduling/jobs';
import type { ContractsEvent } from '../contracts.api';
import type { KnowledgeBase } from '../knowledge/knowledge-base';
import type { VerifiedSources } from '../sources/verified-sources';
import type { VerificationApi } from '../verification.api';
import type { VerifiedRun } from './verify-contract';

type Parts = {
  chains: Chains;
  jobs: Jobs;
  knowledge(): Promise<KnowledgeBase>;
  sources(): Promise<VerifiedSources>;
  emit(event: ContractsEvent): void;
};

const MAX_NAME = 200;

export function createVerification({ chains, jobs, knowledge, sources, emit }: Parts): VerificationApi {
  /** The code at an address; an account without any is a failure. */
  async function codeAt(networkId: NetworkId, address: Address, signal: AbortSignal): Promise<Result<Hex, Failure>> {
    const code = await fetchCode(await chains.rpc(networkId), address, 'latest', { signal });
    if (code.ok && code.value === '0x')
      return fail(failure('notFound', 'There is no code at this address that sources could be compared with.'));
    return code;
  }

  /** Fetches the code of what a proxy or a diamond runs. */
  async function codesBehindOf(networkId: NetworkId, address: Address, code: Hex, signal: AbortSignal): Promise<Hex[]> {
    const [rpc, { fetchCodes, readProxyKnowledge }, { codesBehind }] = await Promise.all([
      chains.rpc(networkId),
      import('../knowledge/fetch-codes'),
      import('../../../core/contract/proxies/code-behind'),
    ]);
    const proxy = await readProxyKnowledge(rpc, address, code, 'latest', signal);
    return [...(await fetchCodes(rpc, codesBehind(proxy), signal)).values()];
  }

  /** Makes every page use what is kept now of this code. */
  async function announce(networkId: NetworkId, address: Address, code: Hex): Promise<void> {
    const [base, known, { matchArtifact }] = await Promise.all([
      knowledge(),
      sources(),
      import('../build-output/match-build-output'),
    ]);
    known.forget(networkId, address);
    const match = await matchArtifact(base.artifacts, { networkId }, address, code);
    if (match !== undefined) {
      const { contracts } = base.of(networkId);
      contracts.put('buildOutput', match);
      // What is met is kept, so that the settings say what a file is of before a page of the contract was opened.
      await saveContracts([contracts.knowledge(address) ?? match]);
    }
    emit({ type: 'names', networkId });
  }

  /** Returns the id of the kept run; undefined where it could not be kept. */
  async function keep(
    networkId: NetworkId,
    address: Address,
    code: Hex,
    { run, name }: VerifiedRun,
  ): Promise<string | undefined> {
    const base = await knowledge();
    const file = buildFile(run.version, JSON.stringify(run.input), JSON.stringify(run.output));
    const imported = await base.import(`${name} at ${address}`, file, 'verified');
    await announce(networkId, address, code);
    return imported.ok ? imported.value.id : undefined;
  }

  return {
    codeFacts: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const code = await codeAt(networkId, address, signal);
        if (!code.ok) return code;
        const { readCodeFacts } = await import('../../../core/contract/verification/code-facts');
        return ok(readCodeFacts(hexToBytes(code.value)));
      }),
    async readSourceFiles(files) {
      return (await import('../../../core/contract/verification/read-upload')).readSourceFiles(files);
    },
    async readJsonUpload(text) {
      return (await import('../../../core/contract/verification/read-upload')).readJsonUpload(text);
    },
    reviewSources: (job, networkId, address, draft) =>
      jobs.run(job, async (signal) => {
        const [{ reviewSources }, { dispatchedSelectors }, code] = await Promise.all([
          import('../../../core/contract/verification/review-sources'),
          import('../../../core/contract/verification/likely-roots'),
          codeAt(networkId, address, signal),
        ]);
        // Without the code the sources alone say which contracts are likely.
        return ok(reviewSources(draft, code.ok ? dispatchedSelectors(hexToBytes(code.value)) : []));
      }),
    async fillMissing(missing, files) {
      const [{ fillMissing }, { sourceHash }] = await Promise.all([
        import('../../../core/contract/verification/import-graph'),
        import('../../../core/contract/verification/read-upload'),
      ]);
      return fillMissing(missing, files, sourceHash);
    },
    fetchImports: (job, request) =>
      jobs.run(job, async (signal) => {
        const { loadImports } = await import('./load-imports');
        return loadImports(chains, request, signal);
      }),
    verifyContract: (job, networkId, address, request, onProgress) =>
      jobs.run(job, async (signal) => {
        const code = await codeAt(networkId, address, signal);
        if (!code.ok) return code;
        const [{ verifyContract }, { checker }] = await Promise.all([import('./verify-contract'), sources()]);
        const outcome = await verifyContract(checker, request, { code: code.value, signal, onProgress });
        if (!outcome.ok) return outcome;
        const { verified, ...told } = outcome.value;
        if (verified === undefined || !request.keep) return ok(told);
        const kept = await keep(networkId, address, code.value, verified);
        return ok(kept === undefined ? told : { ...told, kept });
      }),
    async importRun({ id, name, version, input, output }) {
      const [{ sha256 }, { unpackText }] = await Promise.all([
        import('../build-output/imported-artifacts'),
        import('../../packing'),
      ]);
      try {
        const [given, made] = [await unpackText(input), await unpackText(output)];
        const file = buildFile(version, given, made);
        if ((await sha256(file)) !== id)
          return fail(failure('badAnswer', 'The compiled contract does not match its description.'));
        const imported = await (await knowledge()).import(name, file);
        return imported.ok ? ok(imported.value.contracts) : imported;
      } catch {
        return fail(failure('badAnswer', 'What was compiled cannot be unpacked, or is more than 256 MB.'));
      }
    },
    async importAbi({ id, name: importedFrom, contract, text, code }) {
      const [{ sha256 }, parsed] = await Promise.all([import('../build-output/imported-artifacts'), readAbi(text)]);
      if (!parsed.ok) return parsed;
      if ((await sha256(new TextEncoder().encode(code))) !== id)
        return fail(failure('badAnswer', 'The ABI is of other code than it says.'));
      const { abi } = parsed.value;
      await (await knowledge()).keepAbi({ name: contract.slice(0, MAX_NAME), abi, code, importedFrom });
      return ok(abi.length);
    },
    keepAbi: (job, networkId, address, { name, text }) =>
      jobs.run(job, async (signal): ReturnType<VerificationApi['keepAbi']> => {
        const parsed = await readAbi(text);
        if (!parsed.ok) return parsed;
        const { abi, warnings } = parsed.value;
        const code = await codeAt(networkId, address, signal);
        if (!code.ok) return code;
        const codes = [code.value, ...(await codesBehindOf(networkId, address, code.value, signal))];
        const { compareFunctions } = await import('../../../core/contract/functions/functions-in-code');
        const compared = compareFunctions(abi, codes);
        if (!compared.ok) return fail(failure('badAnswer', compared.error));
        const given = name.trim().slice(0, MAX_NAME) || 'Contract';
        const id = await (await knowledge()).keepAbi({
          name: given,
          abi,
          code: code.value,
          importedFrom: `ABI of ${given} at ${address}`,
        });
        await announce(networkId, address, code.value);
        return ok({ entries: abi.length, warnings: [...warnings, ...compared.value], id });
      }),
    matchAddresses: (job, networkId, { keep, ...request }) =>
      jobs.run(job, async (signal) => {
        const [{ matchAddresses }, { checker }] = await Promise.all([
          import('../build-output/match-addresses'),
          sources(),
        ]);
        const compared = await matchAddresses(checker, await chains.rpc(networkId), request, signal);
        if (!compared.ok) return compared;
        const { matched, codes, build } = compared.value;
        const same = matched.filter(({ state }) => state === 'match');
        if (keep && same.length > 0) {
          await (await knowledge()).import(`${request.draft.root ?? ''} and others`, build, 'verified');
          for (const { address } of same) await announce(networkId, address, codes.get(address) ?? '0x');
        }
        return ok(matched);
      }),
    compareElsewhere: (job, networkId, address, elsewhere) =>
      jobs.run(job, async (signal) => {
        const { compareElsewhere } = await import('../sources/compare-elsewhere');
        return compareElsewhere(await chains.rpc(networkId), await chains.rpc(elsewhere), address, signal);
      }),
    publishContract: (job, networkId, address, draft, onProgress) =>
      jobs.run(job, async (signal) => {
        const [{ publishContract }, config] = await Promise.all([import('./publish-contract'), chains.config()]);
        const published = await publishContract(
          config.thirdParties.sourcify,
          { networkId, address, draft },
          signal,
          onProgress,
        );
        // What Sourcify says of the contract is another answer now.
        if (published.ok) (await sources()).forget(networkId, address);
        return published;
      }),
  };
}

/** An ABI of at least one entry, and what of it is left out. */
async function readAbi(text: string): Promise<Result<ParsedAbi, Failure>> {
  const { parseAbi } = await import('../../../core/abi/parse-abi');
  const parsed = parseAbi(text);
  if (!parsed.ok) return fail(failure('badAnswer', parsed.error));
  return parsed.value.abi.length === 0 ? fail(failure('badAnswer', 'The ABI has no entries.')) : parsed;
}

/** A compiler run as a file of build output; `input` and `output` are JSON. The same run gives the same bytes. */
function buildFile(version: string, input: string, output: string): Uint8Array {
  return new TextEncoder().encode(`{"solcLongVersion":${JSON.stringify(version)},"input":${input},"output":${output}}`);
}
