/**
 * `fetch` for what runs on this machine. Node's own loads TLS, HTTP/2 and a parser in WebAssembly before the first
 * request, which takes it as long as a short command takes for all the rest.
 */
import { type IncomingMessage, request } from 'node:http';

const NEAR = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//;

/** Returns a `fetch` that asks `far` for all but plain requests to this machine, and for answers that go on elsewhere or are packed. */
export function nearFetch(far: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const url = typeof input === 'string' || input instanceof URL ? new URL(input).href : undefined;
    const { body, headers = {} } = init;
    const isPlain = (typeof body === 'string' || body == null) && Object.getPrototypeOf(headers) === Object.prototype;
    if (url === undefined || !NEAR.test(url) || !isPlain) return far(input, init);
    const message = await send(url, init, headers as Record<string, string>);
    const { statusCode = 0, headers: got } = message;
    const isLast = statusCode < 300 || got.location === undefined || init.redirect === 'manual';
    if (got['content-encoding'] === undefined && isLast) return responseOf(message, statusCode);
    message.destroy();
    return far(input, init);
  };
}

function send(
  url: string,
  init: RequestInit,
  headers: Record<string, string>,
  isAgain = false,
): Promise<IncomingMessage> {
  const { method = 'GET', body, signal } = init;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const length = typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {};
    let isAnswered = false;
    // Other kept connections may be closed as well.
    const fresh = isAgain ? { agent: false } : {};
    const sent = request(url, { method, headers: { ...headers, ...length }, ...fresh, ...(signal && { signal }) });
    sent.on('response', (message) => {
      isAnswered = true;
      resolve(message);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) return reject(signal.reason);
      // The node closed a kept connection just when it was taken up: nothing of the request was read.
      if (sent.reusedSocket && error.code === 'ECONNRESET' && !isAnswered && !isAgain)
        return resolve(send(url, init, headers, true));
      reject(new TypeError('fetch failed', { cause: error }));
    });
    sent.end(body);
  });
}

/** The parts of a `Response` that something here reads: a real one would load what is left out. */
function responseOf(message: IncomingMessage, status: number): Response {
  const chunks: AsyncIterator<Buffer> = message[Symbol.asyncIterator]();
  const read = async () => {
    const { done, value } = await chunks.next();
    return done ? { done } : { done: false, value: new Uint8Array(value.buffer, value.byteOffset, value.byteLength) };
  };
  const text = async () => {
    let all = '';
    const decoder = new TextDecoder();
    for (let next = await read(); next.value !== undefined; next = await read())
      all += decoder.decode(next.value, { stream: true });
    return all + decoder.decode();
  };
  const header = (name: string) => message.headers[name.toLowerCase()]?.toString() ?? null;
  const cancel = async () => void message.destroy();
  const response = {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: header, has: (name: string) => header(name) !== null },
    body: { getReader: () => ({ read, cancel, releaseLock() {} }), cancel },
    text,
    json: async () => JSON.parse(await text()) as unknown,
  };
  return response as unknown as Response;
}
