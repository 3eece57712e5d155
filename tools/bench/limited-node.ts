/** Stands before a node as a provider does: every answer takes a while, and only so many requests pass per second. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenHere } from '../serving/local-server';

export type LimitedNode = {
  url: string;
  /** Requests that passed, since the last call. */
  takePassed(): number;
  /** Requests that were refused with HTTP 429, since the last call. */
  takeRefused(): number;
  /** The most requests that were open at once, since the last call. */
  takeMostOpen(): number;
  close(): Promise<void>;
};

export type Limits = {
  /** Milliseconds before a request is handed on. */
  latency: number;
  /** Requests that pass within any second. No limit unless given. */
  perSecond?: number;
};

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-expose-headers': 'retry-after',
};

/** Starts a server that hands requests on to the node at `target`. */
export async function startLimitedNode(target: { port: number }, { latency, perSecond }: Limits): Promise<LimitedNode> {
  let passed = 0;
  let refused = 0;
  let open = 0;
  let mostOpen = 0;
  /** Times when the requests of the last second passed. */
  let recent: number[] = [];

  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...HEADERS, 'access-control-max-age': '600' }).end();
      return;
    }
    open++;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open--;
    });
    const now = performance.now();
    recent = recent.filter((at) => at > now - 1_000);
    const passes = perSecond === undefined || recent.length < perSecond;
    if (passes) {
      recent.push(now);
      passed++;
    } else {
      refused++;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      setTimeout(() => {
        if (passes) handOn(target.port, request, Buffer.concat(parts), response);
        else response.writeHead(429, { ...HEADERS, 'retry-after': '1' }).end('{"error":"Too Many Requests"}');
      }, latency);
    });
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    takePassed() {
      const count = passed;
      passed = 0;
      return count;
    },
    takeRefused() {
      const count = refused;
      refused = 0;
      return count;
    },
    takeMostOpen() {
      const most = mostOpen;
      mostOpen = open;
      return most;
    },
    close: () => closeServer(server),
  };
}

function handOn(port: number, { method, headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const onward = ask({ host: '127.0.0.1', port, path: '/', method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...HEADERS });
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}
