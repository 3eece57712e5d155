/** A virtual network over HTTP and WebSocket, on this machine only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { isLoopback } from '../../src/core/values/loopback';
import { answerText, type Handler } from '../../src/core/virtual/rpc/answer-batch';
import { toldOf } from '../../src/core/virtual/rpc/filters';
import type { RpcDoor } from '../../src/core/virtual/rpc/methods';
import type { NodeEvent } from '../../src/core/virtual/rpc/virtual-node';
import { IntervalSealing } from '../../src/workers/virtual/interval-sealing';
import { closeServer, listenHere, readBody } from '../serving/local-server';

/** Bytes of a request at most: the largest state file that is loaded, in hex, fits. */
const MAX_BODY = 65 << 20;

export type RpcServer = { url: string; port: number; close(): Promise<void> };

/** Serves the network at a port of 127.0.0.1; 0 takes a free one. Pages of other machines are refused. */
export async function startRpcServer(
  door: RpcDoor,
  port: number,
  answer: Handler = (method, params) => door.request(method, params),
): Promise<RpcServer> {
  const timer = new IntervalSealing(door, (thrown) => console.error(String(thrown)));
  let isClosed = false;
  const handle: Handler = async (method, params) => {
    const result = await answer(method, params);
    // A request may be answered after the end: a timer would keep the process alive.
    if (!isClosed) timer.follow();
    return result;
  };
  const http = createServer((request, response) => {
    serveHttp(request, response, handle).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({
    server: http,
    maxPayload: MAX_BODY,
    verifyClient: ({ origin }: { origin?: string }) => origin === undefined || isLoopback(origin),
  });
  sockets.on('connection', (socket) => serveSocket(socket, door, handle));
  // It repeats the errors of `http`, which are handled there.
  sockets.on('error', () => {});
  const taken = await listenHere(http, port);
  timer.follow();
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    async close() {
      isClosed = true;
      timer.stop();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await closeServer(http);
    },
  };
}

async function serveHttp(request: IncomingMessage, response: ServerResponse, handle: Handler): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && !isLoopback(origin)) {
    response.writeHead(403).end('Pages of other machines may not use this network.\n');
    return;
  }
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('vary', 'origin');
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405).end('Requests are POSTed.\n');
    return;
  }
  const body = await readBody(request, MAX_BODY);
  if (body === undefined) {
    response.writeHead(413).end();
    return;
  }
  const answer = await answerText(body, handle);
  if (answer === '') response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}

/** Subscriptions belong to their connection. */
function serveSocket(socket: WebSocket, door: RpcDoor, handle: Handler): void {
  const { listeners } = door.node;
  const own = new Map<string, (event: NodeEvent) => void>();
  let last = 0;
  const subscribe: Handler = async (method, params) => {
    if (method === 'eth_unsubscribe') {
      const listener = own.get(String(params[0]));
      if (listener) listeners.delete(listener);
      return own.delete(String(params[0]));
    }
    if (method !== 'eth_subscribe') return handle(method, params);
    const told = toldOf(String(params[0]), params[1]);
    const subscription = `0x${(++last).toString(16)}`;
    const listener = (event: NodeEvent) => {
      for (const result of told(event))
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }));
    };
    own.set(subscription, listener);
    listeners.add(listener);
    return subscription;
  };
  socket.on('message', (data) => {
    answerText(String(data), subscribe).then(
      (answer) => {
        if (answer !== '') socket.send(answer);
      },
      () => socket.terminate(),
    );
  });
  // Too large a message, or what is no WebSocket frame: the connection ends, the server goes on.
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const listener of own.values()) listeners.delete(listener);
  });
}
