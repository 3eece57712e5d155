/** The answer of a JSON-RPC method. Throws when the node cannot be reached, refuses, or answers something else. */
export async function request(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message?: string } };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message ?? 'refused without a reason'}`);
  return answer.result;
}
