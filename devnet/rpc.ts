/**
 * The answer of a JSON-RPC method. Throws when the node cannot be reached, refuses, answers something else, or
 * `signal` is aborted.
 */
export async function request(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
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
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message?: string } } | null;
  if (answer?.error !== undefined) throw new Error(`${method}: ${answer.error.message ?? 'refused without a reason'}`);
  return answer?.result;
}
