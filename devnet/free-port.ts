import { createServer } from 'node:net';

/**
 * `port` when it can be listened on at 127.0.0.1, or any free port for 0. Rejects with the system's error
 * (`EADDRINUSE`, `EACCES`) otherwise. Somebody else may take the port before it is used.
 */
export function freePort(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
