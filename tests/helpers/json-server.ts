import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type JsonServer = {
  url: string;
  /** Path and query of each request, in order. */
  seen: string[];
  stop(): Promise<void>;
};

/** An HTTP server that answers each path and query as `answer` says once `released` is; the text of `body` goes out as it is. */
export async function startJsonServer(
  answer: (path: string) => { status?: number; body: unknown },
  released: Promise<void> = Promise.resolve(),
): Promise<JsonServer> {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    await released;
    const { status, body } = answer(path);
    response.writeHead(status ?? 200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
