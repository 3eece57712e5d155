/**
 * Who runs which virtual network. One of all workers of this browser holds the lock of a network and runs it; the
 * others send it what they are asked, and wait for the lock meanwhile. When the runner ends, one of them takes over. A
 * request that the runner had begun is not sent again, because it may have taken effect.
 */
import type { NetworkId } from '../../core/chain/primitives';
import { virtualIdOf } from '../../core/virtual/virtual-url';
import type { Peers, Release } from '../../net/rpc/peers';
import type { Chains } from '../chain/chains';
import type { LocalNetworks } from '../chain/local-networks';
import { VirtualHost } from './virtual-host';

/** Between workers. `runner` names a worker for as long as it lives. */
type Message =
  | { virtual: 'ask'; id: NetworkId; ask: string; body: string }
  | { virtual: 'taken'; ask: string; runner: string }
  | { virtual: 'answer'; ask: string; text: string }
  | { virtual: 'here'; id: NetworkId; runner: string }
  | { virtual: 'deleted'; id: NetworkId };

type Waiting = {
  id: NetworkId;
  body: string;
  takenBy?: string;
  resolve(text: string): void;
  reject(reason: Error): void;
};

type Running = { host: Promise<VirtualHost>; release: Release };

export class VirtualNetworks implements LocalNetworks {
  private readonly me = crypto.randomUUID();
  private readonly running = new Map<NetworkId, Running>();
  private readonly claims = new Map<NetworkId, Promise<Running | undefined>>();
  /** Networks whose lock this worker waits for. */
  private readonly next = new Set<NetworkId>();
  private readonly waiting = new Map<string, Waiting>();
  private lastAsk = 0;

  constructor(
    private readonly chains: Chains,
    private readonly peers: Peers,
  ) {
    peers.listen((message) => this.hear(message as Message));
  }

  /** The answer to JSON-RPC as text, from the runner, whoever that is. Rejects with a sentence where it ended before it answered. */
  async answer(id: NetworkId, body: string): Promise<string> {
    // The lock may come between the question and the answer that somebody else has it.
    const running = (await this.claim(id)) ?? this.running.get(id);
    if (running !== undefined) return (await running.host).answer(body);
    return new Promise((resolve, reject) => {
      const ask = `${this.me} ${++this.lastAsk}`;
      this.waiting.set(ask, { id, body, resolve, reject });
      this.peers.send({ virtual: 'ask', id, ask, body } satisfies Message);
    });
  }

  respond(url: string, { body, signal }: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const id = virtualIdOf(url);
      if (id === undefined) throw new TypeError('This URL names no virtual network.');
      const abort = () => reject(signal?.reason ?? new DOMException('', 'AbortError'));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      this.answer(id, String(body))
        .then((text) => resolve(new Response(text, { headers: { 'content-type': 'application/json' } })), reject)
        .finally(() => signal?.removeEventListener('abort', abort));
    });
  }

  /** Whether this worker runs the network; it does from now on where nobody else did. */
  async isHere(id: NetworkId): Promise<boolean> {
    return (await this.claim(id)) !== undefined;
  }

  /** Runs the network here where nobody runs it; undefined where somebody else does. */
  private async claim(id: NetworkId): Promise<Running | undefined> {
    const running = this.running.get(id);
    if (running !== undefined || this.next.has(id)) return running;
    this.claims.set(id, this.claims.get(id) ?? this.tryClaim(id));
    return this.claims.get(id);
  }

  private async tryClaim(id: NetworkId): Promise<Running | undefined> {
    const release = await this.peers.tryLock(lockOf(id));
    this.claims.delete(id);
    if (release !== undefined) return this.run(id, release);
    this.next.add(id);
    void this.peers.lock(lockOf(id)).then((release) => this.run(id, release));
    return undefined;
  }

  /** Runs the network, and answers what waits for an answer here. */
  private run(id: NetworkId, release: Release): Running {
    this.next.delete(id);
    const host = VirtualHost.open(this.chains, id);
    const running = { host, release };
    this.running.set(id, running);
    host.then(
      () => this.peers.send({ virtual: 'here', id, runner: this.me } satisfies Message),
      () => this.end(id),
    );
    this.askAgain(id, this.me, (ask, { body, resolve, reject }) => {
      this.waiting.delete(ask);
      host.then((opened) => opened.answer(body)).then(resolve, reject);
    });
    return running;
  }

  private end(id: NetworkId): void {
    const running = this.running.get(id);
    this.running.delete(id);
    void running?.host.then(
      (host) => host.stop(),
      () => {},
    );
    running?.release();
  }

  /** Called when the network was deleted: nobody runs it any more, nor an earlier network with the same chain id. */
  forget(id: NetworkId): void {
    this.end(id);
    this.peers.send({ virtual: 'deleted', id } satisfies Message);
  }

  private hear(message: Message): void {
    switch (message.virtual) {
      case 'ask':
        void this.serve(message.id, message.ask, message.body);
        break;
      case 'taken': {
        const waiting = this.waiting.get(message.ask);
        if (waiting !== undefined) waiting.takenBy = message.runner;
        break;
      }
      case 'answer':
        this.waiting.get(message.ask)?.resolve(message.text);
        this.waiting.delete(message.ask);
        break;
      case 'here':
        this.askAgain(message.id, message.runner, (ask, { id, body }) => {
          this.peers.send({ virtual: 'ask', id, ask, body } satisfies Message);
        });
        break;
      case 'deleted':
        this.end(message.id);
        break;
    }
  }

  private async serve(id: NetworkId, ask: string, body: string): Promise<void> {
    const running = this.running.get(id);
    if (running === undefined) return;
    this.peers.send({ virtual: 'taken', ask, runner: this.me } satisfies Message);
    const text = await running.host.then(
      (host) => host.answer(body),
      (thrown: Error) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32603, message: thrown.message } }),
    );
    this.peers.send({ virtual: 'answer', ask, text } satisfies Message);
  }

  /** There is a new runner: what the old one had begun failed; `again` is called with the rest. */
  private askAgain(id: NetworkId, runner: string, again: (ask: string, waiting: Waiting) => void): void {
    for (const [ask, waiting] of this.waiting) {
      if (waiting.id !== id || waiting.takenBy === runner) continue;
      if (waiting.takenBy === undefined) {
        again(ask, waiting);
        continue;
      }
      this.waiting.delete(ask);
      waiting.reject(new Error(RUNNER_ENDED));
    }
  }
}

const RUNNER_ENDED =
  'The tab that ran this virtual network closed before it answered. Check the network before you repeat the request.';

function lockOf(id: NetworkId): string {
  return `loupe virtual network ${id}`;
}
