/** A host that speaks the interface of docs/hosted-api.md, on this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the host saw it. */
export type HostedQuestion = {
  method: string;
  /** Below `/api/v1`. */
  path: string;
  query: Readonly<Record<string, string>>;
  authorization: string | undefined;
  /** JSON, parsed; undefined without one. */
  body: unknown;
};

export type HostedReply = {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or the text itself. */
  body?: unknown;
  /** Answered once this resolves. */
  after?: Promise<unknown>;
};

export type HostedServer = {
  url: string;
  /** Questions in the order they came, without those that browsers ask beforehand. */
  seen: HostedQuestion[];
  stop(): Promise<void>;
};

export const TOKEN_HEADER = 'x-refreshed-token';

/** `answer` says what a question gets; 404 where it says nothing. */
export async function startHostedServer(
  answer: (question: HostedQuestion) => HostedReply | undefined,
): Promise<HostedServer> {
  const seen: HostedQuestion[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    void readQuestion(request).then(async (question) => {
      seen.push(question);
      await reply(response, answer(question) ?? { status: 404, body: { error: { message: 'Not found' } } });
    });
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

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': `${TOKEN_HEADER}, x-ratelimit-reset, retry-after`,
};

async function readQuestion(request: IncomingMessage): Promise<HostedQuestion> {
  const url = new URL(request.url ?? '', 'http://host');
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return {
    method: request.method ?? '',
    path: url.pathname.startsWith('/api/v1/') ? url.pathname.slice('/api/v1'.length) : `outside: ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    authorization: request.headers.authorization,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

async function reply(response: ServerResponse, { status, headers, body, after }: HostedReply): Promise<void> {
  await after;
  response.writeHead(status ?? 200, { 'content-type': 'application/json', ...CORS, ...headers });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
}
