/** Bytes of an answer unless the caller expects less. */
const MOST = 256 << 20;

/**
 * The answer of a JSON-RPC method. Throws when the node cannot be reached, refuses, redirects, answers something else or more than
 * `most` bytes (a `RangeError`), or `signal` is aborted.
 */
export async function request(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
  most = MOST,
): Promise<unknown> {
  // `fetch` refuses a URL with a name and a password.
  const url = new URL(rpcUrl);
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(pair === ':' ? {} : { authorization: `Basic ${btoa(pair)}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'manual',
    ...(signal === undefined ? {} : { signal }),
  });
  const place = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (place !== null && URL.canParse(place, url))
    throw new Error(`it redirects to ${new URL(place, url).origin}, which is not asked`);
  const answer = JSON.parse(await readText(response, most)) as {
    result?: unknown;
    error?: { message?: string };
  } | null;
  if (answer?.error !== undefined) throw new Error(`${method}: ${answer.error.message ?? 'refused without a reason'}`);
  return answer?.result;
}

async function readText({ body }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  let bytes = 0;
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    bytes += next.value.byteLength;
    if (bytes > most) {
      await reader?.cancel();
      throw new RangeError(`the answer has over ${most} bytes`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}
