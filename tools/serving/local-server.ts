/** Servers on the loopback address. */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens at `port`, or at any that is free; returns it. Rejects where it is taken. */
export function listenHere(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Closes the server and the connections that are open, hanging ones among them. Resolves once both are. */
export function closeServer(server: HttpServer): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Reads the body of a request as text; undefined where it has more than `most` bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
