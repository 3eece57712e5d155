import type { Address, Hex } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { bytesToHex } from '../../core/hex';
import { ok, type Result } from '../../core/result';
import { outputOf } from '../../core/trace/row-fields';
import { readFirstScreen } from '../../db/first-screen-cache';
import { readPreference } from '../../db/preferences';
import type { Chains } from '../chain/chains';
import { type Loaded, loadTransaction } from '../chain/transactions';
import type { KnowledgeBase } from '../contracts/knowledge-base';
import { type ChainQuestion, learnFromChain, learnFromKept } from '../contracts/learn';
import type { Progress, TraceHandle, TransactionKey } from '../ids';
import { after } from '../wait';
import type { ReplayPatience } from './acquire-trace';
import { firstScreenOf, keepFirstScreen, sameScreen, usableScreen } from './first-screen';
import { keepTrace, type Opened, openTrace } from './open-trace';
import { closedTraceError, type OpenedTrace, type TraceEvent, type TraceSummary } from './open-trace.api';
import type { Prefetch, Prefetches } from './prefetch';
import { TraceSession } from './trace-session';

const mostOpen = 3;

export class ClosedTraceError extends Error {
  override readonly name = closedTraceError;
}

export type OpenTraces = {
  open(
    key: TransactionKey,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<OpenedTrace, Failure>>;
  /** Opens a trace that was made here. */
  show(key: TransactionKey, opened: Opened): Promise<TraceSummary>;
  /**
   * The open trace, once it is read and what is asked of it can be answered with the names that are kept. Throws a
   * ClosedTraceError when there is none.
   */
  ready(handle: TraceHandle): Promise<TraceSession>;
  close(handle: TraceHandle): void;
  /** Tells the page that rows of an open trace read otherwise now. */
  announce(session: TraceSession): void;
  /** Resolves once what can be known of an open trace without asking providers is known. */
  learned(handle: TraceHandle): Promise<void>;
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
type Wanted = { key: TransactionKey; loaded: Loaded; prefetch: Prefetch | undefined; toggles: Toggles };

type Toggles = OpenedTrace['first']['toggles'];

/** A trace whose first screen is shown while it is read. */
type Coming = { there: Promise<void>; end: AbortController };

export function createOpenTraces(
  chains: Chains,
  base: KnowledgeBase,
  prefetches: Prefetches,
  emit: (event: TraceEvent) => void,
  replayPatience?: ReplayPatience,
): OpenTraces {
  // In the order of use, the oldest first.
  const open = new Map<TraceHandle, Held>();
  const coming = new Map<TraceHandle, Coming>();
  let lastHandle = Date.now();
  const background = new Set<Promise<void>>();

  /** Follows `work` that nobody awaits. */
  function follow(work: Promise<void>): void {
    background.add(work);
    void work.finally(() => background.delete(work));
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

  function announce(session: TraceSession): void {
    if (open.has(session.handle)) emit({ type: 'view', handle: session.handle, view: session.newVersion() });
  }

  base.subscribe((change) => {
    for (const { session, end } of open.values()) {
      if (change.type === 'buildOutput') {
        follow(ignoringAbort(end.signal, () => learnChain(session, end.signal)));
      } else if (session.key.networkId === change.networkId) {
        announce(session);
      }
    }
  });

  async function learnChain(session: TraceSession, signal: AbortSignal): Promise<void> {
    await base.importConfigured();
    // Rows are shown already: whatever the reader asks next goes before the names in them.
    const rpc = (await chains.rpc(session.key.networkId)).lane('next');
    const question = { ...questionOf(session), block: session.opened.receipt.blockNumber, signal };
    await learnFromChain(session.knowledge, rpc, question, () => announce(session));
  }

  async function learnKept({ knowledge, touched }: TraceSession): Promise<boolean> {
    return learnFromKept(knowledge, touched.contracts, touched.signatures);
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
    { key, loaded, prefetch, toggles }: Wanted,
    handle: TraceHandle,
    end: AbortController,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<Held, Failure>> {
    const [opened] = await Promise.all([
      openTrace(
        chains,
        key,
        loaded,
        prefetch,
        signal,
        (progress) => {
          // Once rows are shown, what is told is of an execution behind them.
          if (open.has(handle)) emit({ type: 'replaying', handle, progress });
          else onProgress?.(progress);
        },
        replayPatience,
      ),
      // Labels are read again, because another tab may have changed them.
      base.readLabels(key.networkId, true),
    ]);
    if (!opened.ok) return opened;
    const held = hold(new TraceSession(handle, key, opened.value, base.of(key.networkId), toggles), end);
    const { session } = held;
    // Mostly this takes milliseconds, and rows that are answered then need not change. They do not wait for more.
    let answered = false;
    const learned = learnKept(session).then((found) => {
      if (found && answered) announce(session);
    });
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
      await learnChain(session, end.signal);
    });
    follow(held.learned);
    if (opened.value.mayImprove) {
      held.improved = afterwards(held, async () => {
        await improve(session);
        await keepTrace(key, session.opened);
        await learnChain(session, end.signal);
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
    const { contracts } = session.knowledge;
    await held.named;
    const same = session.isAsOpened && sameScreen(screen, firstScreenOf(session, wanted.toggles));
    if (!same) {
      session.newVersion();
      emit({ type: 'replayed', handle, summary: session.summary() });
    }
    const { version } = contracts;
    const improves = session.opened.mayImprove === true;
    keepScreen(wanted.key, held, () => same && !improves && contracts.version === version);
  }

  return {
    async show(key, opened) {
      await base.readLabels(key.networkId);
      const end = new AbortController();
      const session = new TraceSession(newHandle(), key, opened, base.of(key.networkId));
      const held = hold(session, end);
      if (await learnKept(session)) announce(session);
      follow(afterwards(held, () => learnChain(session, end.signal)));
      return session.summary();
    },
    async open(key, signal, onProgress) {
      const prefetch = prefetches.take(key);
      const [loaded, toggles, kept] = await Promise.all([
        loadTransaction(chains, key, false, signal),
        readPreference('traceToggles'),
        prefetch === undefined ? readFirstScreen(key) : prefetch.screen,
      ]);
      if (!loaded.ok) {
        prefetch?.end();
        return loaded;
      }
      const wanted = { key, loaded: loaded.value, prefetch, toggles };
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
    async ready(handle) {
      await coming.get(handle)?.there;
      const session = get(handle);
      await open.get(handle)?.named;
      return session;
    },
    close,
    announce,
    learned: async (handle) => open.get(handle)?.learned,
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

/** What the chain is asked about the contracts of a trace. Code of those it created the trace has itself. */
function questionOf({ trace, touched }: TraceSession): Omit<ChainQuestion, 'block' | 'signal'> {
  const codes = new Map<Address, Hex>();
  for (const [address, row] of touched.created) {
    const code = outputOf(trace, row);
    if (code.length > 0) codes.set(address, bytesToHex(code));
  }
  const { contracts, undelegated, tokens } = touched;
  return { contracts, codes, proxies: undelegated, tokens };
}
