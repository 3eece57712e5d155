/**
 * An HTTP JSON-RPC proxy in front of a real endpoint, which misbehaves on request.
 *
 *     const proxy = await startFaultProxy(anvil.url);
 *     proxy.set({ fault: { kind: 'rateLimit', headers: { 'retry-after': '1' } }, times: 2 });
 *
 * Without faults it passes bodies through unchanged and counts calls.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenHere } from './serving/local-server';

export type Fault =
  /** Closes the socket without an answer. For a port nobody listens on use `down()`. */
  | { kind: 'drop' }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Answers with these bytes and nothing of the endpoint's. Default status 200, type application/json. */
  | { kind: 'body'; body: string; status?: number; contentType?: string }
  /** The endpoint's answer, cut after so many bytes and the connection closed as if it were whole. */
  | { kind: 'truncate'; bytes: number }
  /** The endpoint's answer, and the socket destroyed after so many bytes. */
  | { kind: 'cut'; bytes: number }
  /** The endpoint's answer so far, and then silence. */
  | { kind: 'stall'; bytes: number }
  /** HTTP 429; the headers say when the limit ends, or do not. */
  | { kind: 'rateLimit'; headers?: Readonly<Record<string, string>> }
  /** HTTP 200 with a JSON-RPC error for each call. -32005 is the limit error of EIP-1474. */
  | { kind: 'rpcError'; code: number; message: string };

export type Behaviour = {
  fault?: Fault;
  /** The fault holds for so many HTTP requests, then no more. Default: until changed. */
  times?: number;
  /** The fault holds only for requests with a call of such a method. Default: all. */
  methods?: RegExp;
  /** Answer to eth_chainId instead of the endpoint's. */
  chainId?: number;
  /** Calls of these methods get -32601. */
  refuse?: RegExp;
  /** Errors that the endpoint does not make; undefined where it is asked. */
  errs?: (method: string, params: readonly unknown[]) => { code: number; message: string; data?: unknown } | undefined;
  /** Results that the endpoint does not have; undefined where it is asked. */
  own?: (method: string, params: readonly unknown[]) => unknown;
  /** Returns what the endpoint says instead of a result of its own. */
  lie?: (method: string, params: readonly unknown[], result: unknown) => unknown;
  /** shuffle: answers in reverse order · refuse: one error object for the whole batch · short: the last answer is left out · first: all but the first are left out · sameIds: all have the id of the first · a number: batches of more calls are refused. */
  batches?: 'shuffle' | 'refuse' | 'short' | 'first' | 'sameIds' | number;
  /** Milliseconds before anything is answered. */
  delay?: number;
  /** Requests with a call of such a method are answered so many milliseconds later. */
  slow?: { methods: RegExp; milliseconds: number };
  /** Requests with a call of such a method wait for the next `set`, which says how they are answered. */
  hold?: RegExp;
  /** False leaves the CORS headers out, so that a page may not read the answer. Default true. */
  cors?: boolean;
};

