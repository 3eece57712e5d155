/** What the truth asks the node beside plain requests: many at once, and why a call reverts. */
import type { Hex } from 'viem';

/** Sends several calls in one request, and returns the answers in their order. */
export async function batch(
  rpcUrl: string,
  calls: readonly (readonly [method: string, params: readonly unknown[]])[],
): Promise<unknown[]> {
  if (calls.length === 0) return [];
  const answers = (await post(
    rpcUrl,
    calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })),
  )) as { id: number; result?: unknown; error?: { message: string } }[];
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return calls.map(([method], id) => {
    const answer = byId.get(id);
    if (answer?.error || answer === undefined) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`);
    return answer.result;
  });
}

/** Returns the data that a call reverts with on a block's state, 0x where it has none. */
export async function revertData(rpcUrl: string, fields: unknown, block: Hex): Promise<Hex> {
  const answer = (await post(rpcUrl, { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [fields, block] })) as {
    error?: { data?: unknown };
  };
  if (answer.error === undefined) throw new Error('The call does not fail.');
  const { data } = answer.error;
  const hex = typeof data === 'string' ? data : (data as { data?: unknown } | undefined)?.data;
  return typeof hex === 'string' ? (hex as Hex) : '0x';
}

async function post(rpcUrl: string, body: unknown): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}
