/**
 * Of which sources the code at an address was made:
 *
 *     build output → kept from before → Sourcify → the network's explorer → a trace file
 *
 * What a service says is compiled here, and counts only when the code is the
 * chain's. What is found is kept, so the next visit asks and compiles nothing.
 */

import type { ExplorerLink } from '../../core/chain/network';
import type { Address, Hex, NetworkId } from '../../core/chain/primitives';
import type { RuntimeConfig } from '../../core/config';
import { auxdataByEdit } from '../../core/contract/auxdata-positions';
import { compareRuntimeCode } from '../../core/contract/compare-code';
import { readCompiledCode } from '../../core/contract/compiled-code';
import type { NameOrigin } from '../../core/contract/knowledge';
import { compilerError, matchOutput, type OutputMatch } from '../../core/contract/match-output';
import {
  editedInput,
  inputForDecoding,
  parseStandardInput,
  type StandardInput,
  type VerifiedSource,
} from '../../core/contract/standard-input';
import { type Failure, failure } from '../../core/failure';
import { hexToBytes } from '../../core/hex';
import { fail, ok, type Result } from '../../core/result';
import type { CompilerRun } from '../../core/source/compiled/compilation';
import { keepCompilation, readCompilation, saveRefusal } from '../../db/compilations';
import { readContractSource, saveContractSource } from '../../db/contract-sources';
import { readPreference } from '../../db/preferences';
import type { ContractSourceRow } from '../../db/rows/contract-source-row';
import { askProviders } from '../../net/providers/ask-providers';
import { blockscoutSources } from '../../net/providers/blockscout';
import { etherscanSources } from '../../net/providers/etherscan';
import { withAccepted } from '../../net/providers/provider';
import { sourcifySources } from '../../net/providers/sourcify';
import type { CompileProgress } from '../compiler/compiler.api';
import type { Artifacts } from './artifacts';
import { codeHashOf } from './code';
import type { Compile } from './compiler-link';
import { pack, unpack } from './gzip';

/** A contract and the compiler run it came from; the run is shared by the contracts of one build. */
export type LoadedSource = {
  /** Names the run; the same for contracts that share it. */
  runId: string;
  run: CompilerRun & { input: StandardInput };
  path: string;
  name: string;
  match: 'exact' | 'partial';
  origin: NameOrigin;
};

export type SourceBook = {
  /**
   * The sources of `code` at an address; undefined when nobody who may be asked
   * has any. A failure says why there are none although somebody has some.
   */
  load(question: SourceQuestion): Promise<Result<LoadedSource | undefined, Failure>>;
  /**
   * The sources of the imported contract that init code begins with, which says
   * whose constructor runs where no code comes to be. Undefined where none is
   * imported, or not with all that decoding wants.
   */
  ofInitCode(artifacts: Artifacts, initCode: Uint8Array): Promise<LoadedSource | undefined>;
  /** What `load` answered last for an address. */
  loaded(networkId: NetworkId, address: Address): LoadedSource | undefined;
  /** What is known of an address without asking anybody, the code as it was then; as compiled where it was not met since. */
  held(networkId: NetworkId, address: Address): Promise<{ code: Hex; source: LoadedSource } | undefined>;
};

export type SourceQuestion = {
  networkId: NetworkId;
  address: Address;
  /** Runtime code at the address, hex. */
  code: Hex;
  artifacts: Artifacts;
  config: RuntimeConfig;
  /** Of the network. */
  explorers: readonly ExplorerLink[];
  signal: AbortSignal;
  onProgress?: ((progress: CompileProgress) => void) | undefined;
};

/** Answers held in memory; trees of a large build take tens of megabytes. */
const MOST_LOADED = 60;
const MOST_RUNS = 12;
/** Contracts asked about at once. */
const MOST_ASKED = 4;

type Run = LoadedSource['run'];

