/**
 * The tabs and workers of this origin, which share the endpoints: named locks
 * that one of them holds at a time, and messages to all others.
 *
 * In a browser these are Web Locks and a BroadcastChannel. Where either is
 * missing (Node, pages without a secure context) only this worker is counted.
 */
export type Release = () => void;

export type Peers = {
  /** The lock when nobody holds it, else undefined. */
  tryLock(name: string): Promise<Release | undefined>;
  /** Waits for the lock in the order of asking. It is lost with the worker that holds it. */
  lock(name: string): Promise<Release>;
  /** Sends a structured-cloneable message to all others. */
  send(message: unknown): void;
  /** Calls `listener` with each message of the others. */
  listen(listener: (message: unknown) => void): void;
};

/** Changes with the shape of the messages, since two versions of the app may be open side by side. */
const CHANNEL = 'loupe endpoints 1';

/** Creates the peers of this worker. */
export function createPeers(): Peers {
  const locks = (globalThis.navigator as WorkerNavigator | undefined)?.locks as LockManager | undefined;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return createPeerGroup()();
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tryLock: (name) => requestLock(locks, name, { ifAvailable: true }),
    async lock(name) {
      return (await requestLock(locks, name, {})) ?? (() => {});
    },
    send: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}

/** Undefined when the lock was not available. Where locks are forbidden (no storage for the site) everybody gets them. */
function requestLock(locks: LockManager, name: string, options: LockOptions): Promise<Release | undefined> {
  return new Promise((resolve) => {
    const held = locks.request(name, options, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(() => resolve(() => {}));
  });
}

/** Creates peers within one worker: each call of the answer joins the group as one more of them. */
export function createPeerGroup(): () => Peers {
  const held = new Map<string, (() => void)[]>();
  const listeners = new Map<Peers, ((message: unknown) => void)[]>();

  function release(name: string): void {
    const next = held.get(name)?.shift();
    if (next) next();
    else held.delete(name);
  }
  function hold(name: string): Release {
    let released = false;
    return () => {
      if (!released) release(name);
      released = true;
    };
  }

  return () => {
    const peers: Peers = {
      async tryLock(name) {
        if (held.has(name)) return undefined;
        held.set(name, []);
        return hold(name);
      },
      async lock(name) {
        const waiting = held.get(name);
        if (waiting === undefined) held.set(name, []);
        else await new Promise<void>((resolve) => waiting.push(resolve));
        return hold(name);
      },
      send(message) {
        for (const [other, own] of listeners) {
          if (other !== peers) for (const listener of own) listener(structuredClone(message));
        }
      },
      listen(listener) {
        listeners.set(peers, [...(listeners.get(peers) ?? []), listener]);
      },
    };
    return peers;
  };
}