export type FaultProxy = {
  url: string;
  port: number;
  /** Replaces the behaviour; `set({})` is a faithful proxy again. */
  set(behaviour: Behaviour): void;
  /** Calls of `method` seen since the start or `resetCounts`, members of batches counted one by one. All methods when left out. */
  calls(method?: string): number;
  /** Resolves once a call of `method` was seen since the start or `resetCounts`. */
  called(method: string): Promise<void>;
  /** HTTP requests seen. */
  requests(): number;
  /** The most HTTP requests that were open at once. */
  mostConcurrent(): number;
  resetCounts(): void;
  /** Stops listening, so that connections are refused. */
  down(): Promise<void>;
  /** Listens again on the same port. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

type Call = { jsonrpc: '2.0'; id: unknown; method: string; params?: unknown };

/** Makes `change` to the value of every slot, however it is asked for. */
export function lieAboutSlots(change: (value: string) => unknown): NonNullable<Behaviour['lie']> {
  return (method, _params, result) => {
    if (method === 'eth_getStorageAt') return change(result as string);
    if (method !== 'eth_getStorageValues') return result;
    const values = Object.entries(result as Record<string, string[]>);
    return Object.fromEntries(values.map(([address, each]) => [address, each.map(change)]));
  };
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let behaviour: Behaviour = {};
  let left = Number.POSITIVE_INFINITY;
  let requests = 0;
  let open = 0;
  let mostConcurrent = 0;
  const counts = new Map<string, number>();
  let checkWaiting: (() => void)[] = [];
  let release = () => {};
  let released = new Promise<void>((resolve) => (release = resolve));

  const server = createServer((incoming, response) => {
    open++;
    mostConcurrent = Math.max(mostConcurrent, open);
    response.once('close', () => {
      open--;
    });
    answer(incoming, response).catch(() => response.destroy());
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (behaviour.cors !== false) allowPages(response);
    if (incoming.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const body = await text(incoming);
    const calls = parseCalls(body);
    requests++;
    for (const call of calls.list) counts.set(call.method, (counts.get(call.method) ?? 0) + 1);
    for (const check of checkWaiting) check();
    while (calls.list.some((call) => behaviour.hold?.test(call.method))) await released;
    if (behaviour.delay) await new Promise((resolve) => setTimeout(resolve, behaviour.delay));
    const { slow } = behaviour;
    if (slow && calls.list.some((call) => slow.methods.test(call.method)))
      await new Promise((resolve) => setTimeout(resolve, slow.milliseconds));
    const concerned =
      behaviour.methods === undefined || calls.list.some((call) => behaviour.methods?.test(call.method));
    const fault = concerned && left > 0 ? behaviour.fault : undefined;
    if (fault) left--;
    if (fault && answerFault(fault, calls, response)) return;
    if (rewrites(behaviour, calls)) return sendJson(response, await rewritten(target, behaviour, calls));
    pipe(target, body, response, fault);
  }

  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    set(next) {
      behaviour = next;
      left = next.times ?? Number.POSITIVE_INFINITY;
      release();
      released = new Promise((resolve) => (release = resolve));
    },
    calls: (method) =>
      method === undefined ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(method) ?? 0),
    called: (method) =>
      new Promise((resolve) => {
        const check = () => {
          if (!counts.has(method)) return;
          checkWaiting = checkWaiting.filter((other) => other !== check);
          resolve();
        };
        checkWaiting = [...checkWaiting, check];
        check();
      }),
    requests: () => requests,
    mostConcurrent: () => mostConcurrent,
    resetCounts() {
      counts.clear();
      requests = 0;
      mostConcurrent = 0;
    },
    down: () => closeServer(server),
    async up() {
      await listenHere(server, port);
    },
    stop: () => closeServer(server),
  };
}

type Calls = { list: readonly Call[]; batch: boolean };

/** Answers without the endpoint; false for faults that need its answer. */
function answerFault(fault: Fault, calls: Calls, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'drop':
      response.destroy();
      return true;
    case 'hang':
      return true;
    case 'body':
      response.writeHead(fault.status ?? 200, { 'content-type': fault.contentType ?? 'application/json' });
      response.end(fault.body);
      return true;
    case 'rateLimit':
      response.writeHead(429, { 'content-type': 'application/json', ...fault.headers });
      response.end('{"error":"Too Many Requests"}');
      return true;
    case 'rpcError': {
      const errors = calls.list.map((call) => errorAnswer(call, fault.code, fault.message));
      sendJson(response, calls.batch ? errors : errors[0]);
      return true;
    }
    case 'truncate':
    case 'cut':
    case 'stall':
      return false;
  }
}

function rewrites(behaviour: Behaviour, calls: Calls): boolean {
  if ((calls.batch && behaviour.batches) || behaviour.lie || behaviour.own || behaviour.errs) return true;
  return calls.list.some(
    (call) => behaviour.refuse?.test(call.method) || (behaviour.chainId !== undefined && call.method === 'eth_chainId'),
  );
}

