/** The protocol over HTTP, on this machine alone and for who has the token. */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isLoopback } from '../../../src/core/values/loopback';
import { closeServer, listenHere, readBody } from '../../serving/local-server';

/** Bytes of a request at most. */
const MAX_BODY = 1 << 20;
/** Connections' sessions that are held. */
const MOST_SESSIONS = 20;
const PATH = '/mcp';

export type McpHttp = { url: string; close(): Promise<void> };

/**
 * Serves at a port of 127.0.0.1, 0 for any free one. Every request needs the token as `Authorization: Bearer`; pages of
 * other machines are refused, and so are names of this machine that are not its own (DNS rebinding).
 */
export async function serveMcpHttp(connect: () => Server, port: number, token: string): Promise<McpHttp> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin, authorization = '' } = request.headers;
    const refuse = (code: number, message: string) =>
      void response
        .writeHead(code, { 'content-type': 'application/json', ...(code === 401 && { 'www-authenticate': 'Bearer' }) })
        .end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
    if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin)))
      return refuse(403, 'Only this machine may ask.');
    if (!isToken(authorization, token))
      return refuse(
        401,
        'The token is missing or another: send "Authorization: Bearer TOKEN" with the one that loupe mcp printed.',
      );
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH)
      return refuse(404, `The server is at ${PATH}.`);
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? transports.get(id) : undefined;
    if (typeof id === 'string' && known === undefined) return refuse(404, 'This session has ended; begin another one.');
    const transport = known ?? (await begin());
    const body = request.method === 'POST' ? await readBody(request, MAX_BODY) : undefined;
    if (request.method === 'POST' && body === undefined) return refuse(413, 'The request is too large.');
    let message: unknown;
    try {
      message = body === undefined ? undefined : JSON.parse(body);
    } catch {
      return refuse(400, 'The request is not JSON.');
    }
    await transport.handleRequest(request, response, message);
  }
  async function begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => {
        transports.set(id, transport);
        const [oldest] = transports.keys();
        if (transports.size > MOST_SESSIONS && oldest !== undefined) void transports.get(oldest)?.close();
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) transports.delete(transport.sessionId);
    };
    // Its optional fields are declared without `undefined`, which the compiler's exact reading minds.
    await connect().connect(transport as Transport);
    return transport;
  }
  const taken = await listenHere(http, port);
  return {
    url: `http://127.0.0.1:${taken}${PATH}`,
    async close() {
      for (const transport of transports.values()) await transport.close();
      await closeServer(http);
    },
  };
}

/** Whether a header has the token; how long the comparison takes does not tell how much of it was right. */
function isToken(header: string, token: string): boolean {
  const given = Buffer.from(header);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