/** `compilerOf` says where to compile; without one, only what is compiled already is known. */
export function createSourceBook(compilerOf: () => Compile | undefined): SourceBook {
  const answers = new Map<string, { codeHash: string; code: Hex; source: LoadedSource }>();
  const runs = new Map<string, Promise<Run | undefined>>();
  const finding = new Map<string, Promise<void>>();
  const inTurn = createTurns(MOST_ASKED);

  async function compile(
    version: string,
    input: string,
    { signal, onProgress }: SourceQuestion,
  ): Promise<Result<unknown, Failure>> {
    const run = compilerOf();
    if (run === undefined) return fail(failure('unsupported', 'No compiler can be run here.'));
    const answer = await run({ version, input }, signal, (progress) => onProgress?.(progress));
    if (!answer.ok) return answer;
    try {
      return ok(JSON.parse(new TextDecoder().decode(answer.value)));
    } catch {
      return fail(failure('badAnswer', `The compiler ${version} gave no output that can be read.`));
    }
  }

  /** Compiles what somebody says the sources are, and compares. */
  async function accept(
    question: SourceQuestion,
    stated: VerifiedSource,
    origin: NameOrigin,
  ): Promise<Result<LoadedSource, Failure>> {
    const { input, compilerVersion } = stated;
    const who = WORDS[origin] ?? 'the service';
    if (input.language === 'Vyper') {
      return fail(failure('unsupported', `The sources from ${who} are Vyper, which is not compiled in a browser.`));
    }
    const codeHash = codeHashOf(question.code) ?? '';
    const statedId = await idOf(compilerVersion, input, `${stated.path ?? ''} ${stated.name}`);
    const refused = (await readCompilation(statedId))?.refused?.[codeHash];
    if (refused !== undefined) return fail(failure('badAnswer', refused));
    const refuse = async (sentence: string) => {
      await saveRefusal(statedId, compilerVersion, codeHash, sentence);
      return fail(failure('badAnswer', sentence));
    };
    const compiled = await compile(compilerVersion, inputForDecoding(input, stated.path), question);
    if (!compiled.ok) return compiled;
    const error = compilerError(compiled.value);
    if (error !== undefined) {
      return refuse(`The sources from ${who} do not compile with ${compilerVersion}: ${error}`);
    }
    const chain = hexToBytes(question.code);
    const found = matchOutput(compiled.value, chain, stated);
    if (found?.comparison.match === undefined) return refuse(mismatch(found, who, stated.name));
    const match = await certainMatch(question, stated, found, compiled.value, chain);
    if (match === undefined) {
      return refuse(`The code compiled from the sources of ${who} differs from the chain’s in more than metadata.`);
    }
    const run: Run = { version: compilerVersion, input, output: compiled.value };
    const runId = await idOf(compilerVersion, input, found.path);
    runs.set(runId, Promise.resolve(run));
    await keepRun(runId, run);
    return ok({ runId, run, path: found.path, name: found.name, match, origin });
  }

  /** A partial match rests on what looks like metadata; a second compilation tells whether it is. */
  async function certainMatch(
    question: SourceQuestion,
    { input, compilerVersion }: VerifiedSource,
    { path, name, comparison }: OutputMatch,
    output: unknown,
    chain: Uint8Array,
  ): Promise<'exact' | 'partial' | undefined> {
    if (!comparison.parts.some(({ kind }) => kind === 'metadata')) return comparison.match;
    const edited = await compile(compilerVersion, editedInput(input, path), question);
    if (!edited.ok) return comparison.match;
    const own = readCompiledCode(runtimeOf(output, path, name));
    const other = readCompiledCode(runtimeOf(edited.value, path, name));
    const positions = own && other && auxdataByEdit(own.bytes, other.bytes);
    if (own === undefined || positions === undefined) return comparison.match;
    return compareRuntimeCode({ ...own, auxdata: positions }, chain).match;
  }

  function readRun(id: string): Promise<Run | undefined> {
    const known = runs.get(id);
    if (known !== undefined) return known;
    const reading = loadRun(id);
    runs.set(id, reading);
    for (const old of [...runs.keys()].slice(0, Math.max(0, runs.size - MOST_RUNS))) runs.delete(old);
    return reading;
  }

  async function fromBuildOutput(question: SourceQuestion): Promise<Result<LoadedSource | undefined, Failure>> {
    const matched = (await question.artifacts.prepare()).code.match(hexToBytes(question.code));
    const id = matched?.artifact.compilation;
    if (matched === undefined || id === undefined) return ok(undefined);
    const run = await readRun(id);
    if (run === undefined) return ok(undefined);
    const { name, fileName: path } = matched.artifact;
    if (isComplete(run.output, path, name)) {
      return ok({ runId: id, run, path, name, match: matched.match, origin: 'buildOutput' });
    }
    const again = await accept(question, { input: run.input, compilerVersion: run.version, name, path }, 'buildOutput');
    // Build output that says less than a compiler would is still what the reader gave.
    return again.ok ? again : ok({ runId: id, run, path, name, match: matched.match, origin: 'buildOutput' });
  }

  async function fromKept(
    { networkId, address }: Pick<SourceQuestion, 'networkId' | 'address'>,
    codeHash?: string,
  ): Promise<LoadedSource | undefined> {
    const row = await readContractSource(networkId, address);
    if (row === undefined || (codeHash !== undefined && row.codeHash !== codeHash)) return undefined;
    const run = await readRun(row.compilation);
    return (
      run && { runId: row.compilation, run, path: row.file, name: row.contract, match: row.match, origin: row.origin }
    );
  }

  /** From the best provider that has sources which the code was made of. */
  async function fromProviders(question: SourceQuestion): Promise<Result<LoadedSource | undefined, Failure>> {
    const { networkId, address, signal } = question;
    const [consent, providers] = await Promise.all([readPreference('providers'), sourceProviders(question)]);
    const accepting = providers.map((provider) =>
      withAccepted(provider, (stated, origin) => accept(question, stated, origin)),
    );
    const page = await askProviders(accepting, { networkId, address }, { consent, signal });
    return page.ok ? ok(page.value.rows[0]) : page;
  }

  return {
    async ofInitCode(artifacts, initCode) {
      await artifacts.prepare();
      const { artifact } = artifacts.ofInitCode(initCode) ?? {};
      const run = artifact?.compilation === undefined ? undefined : await readRun(artifact.compilation);
      if (artifact?.compilation === undefined || run === undefined) return undefined;
      const { compilation: runId, name, fileName: path } = artifact;
      if (!isComplete(run.output, path, name)) return undefined;
      return { runId, run, path, name, match: 'exact', origin: 'buildOutput' };
    },
    loaded: (networkId, address) => answers.get(`${networkId} ${address}`)?.source,
    async held(networkId, address) {
      const key = `${networkId} ${address}`;
      const answered = answers.get(key);
      if (answered !== undefined) return answered;
      const source = await fromKept({ networkId, address });
      if (source === undefined) return undefined;
      const { object } = fieldsOf(runtimeOf(source.run.output, source.path, source.name));
      const code: Hex = typeof object === 'string' ? `0x${object.replace(/^0x/, '')}` : '0x';
      const held = { codeHash: codeHashOf(code) ?? '', code, source };
      answers.set(key, held);
      return held;
    },
    async load(question) {
      const codeHash = codeHashOf(question.code);
      if (codeHash === undefined) return ok(undefined);
      const key = `${question.networkId} ${question.address}`;
      // Whoever asks while the same is being found waits for that, unless its asker gives up.
      for (let other = finding.get(key); other !== undefined; other = finding.get(key)) {
        await other;
        if (question.signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
      }
      const known = answers.get(key);
      if (known?.codeHash === codeHash) return ok(known.source);
      const work = find(question, key, codeHash);
      const settled = work.then(
        () => {},
        () => {},
      );
      finding.set(key, settled);
      void settled.then(() => finding.delete(key));
      return work;
    },
  };

  async function find(
    question: SourceQuestion,
    key: string,
    codeHash: string,
  ): Promise<Result<LoadedSource | undefined, Failure>> {
    const built = await fromBuildOutput(question);
    let source = built.ok ? built.value : undefined;
    const kept = source === undefined ? await fromKept(question, codeHash) : undefined;
    // What a file says counts where nobody else says anything.
    if (kept?.origin !== 'traceFile') source ??= kept;
    if (source === undefined) {
      const asked = await inTurn(() => fromProviders(question));
      if (!asked.ok && kept === undefined) return asked;
      source = asked.ok ? asked.value : undefined;
      if (source !== undefined) await saveContractSource(rowOf(question, codeHash, source));
      source ??= kept;
    }
    if (source === undefined) return ok(undefined);
    answers.set(key, { codeHash, code: question.code, source });
    for (const old of [...answers.keys()].slice(0, Math.max(0, answers.size - MOST_LOADED))) answers.delete(old);
    return ok(source);
  }
}

const WORDS: Partial<Record<NameOrigin, string>> = {
  sourcify: 'Sourcify',
  blockscout: 'Blockscout',
  etherscan: 'Etherscan',
  buildOutput: 'the build output',
};

/** Who may have sources of a network's contracts, in the order they are asked. */
async function sourceProviders({ config, explorers }: SourceQuestion) {
  const etherscan = etherscanSources(await readPreference('etherscan'));
  const sourcify = sourcifySources(config.thirdParties.sourcify);
  const explorer = explorers.find(({ name, url }) => /blockscout/i.test(`${name} ${url}`));
  const blockscout = explorer && blockscoutSources(new URL('/api/v2', explorer.url).href);
  return blockscout === undefined ? [sourcify, etherscan] : [sourcify, blockscout, etherscan];
}

/** Runs what it is given, at most `most` at a time. */
function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function mismatch(found: OutputMatch | undefined, who: string, name: string): string {
  const first = found?.comparison.differences[0];
  const where =
    found === undefined
      ? `there is no contract ${name.slice(0, 100)} with code among them`
      : (found.comparison.problem ??
        `the code is not the one on the chain, from byte ${first?.start.toLocaleString('en') ?? 0} on`);
  return `The sources from ${who} were compiled, and ${where.replace(/\.$/, '')}.`;
}

/** Whether a run has what decoding wants: trees, maps and a layout where the compiler can give one. */
function isComplete(output: unknown, path: string, name: string): boolean {
  const { sources, contracts } = fieldsOf(output);
  const hasTree = Object.values(fieldsOf(sources)).some(
    (source) => 'ast' in fieldsOf(source) || 'legacyAST' in fieldsOf(source),
  );
  const runtime = fieldsOf(runtimeOf({ contracts }, path, name));
  return hasTree && typeof runtime.sourceMap === 'string' && runtime.sourceMap !== '';
}

function runtimeOf(output: unknown, path: string, name: string): unknown {
  const contract = fieldsOf(fieldsOf(fieldsOf(fieldsOf(output).contracts)[path])[name]);
  return fieldsOf(contract.evm).deployedBytecode;
}

async function loadRun(id: string): Promise<Run | undefined> {
  const row = await readCompilation(id);
  if (row?.input === undefined || row.output === undefined) return undefined;
  const [input, output] = await Promise.all([unpack(row.input), unpack(row.output)]);
  const parsed = parseStandardInput(JSON.parse(input));
  return parsed.ok ? { version: row.version, input: parsed.value, output: JSON.parse(output) } : undefined;
}

async function keepRun(id: string, { version, input, output }: Run): Promise<void> {
  const [packedInput, packedOutput] = await Promise.all([pack(JSON.stringify(input)), pack(JSON.stringify(output))]);
  await keepCompilation({ id, version, input: packedInput, output: packedOutput });
}

async function idOf(version: string, input: StandardInput, path: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([version, input, path]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function rowOf({ networkId, address }: SourceQuestion, codeHash: string, source: LoadedSource): ContractSourceRow {
  const { runId, path, name, match, origin } = source;
  return {
    networkId,
    address,
    codeHash,
    compilation: runId,
    file: path,
    contract: name,
    match,
    origin,
    fetchedAt: Date.now(),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