/** The body to answer with: each call refused, answered here, or by the endpoint. */
async function rewritten(target: string, behaviour: Behaviour, calls: Calls): Promise<unknown> {
  if (calls.batch && behaviour.batches === 'refuse') {
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch requests are not supported' } };
  }
  if (typeof behaviour.batches === 'number' && calls.list.length > behaviour.batches) {
    // As geth says it: one answer, to the first call.
    return [{ jsonrpc: '2.0', id: calls.list[0]?.id, error: { code: -32600, message: 'batch too large' } }];
  }
  const own = calls.list.map((call) => ownAnswer(behaviour, call));
  const asked = [
    ...(await askTogether(
      target,
      calls.list.filter((_, at) => own[at] === undefined),
    )),
  ];
  const answers = calls.list.map((call, at) => {
    if (own[at] !== undefined) return own[at];
    const answer = asked.shift() as { result?: unknown };
    if (!behaviour.lie || answer.result === undefined) return answer;
    return { ...answer, result: behaviour.lie(call.method, (call.params ?? []) as unknown[], answer.result) };
  });
  if (!calls.batch) return answers[0];
  if (behaviour.batches === 'shuffle') answers.reverse();
  if (behaviour.batches === 'short') answers.pop();
  if (behaviour.batches === 'first') return answers.slice(0, 1);
  if (behaviour.batches === 'sameIds')
    return answers.map((answer) => ({ ...(answer as object), id: calls.list[0]?.id }));
  return answers;
}

/** Returns the answer that the proxy gives itself, undefined where the endpoint is to be asked. */
function ownAnswer(behaviour: Behaviour, call: Call): unknown {
  if (behaviour.refuse?.test(call.method)) {
    return errorAnswer(call, -32601, `the method ${call.method} does not exist/is not available`);
  }
  const error = behaviour.errs?.(call.method, (call.params ?? []) as unknown[]);
  if (error !== undefined) return { jsonrpc: '2.0', id: call.id, error };
  const result = behaviour.own?.(call.method, (call.params ?? []) as unknown[]);
  if (result !== undefined) return { jsonrpc: '2.0', id: call.id, result };
  if (behaviour.chainId !== undefined && call.method === 'eth_chainId') {
    return { jsonrpc: '2.0', id: call.id, result: `0x${behaviour.chainId.toString(16)}` };
  }
  return undefined;
}

/** The endpoint's answers in the order of the calls, from one request for all. */
async function askTogether(
  target: string,
  calls: readonly Call[],
): Promise<readonly { id: unknown; result?: unknown }[]> {
  if (calls.length === 0) return [];
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  });
  const answers = (await response.json()) as { id: unknown; result?: unknown }[];
  return calls.map(({ id }) => answers.find((answer) => answer.id === id) ?? { id });
}

function errorAnswer(call: Call, code: number, message: string) {
  return { jsonrpc: '2.0', id: call.id, error: { code, message } };
}

/** Streams the endpoint's answer through, cut short when the fault says so. */
function pipe(target: string, body: string, response: ServerResponse, fault: Fault | undefined): void {
  const outgoing = request(target, { method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
    const limit = fault && 'bytes' in fault ? fault.bytes : Number.POSITIVE_INFINITY;
    const type = answer.headers['content-type'] ?? 'application/json';
    response.writeHead(answer.statusCode ?? 502, { 'content-type': type });
    let sent = 0;
    answer.on('data', (chunk: Buffer) => {
      if (sent >= limit) return;
      const part = chunk.subarray(0, limit - sent);
      sent += part.length;
      if (!response.write(part)) {
        answer.pause();
        response.once('drain', () => answer.resume());
      }
      if (sent < limit) return;
      if (fault?.kind === 'cut') response.destroy();
      if (fault?.kind === 'truncate') response.end();
    });
    answer.on('end', () => {
      if (sent < limit) response.end();
    });
    answer.on('error', () => response.destroy());
  });
  outgoing.on('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  outgoing.end(body);
}

function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
  response.setHeader('access-control-expose-headers', 'retry-after, x-ratelimit-reset');
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function parseCalls(body: string): Calls {
  const parsed = JSON.parse(body) as Call | Call[];
  return Array.isArray(parsed) ? { list: parsed, batch: true } : { list: [parsed], batch: false };
}
