/**
 * The head of a network, asked gently: only while somebody shows it and the
 * page is visible, and less often while the endpoint is in trouble.
 */
import { useCallback, useSyncExternalStore } from 'react';
import type { NetworkId } from '../core/chain/primitives';
import type { Failure } from '../core/failure';
import type { Result } from '../core/result';
import type { Engine } from '../workers/client';
import type { Head } from '../workers/trace/trace.api';
import { useTraceApi } from './wiring';

const INTERVAL = 5_000; // milliseconds between answers
const IN_TROUBLE = 15_000;

type Watch = {
  head: Result<Head, Failure> | undefined;
  listeners: Set<() => void>;
  timer?: ReturnType<typeof setTimeout>;
  running: boolean;
};

const watches = new Map<NetworkId, Watch>();

/** The head, or why there is none; undefined until the first answer. */
export function useHead(networkId: NetworkId | undefined): Result<Head, Failure> | undefined {
  const api = useTraceApi();
  const subscribe = useCallback(
    (listener: () => void) => (networkId === undefined ? () => {} : watch(api, networkId, listener)),
    [api, networkId],
  );
  return useSyncExternalStore(subscribe, () => (networkId === undefined ? undefined : watches.get(networkId)?.head));
}

function watch(api: Engine, networkId: NetworkId, listener: () => void): () => void {
  const state = watches.get(networkId) ?? { head: undefined, listeners: new Set(), running: false };
  watches.set(networkId, state);
  state.listeners.add(listener);
  const onVisible = () => {
    if (!document.hidden) void ask(api, networkId, state);
  };
  document.addEventListener('visibilitychange', onVisible);
  void ask(api, networkId, state);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    state.listeners.delete(listener);
    if (state.listeners.size === 0) clearTimeout(state.timer);
  };
}

async function ask(api: Engine, networkId: NetworkId, state: Watch): Promise<void> {
  if (state.running || document.hidden) return;
  clearTimeout(state.timer);
  state.running = true;
  try {
    const head = await api.head(networkId);
    if (!sameHead(state.head, head)) {
      state.head = head;
      for (const listener of state.listeners) listener();
    }
  } catch {
    // The worker stopped; the notice says so, and the next round asks the new one.
  } finally {
    state.running = false;
  }
  if (state.listeners.size === 0) return;
  state.timer = setTimeout(() => void ask(api, networkId, state), delay(state.head));
}

function delay(head: Result<Head, Failure> | undefined): number {
  const until = head?.ok ? head.value.rateLimitedUntil : head?.error.retryAt;
  const wait = until === undefined ? 0 : until - Date.now();
  return Math.max(wait, head?.ok ? INTERVAL : IN_TROUBLE);
}

function sameHead(a: Result<Head, Failure> | undefined, b: Result<Head, Failure>): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
