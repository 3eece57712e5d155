/**
 * Finds the sources that the code at an address was made of, from the best provider on:
 *
 *     build output → kept from before → edited here → Sourcify → the hosted API → the network's explorer → a trace file
 *
 * What a service says is checked (check-sources.ts). What is found is kept, so
 * the next visit asks and compiles nothing.
 */

import { hexToBytes } from '../../../core/chain/hex';
import type { ExplorerLink } from '../../../core/chain/network';
import type { Address, Hex, NetworkId } from '../../../core/chain/primitives';
import type { RuntimeConfig } from '../../../core/config/runtime-config';
import type { BuildRun } from '../../../core/contract/build-output/build-output';
import { matchOutput } from '../../../core/contract/matching/match-output';
import { type Failure, failure } from '../../../core/values/failure';
import { RecentMap } from '../../../core/values/recent-map';
import { fail, ok, type Result } from '../../../core/values/result';
import { readContractSource, saveContractSource } from '../../../db/contracts/contract-sources';
import { readPreference } from '../../../db/reader/preferences';
import type { ContractSourceRow } from '../../../db/rows/contract-source-row';
import { askProviders } from '../../../net/providers/ask-providers';
import { blockscoutSources } from '../../../net/providers/blockscout';
import { etherscanSources } from '../../../net/providers/etherscan';
import { type SkippedProvider, withAccepted } from '../../../net/providers/provider';
import { sourcifySources } from '../../../net/providers/sourcify';
import type { OpenedHost } from '../../chain/open-hosted';
import type { CompileProgress } from '../../compiler/compiler.api';
import { createTurns } from '../../scheduling/turns';
import type { Artifacts } from '../build-output/imported-artifacts';
import { codeHashOf, originOfArtifact } from '../build-output/match-build-output';
import type { Compile } from '../compiling/compiler-link';
import { codesIn, isDecodable } from '../compiling/compiler-output';
import { CompilerRuns, type Run } from '../compiling/compiler-runs';
import { type LoadedSource, SourceCheck } from './check-sources';

type Question = {
  networkId: NetworkId;
  address: Address;
  /** Runtime code at the address, hex. */
  code: Hex;
  artifacts: Artifacts;
  config: RuntimeConfig;
  /** The explorers of the network. */
  explorers: readonly ExplorerLink[];
  /** The hosted API of the network. */
  hosted?: OpenedHost | undefined;
  signal: AbortSignal;
  onProgress?: ((progress: CompileProgress) => void) | undefined;
  /** Called before the answer with the better providers that were not asked or gave nothing. */
  onSkipped?: ((skipped: readonly SkippedProvider[]) => void) | undefined;
};

/** Sources, with the code they were found for. */
export type SourceOfCode = { code: Hex; source: LoadedSource };

/** Answers in memory; trees of a large build take tens of megabytes. */
const MAX_LOADED = 60;
/** Contracts asked about at once. */
const MAX_ASKED = 4;

type KnownAnswer = SourceOfCode & { codeHash: string; skipped: readonly SkippedProvider[] };

export class VerifiedSources {
  /** Answers by network and address. */
  private readonly answers = new RecentMap<string, KnownAnswer>(MAX_LOADED);
  private readonly finding = new Map<string, Promise<void>>();
  private readonly inTurn = createTurns(MAX_ASKED);
  private readonly runs: CompilerRuns;
  /** Compiles and compares. */
  readonly checker: SourceCheck;

  /** `compilerOf` says where to compile; without one, only what is compiled already is known. `unkept` has the runs of build output that storage refused. */
  constructor(compilerOf: () => Compile | undefined, unkept?: ReadonlyMap<string, BuildRun>) {
    this.runs = new CompilerRuns(unkept);
    this.checker = new SourceCheck(compilerOf, this.runs);
  }

