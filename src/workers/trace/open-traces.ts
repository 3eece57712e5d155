/**
 * The open traces. At most three are held, because each may take hundreds of
 * megabytes; the one used longest ago goes first, and the page is told.
 */

import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { readFirstScreen } from '../../db/first-screen-cache';
import { readLabels } from '../../db/labels';
import { readPreference } from '../../db/preferences';
import { fetchBuildOutput } from '../../net/build-output';
import type { Chains } from '../chain/chains';
import { type Loaded, loadTransaction } from '../chain/transactions';
import { type Artifacts, createArtifacts } from '../contracts/artifacts';
import { type ContractBook, createContractBook } from '../contracts/known-contracts';
import { createSignatureBook } from '../contracts/known-signatures';
import { type Learning, learnFromChain, learnFromKept } from '../contracts/learn';
import { after } from '../wait';
import type { Knowledge } from './decoding/decode-row';
import { firstScreenOf, keepFirstScreen, sameScreen, usableScreen } from './first-screen';
import { keepTrace, type Opened, openTrace } from './open-trace';
import type { HeadStart, HeadStarts } from './prefetch';
import type { EngineEvent, OpenedTrace, Progress, TraceHandle, TraceSummary, TransactionKey } from './trace.api';
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
  ): Promise<Result<OpenedTrace, Failure>>;
  /** Opens a trace that was made here. */
  show(key: TransactionKey, opened: Opened): Promise<TraceSummary>;
  /** Resolves once a trace whose first screen is shown is open too, or could not be opened. */
  there(handle: TraceHandle): Promise<void>;
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
  /** Resolves once nothing better than its rows is on its way. */
  improved: Promise<void>;
  /** Resolves once kept names are there, or have been waited for long enough. */
  named: Promise<void>;
};

/** A transaction whose trace is wanted, and what was begun for it. */
type Wanted = { key: TransactionKey; loaded: Loaded; headStart: HeadStart | undefined; toggles: Toggles };

type Toggles = OpenedTrace['first']['toggles'];

/** A trace whose first screen is shown while it is read. */
type Coming = { there: Promise<void>; end: AbortController };

