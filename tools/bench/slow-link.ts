/**
 * A slow line between the browser and a server of this machine. Throttling in
 * the browser's tools slows the requests of a page, but not those of its
 * workers; a relay slows everything.
 */

import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from '../serving/local-server';

export type Line = {
  /** Milliseconds from a request's first byte to the answer's, when the server takes no time. Connecting takes none. */
  roundTrip: number;
  /** Bytes a second from all servers of the line together. */
  bandwidth: number;
};

export type SlowLink = {
  /** A port of this machine that leads over the line to `port`. */
  lead(port: number): Promise<number>;
  close(): Promise<void>;
};

/** Bytes that go over the line at once, so that answers share it. */
const PIECE = 4_096;

export function createSlowLink({ roundTrip, bandwidth }: Line): SlowLink {
  const servers: ReturnType<typeof createServer>[] = [];
  const sockets = new Set<Socket>();
  /** When the last piece from a server will have gone over the line, performance.now(). */
  let busyUntil = 0;

  /** Passes bytes on `roundTrip / 2` later, in order; `shared` ones take their share of the bandwidth too. */
  function relay(from: Socket, to: Socket, shared: boolean): void {
    const pass = (at: number, action: () => void) =>
      setTimeout(action, Math.max(0, at + roundTrip / 2 - performance.now()));
    let order = Promise.resolve();
    const inOrder = (at: number, action: () => void) => {
      const due = new Promise<void>((resolve) => pass(at, resolve));
      order = order.then(() => due).then(action);
    };
    from.on('data', (bytes: Buffer) => {
      for (let begin = 0; begin < bytes.length; begin += PIECE) {
        const piece = bytes.subarray(begin, begin + PIECE);
        const now = performance.now();
        if (shared) busyUntil = Math.max(busyUntil, now) + (piece.length / bandwidth) * 1_000;
        inOrder(shared ? busyUntil : now, () => to.writable && to.write(piece));
      }
    });
    from.on('end', () => inOrder(Math.max(performance.now(), shared ? busyUntil : 0), () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  }

  return {
    async lead(port) {
      const server = createServer({ noDelay: true }, (near) => {
        const far = connect({ port, host: '127.0.0.1', noDelay: true });
        sockets.add(near).add(far);
        relay(near, far, false);
        relay(far, near, true);
      });
      servers.push(server);
      return listenHere(server);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
