/**
 * The open traces. At most three are held, because each may take hundreds of
 * megabytes; the one used longest ago goes first, and the page is told.
 */

import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { readLabels } from '../../db/labels';
import { fetchBuildOutput } from '../../net/build-output';
import type { Chains } from './chains';
import type { HeadStarts } from './head-start';
import { type Artifacts, createArtifacts } from './knowledge/artifacts';
import { type ContractBook, createContractBook } from './knowledge/contract-book';
import type { Knowledge } from './knowledge/decode-row';
import { type Learning, learnFromChain, learnFromKept } from './knowledge/learn';
import { createSignatureBook } from './knowledge/signature-book';
import { keepTrace, type Opened, openTrace } from './open-trace';
import type { EngineEvent, Progress, TraceHandle, TraceSummary, TransactionKey } from './trace.api';
import { closedTraceError } from './trace.api';
import { TraceSession } from './trace-session';

const mostOpen = 3;

export class ClosedTraceError extends Error {
  override readonly name = closedTraceError;
}

export type Sessions = {
  open(
    key: TransactionKey,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<TraceSummary, Failure>>;
  /** Opens a trace that was made here. */
  show(key: TransactionKey, opened: Opened): Promise<TraceSummary>;
  /** The open trace; throws a ClosedTraceError when there is none. */
  get(handle: TraceHandle): TraceSession;
  close(handle: TraceHandle): void;
  /** What is known of a network's contracts, shared by its traces. */
  knowledge(networkId: NetworkId): Knowledge;
  readonly artifacts: Artifacts;
  /** Puts the reader's and the deployment's labels of a network into its book, once. */
  readLabels(networkId: NetworkId): Promise<void>;
  /** Reads all labels again, and tells the page of the networks whose names changed. */
  labelsChanged(): Promise<void>;
  /** Tells the page that rows of an open trace read otherwise now. */
  grew(session: TraceSession): void;
  /** Imports the build output the configuration names, once. */
  importConfigured(): Promise<void>;
  /** After an import: asks again whose code the contracts of the open traces run. */
  learnAgain(): void;
  /** Resolves once what can be known of an open trace without asking third parties is known. */
  learned(handle: TraceHandle): Promise<void>;
  /** Resolves when what is asked of a trace just opened can be answered with the names that are kept; within milliseconds. */
  named(handle: TraceHandle): Promise<void>;
  /** Resolves once nothing is learned or kept in the background any more. */
  settled(): Promise<void>;
};

/** An open trace, how to end what is done for it, and when what is known of its contracts is known. */
type Held = {
  session: TraceSession;
  end: AbortController;
  learned: Promise<void>;
  /** Resolves once kept names are there, or have been waited for long enough. */
  named: Promise<void>;
};

export function createSessions(chains: Chains, headStarts: HeadStarts, emit: (event: EngineEvent) => void): Sessions {
  // In the order of use, the oldest first.
  const open = new Map<TraceHandle, Held>();
  const books = new Map<NetworkId, ContractBook>();
  const artifacts = createArtifacts();
  const signatures = createSignatureBook();
  let lastHandle = Date.now();
  const background = new Set<Promise<void>>();

  /** Follows `work` that nobody awaits. */
  function follow(work: Promise<void>): void {
    background.add(work);
    void work.finally(() => background.delete(work));
  }

  function knowledge(networkId: NetworkId): Knowledge {
    const book = books.get(networkId) ?? createContractBook(networkId);
    books.set(networkId, book);
    return { book, signatures, artifacts };
  }

  function get(handle: TraceHandle): TraceSession {
    const found = open.get(handle);
    if (found === undefined) throw new ClosedTraceError('This trace is no longer open. Open it again.');
    open.delete(handle);
    open.set(handle, found);
    return found.session;
  }

  function close(handle: TraceHandle): void {
    const found = open.get(handle);
    found?.end.abort();
    found?.session.opened.replay?.end();
    open.delete(handle);
  }

  function grew(session: TraceSession): void {
    if (open.has(session.handle)) emit({ type: 'view', handle: session.handle, view: session.grew() });
  }

  const labelled = new Map<NetworkId, Promise<void>>();
  function labels(networkId: NetworkId, again: boolean): Promise<void> {
    const before = labelled.get(networkId);
    const reading = before === undefined || again ? putLabels(chains, knowledge(networkId).book) : before;
    labelled.set(networkId, reading);
    return reading;
  }

  let configured: Promise<void> | undefined;
  function importConfigured(): Promise<void> {
    configured ??= importAll(chains, artifacts);
    return configured;
  }

  async function learnChain(session: TraceSession, learning: Learning): Promise<void> {
    await importConfigured();
    const rpc = await chains.rpc(session.key.networkId);
    await learnFromChain(learning, rpc);
  }

  function learningOf(session: TraceSession, signal: AbortSignal): Learning {
    return {
      trace: session.trace,
      touched: session.touched,
      blockNumber: session.opened.receipt.blockNumber,
      knowledge: session.knowledge,
      signal,
      grew: () => grew(session),
    };
  }

  /** Waits for the execution behind the rows, and tells the page how it ended. */
  async function improve(session: TraceSession): Promise<void> {
    const { replay } = session.opened;
    const attempt = await replay?.get();
    if (attempt === undefined || !open.has(session.handle)) return;
    session.replayEnded(attempt);
    emit({ type: 'replayed', handle: session.handle, summary: session.summary() });
  }

  /** Makes room for the trace and gives it a handle. */
  function hold(key: TransactionKey, opened: Opened): Held {
    // Unique over restarts of the worker too, so that a handle of an earlier life names nothing.
    lastHandle = Math.max(lastHandle + 1, Date.now());
    const session = new TraceSession(lastHandle as TraceHandle, key, opened, knowledge(key.networkId));
    const held: Held = { session, end: new AbortController(), learned: Promise.resolve(), named: Promise.resolve() };
    open.set(session.handle, held);
    for (const handle of [...open.keys()].slice(0, Math.max(0, open.size - mostOpen))) {
      close(handle);
      emit({ type: 'closed', handle });
    }
    return held;
  }

  return {
    async show(key, opened) {
      await labels(key.networkId, false);
      const held = hold(key, opened);
      const { session, end } = held;
      const learning = learningOf(session, end.signal);
      await learnFromKept(learning);
      follow(afterwards(held, () => learnChain(session, learning)));
      return session.summary();
    },
    async open(key, signal, onProgress) {
      // Set once rows are shown: what is told from then on is of an execution behind them.
      let behind: TraceHandle | undefined;
      // Labels are read again, because another tab may have changed them.
      const [opened] = await Promise.all([
        openTrace(chains, headStarts, key, signal, (progress) => {
          if (behind === undefined) onProgress?.(progress);
          else if (open.has(behind)) emit({ type: 'replaying', handle: behind, progress });
        }),
        labels(key.networkId, true),
      ]);
      if (!opened.ok) return opened;
      const held = hold(key, opened.value);
      const { session, end } = held;
      behind = session.handle;
      const learning = learningOf(session, end.signal);
      // Mostly this takes milliseconds, which the page needs to ask for rows, and those need not change then. They do
      // not wait for more.
      let answered = false;
      const learned = learnFromKept({ ...learning, grew: () => answered && grew(session) });
      const enough = new Promise<void>((resolve) => setTimeout(resolve, namesPatience));
      const answer = () => {
        answered = true;
      };
      // What goes wrong is told where it is awaited, below.
      held.named = Promise.race([learned, enough]).then(answer, answer);
      const summary = session.summary();
      held.learned = afterwards(held, async () => {
        await learned;
        await chains.backlog.flush();
        if (!session.opened.mayImprove) await keepTrace(key, session.opened);
        await learnChain(session, learning);
      });
      follow(held.learned);
      if (opened.value.mayImprove)
        follow(
          afterwards(held, async () => {
            await improve(session);
            await keepTrace(key, session.opened);
            await learnChain(session, learningOf(session, end.signal));
          }),
        );
      return ok(summary);
    },
    get,
    close,
    knowledge,
    artifacts,
    readLabels: (networkId) => labels(networkId, false),
    async labelsChanged() {
      for (const [networkId, book] of books) {
        const before = book.version;
        await labels(networkId, true);
        if (book.version === before) continue;
        emit({ type: 'names', networkId });
        for (const { session } of open.values()) if (session.key.networkId === networkId) grew(session);
      }
    },
    grew,
    importConfigured,
    learnAgain() {
      for (const { session, end } of open.values()) {
        follow(ignoringAbort(end.signal, () => learnChain(session, learningOf(session, end.signal))));
      }
    },
    learned: async (handle) => open.get(handle)?.learned,
    named: async (handle) => open.get(handle)?.named,
    async settled() {
      while (background.size > 0) await Promise.all(background);
    },
  };
}

/** Runs `work` once the first rows were answered, which the page asks for right after the trace was opened. */
async function afterwards({ session, end }: Held, work: () => Promise<void>): Promise<void> {
  await Promise.race([session.shown, new Promise((resolve) => setTimeout(resolve, rowsPatience))]);
  await new Promise((resolve) => setTimeout(resolve, firstRowsFirst));
  await ignoringAbort(end.signal, work);
}
/** How long work behind the rows waits for a page that asks for none, milliseconds. */
const rowsPatience = 250;
/** Rows come in a few answers; milliseconds. */
const firstRowsFirst = 30;
/** How long an answer waits for the names that are kept, milliseconds. */
const namesPatience = 60;

async function ignoringAbort(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Build output of the deployment's own origin. What cannot be had costs names only. */
async function importAll(chains: Chains, artifacts: Artifacts): Promise<void> {
  const { buildOutput } = await chains.config();
  for (const path of buildOutput) {
    const fetched = await fetchBuildOutput(path);
    if (fetched.ok) await artifacts.import(path.split('/').at(-1) ?? path, fetched.value);
  }
}

async function putLabels(chains: Chains, book: ContractBook): Promise<void> {
  const { networkId } = book;
  const [config, readers] = await Promise.all([chains.config(), readLabels(networkId)]);
  const ofNetwork = config.labels.filter((label) => label.networkId === networkId);
  book.setLabels('config', namesByAddress(ofNetwork));
  book.setLabels('reader', namesByAddress(readers));
}

function namesByAddress(labels: readonly { address: Address; name: string }[]): ReadonlyMap<Address, string> {
  return new Map(labels.map(({ address, name }) => [address, name]));
}