export function createSessions(chains: Chains, headStarts: HeadStarts, emit: (event: EngineEvent) => void): Sessions {
  // In the order of use, the oldest first.
  const open = new Map<TraceHandle, Held>();
  const coming = new Map<TraceHandle, Coming>();
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
    coming.get(handle)?.end.abort();
    coming.delete(handle);
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

  /** Unique over restarts of the worker too, so that a handle of an earlier life names nothing. */
  function newHandle(): TraceHandle {
    lastHandle = Math.max(lastHandle + 1, Date.now());
    return lastHandle as TraceHandle;
  }

  /** Makes room for the trace and holds it. */
  function hold(session: TraceSession, end: AbortController): Held {
    const nothing = Promise.resolve();
    const held: Held = { session, end, learned: nothing, improved: nothing, named: nothing };
    open.set(session.handle, held);
    for (const handle of [...open.keys()].slice(0, Math.max(0, open.size - mostOpen))) {
      close(handle);
      emit({ type: 'closed', handle });
    }
    return held;
  }

  /** Acquires the trace and holds it under the handle. */
  async function acquire(
    { key, loaded, headStart, toggles }: Wanted,
    handle: TraceHandle,
    end: AbortController,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<Held, Failure>> {
    const [opened] = await Promise.all([
      openTrace(chains, key, loaded, headStart, signal, (progress) => {
        // Once rows are shown, what is told is of an execution behind them.
        if (open.has(handle)) emit({ type: 'replaying', handle, progress });
        else onProgress?.(progress);
      }),
      // Labels are read again, because another tab may have changed them.
      labels(key.networkId, true),
    ]);
    if (!opened.ok) return opened;
    const held = hold(new TraceSession(handle, key, opened.value, knowledge(key.networkId), toggles), end);
    const { session } = held;
    const learning = learningOf(session, end.signal);
    // Mostly this takes milliseconds, and rows that are answered then need not change. They do not wait for more.
    let answered = false;
    const learned = learnFromKept({ ...learning, grew: () => answered && grew(session) });
    const enough = after(namesPatience);
    const answer = () => {
      answered = true;
    };
    // What goes wrong is told where it is awaited, below.
    held.named = Promise.race([learned, enough]).then(answer, answer);
    held.learned = afterwards(held, async () => {
      await learned;
      await chains.backlog.flush();
      if (!session.opened.mayImprove) await keepTrace(key, session.opened);
      await learnChain(session, learning);
    });
    follow(held.learned);
    if (opened.value.mayImprove) {
      held.improved = afterwards(held, async () => {
        await improve(session);
        await keepTrace(key, session.opened);
        await learnChain(session, learningOf(session, end.signal));
      });
      follow(held.improved);
    }
    return ok(held);
  }

  /** Keeps what is shown first of a trace for the next time, once all that can be known of it is, unless it is kept so. */
  function keepScreen(key: TransactionKey, held: Held, isKept: () => boolean): void {
    follow(
      ignoringAbort(held.end.signal, async () => {
        await held.learned;
        await held.improved;
        if (!held.end.signal.aborted && !isKept()) await keepFirstScreen(key, held.session);
      }),
    );
  }

  /** Reads the trace whose first screen is shown, and tells the page what reads otherwise. */
  async function readBehind(wanted: Wanted, screen: OpenedTrace, end: AbortController): Promise<void> {
    const { handle } = screen;
    await after(firstScreenFirst);
    if (end.signal.aborted) return;
    const acquired = await acquire(wanted, handle, end, end.signal);
    if (end.signal.aborted) return close(handle);
    if (!acquired.ok || !acquired.value.session.opened.cached) {
      // What was kept could not be read; opened once more, it is acquired anew.
      close(handle);
      return emit({ type: 'closed', handle });
    }
    const held = acquired.value;
    const { session } = held;
    const { book } = session.knowledge;
    await held.named;
    const same = session.isAsOpened && sameScreen(screen, firstScreenOf(session, wanted.toggles));
    if (!same) {
      session.grew();
      emit({ type: 'replayed', handle, summary: session.summary() });
    }
    const { version } = book;
    const improves = session.opened.mayImprove === true;
    keepScreen(wanted.key, held, () => same && !improves && book.version === version);
  }

  return {
    async show(key, opened) {
      await labels(key.networkId, false);
      const end = new AbortController();
      const session = new TraceSession(newHandle(), key, opened, knowledge(key.networkId));
      const held = hold(session, end);
      const learning = learningOf(session, end.signal);
      await learnFromKept(learning);
      follow(afterwards(held, () => learnChain(session, learning)));
      return session.summary();
    },
    async open(key, signal, onProgress) {
      const headStart = headStarts.take(key);
      const [loaded, toggles, kept] = await Promise.all([
        loadTransaction(chains, key, false, signal),
        readPreference('traceToggles'),
        headStart === undefined ? readFirstScreen(key) : headStart.screen,
      ]);
      if (!loaded.ok) {
        headStart?.end();
        return loaded;
      }
      const wanted = { key, loaded: loaded.value, headStart, toggles };
      const { receipt } = loaded.value.record;
      const handle = newHandle();
      const end = new AbortController();
      const shown = receipt && usableScreen(kept, receipt, toggles);
      if (shown !== undefined) {
        const screen = { ...shown, handle };
        const there = readBehind(wanted, screen, end).finally(() => coming.delete(handle));
        coming.set(handle, { there: there.catch(() => undefined), end });
        follow(there);
        return ok(screen);
      }
      const acquired = await acquire(wanted, handle, end, signal, onProgress);
      if (!acquired.ok) return acquired;
      const held = acquired.value;
      await held.named;
      keepScreen(key, held, () => false);
      return ok(firstScreenOf(held.session, toggles));
    },
    async there(handle) {
      await coming.get(handle)?.there;
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
  await Promise.race([session.shown, after(rowsPatience)]);
  await after(firstRowsFirst);
  await ignoringAbort(end.signal, work);
}
/** How long work behind the rows waits for a page that asks for none, milliseconds. */
const rowsPatience = 250;
/** So long the page has for drawing a first screen before its trace is read, milliseconds. */
const firstScreenFirst = 120;
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