  /**
   * The sources of `code` at an address; undefined when nobody who may be asked
   * has any. A failure says why there are none although somebody has some.
   */
  async load(question: Question): Promise<Result<LoadedSource | undefined, Failure>> {
    const codeHash = codeHashOf(question.code);
    if (codeHash === undefined) return ok(undefined);
    const key = keyOf(question.networkId, question.address);
    // Whoever asks while the same is being found waits for that, unless its asker gives up.
    for (let other = this.finding.get(key); other !== undefined; other = this.finding.get(key)) {
      await other;
      if (question.signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    }
    const known = this.answers.use(key);
    if (known?.codeHash === codeHash) {
      question.onSkipped?.(known.skipped);
      return ok(known.source);
    }
    const work = this.find(question, key, codeHash);
    const settled = work.then(
      () => {},
      () => {},
    );
    this.finding.set(key, settled);
    void settled.then(() => this.finding.delete(key));
    return work;
  }

  /**
   * The sources of the imported contract that init code begins with, which says
   * whose constructor runs where no code comes to be. Undefined where none is
   * imported, or not with all that decoding wants.
   */
  async ofInitCode(artifacts: Artifacts, initCode: Uint8Array): Promise<LoadedSource | undefined> {
    await artifacts.prepare();
    const { artifact } = artifacts.ofInitCode(initCode) ?? {};
    const run = artifact?.compilation === undefined ? undefined : await this.runs.read(artifact.compilation);
    if (artifact?.compilation === undefined || run === undefined) return undefined;
    const { compilation: runId, name, fileName: path } = artifact;
    if (!isDecodable(run.output, path, name, run.input.language)) return undefined;
    return { runId, run, path, name, match: 'exact', origin: originOfArtifact(artifact) };
  }

  /** Keeps the run that made code of edited sources, which stands on no chain, so that executions of that code are read in them. */
  async keepEdited(code: Hex, run: Run): Promise<void> {
    const codeHash = codeHashOf(code);
    if (codeHash !== undefined) await this.runs.keep(editedRunId(codeHash), run);
  }

  /** What `load` answered last for an address, as far as memory reaches. */
  loaded(networkId: NetworkId, address: Address): LoadedSource | undefined {
    return this.answers.get(keyOf(networkId, address))?.source;
  }

  /** Forgets what `load` answered for an address, because more is known of its code now. */
  forget(networkId: NetworkId, address: Address): void {
    this.answers.delete(keyOf(networkId, address));
  }

  /**
   * Returns the kept source of an address without asking anybody, with the code as it was then; as compiled where it
   * was not met since.
   */
  async held(networkId: NetworkId, address: Address): Promise<SourceOfCode | undefined> {
    const key = keyOf(networkId, address);
    const answered = this.answers.get(key);
    if (answered !== undefined) return answered;
    const source = await this.fromKept({ networkId, address });
    if (source === undefined) return undefined;
    const { object } = codesIn(source.run.output, source.path, source.name).runtime;
    const code: Hex = typeof object === 'string' ? `0x${object.replace(/^0x/, '')}` : '0x';
    const held = { codeHash: codeHashOf(code) ?? '', code, source, skipped: [] };
    this.answers.set(key, held);
    return held;
  }

  private async find(
    question: Question,
    key: string,
    codeHash: string,
  ): Promise<Result<LoadedSource | undefined, Failure>> {
    const built = await this.fromBuildOutput(question);
    let source = built.ok ? built.value : undefined;
    const kept = source === undefined ? await this.fromKept(question, codeHash) : undefined;
    // What a file says counts where nobody else says anything.
    if (kept?.origin !== 'traceFile') source ??= kept;
    const edited = source === undefined ? await this.fromEdits(question.code, codeHash) : undefined;
    // Nobody else has them, and the contract itself keeps its own sources.
    if (edited !== undefined) return ok(edited);
    let skipped: readonly SkippedProvider[] = [];
    if (source === undefined) {
      const asked = await this.inTurn(() => this.fromProviders(question));
      if (!asked.ok && kept === undefined) return asked;
      if (asked.ok) ({ source, skipped } = asked.value);
      if (source !== undefined) await saveContractSource(rowOf(question, codeHash, source));
      source ??= kept;
    }
    question.onSkipped?.(skipped);
    if (source === undefined) return ok(undefined);
    this.answers.set(key, { codeHash, code: question.code, source, skipped });
    return ok(source);
  }

  private async fromBuildOutput(question: Question): Promise<Result<LoadedSource | undefined, Failure>> {
    const matched = (await question.artifacts.prepare()).code.match(hexToBytes(question.code));
    const id = matched?.artifact.compilation;
    if (matched === undefined || id === undefined) return ok(undefined);
    const run = await this.runs.read(id);
    if (run === undefined) return ok(undefined);
    const { name, fileName: path } = matched.artifact;
    const origin = originOfArtifact(matched.artifact);
    const imported: LoadedSource = { runId: id, run, path, name, match: matched.match, origin };
    if (isDecodable(run.output, path, name, run.input.language)) return ok(imported);
    const stated = { input: run.input, compilerVersion: run.version, name, path };
    const again = await this.checker.check(question, stated, origin);
    // Build output that says less than a compiler would is still what the reader gave.
    return again.ok ? again : ok(imported);
  }

  private async fromKept(
    { networkId, address }: Pick<Question, 'networkId' | 'address'>,
    codeHash?: string,
  ): Promise<LoadedSource | undefined> {
    const row = await readContractSource(networkId, address);
    if (row === undefined || (codeHash !== undefined && row.codeHash !== codeHash)) return undefined;
    const { compilation: runId, file: path, contract: name, match, origin } = row;
    const run = await this.runs.read(runId);
    return run && { runId, run, path, name, match, origin };
  }

  private async fromEdits(code: Hex, codeHash: string): Promise<LoadedSource | undefined> {
    const runId = editedRunId(codeHash);
    const run = await this.runs.read(runId);
    const found = run && matchOutput(run.output, hexToBytes(code), { name: '' });
    if (run === undefined || found?.comparison.match === undefined) return undefined;
    return { runId, run, path: found.path, name: found.name, match: 'exact', origin: 'verifiedHere' };
  }

  /** Asks providers, the best first, and takes the first sources that the code was made of. */
  private async fromProviders(
    question: Question,
  ): Promise<Result<{ source: LoadedSource | undefined; skipped: readonly SkippedProvider[] }, Failure>> {
    const { networkId, address, signal } = question;
    const [consent, providers] = await Promise.all([readPreference('providers'), sourceProviders(question)]);
    const accepting = providers.map((provider) =>
      withAccepted(provider, (stated, origin) => this.checker.check(question, stated, origin)),
    );
    const page = await askProviders(accepting, { networkId, address }, { consent, signal });
    return page.ok ? ok({ source: page.value.rows[0], skipped: page.value.skipped }) : page;
  }
}

function editedRunId(codeHash: string): string {
  return `edited ${codeHash}`;
}

function keyOf(networkId: NetworkId, address: Address): string {
  return `${networkId} ${address}`;
}

/** Returns the providers that may have sources of a network's contracts, in the order in which they are asked. */
async function sourceProviders({ config, explorers, hosted }: Question) {
  const etherscan = etherscanSources(await readPreference('etherscan'));
  const sourcify = sourcifySources(config.thirdParties.sourcify);
  const explorer = explorers.find(({ name, url }) => /blockscout/i.test(`${name} ${url}`));
  const blockscout = explorer && blockscoutSources(new URL('/api/v2', explorer.url).href);
  return [
    sourcify,
    ...(hosted === undefined ? [] : [hosted.sources]),
    ...(blockscout === undefined ? [] : [blockscout]),
    etherscan,
  ];
}

function rowOf({ networkId, address }: Question, codeHash: string, source: LoadedSource): ContractSourceRow {
  const { runId, path, name, match, origin } = source;
  const found = { compilation: runId, file: path, contract: name, match, origin };
  return { networkId, address, codeHash, ...found, fetchedAt: Date.now() };
}
