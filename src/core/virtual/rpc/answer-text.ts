/** JSON-RPC as text: a request, or a batch of them, and what it is answered. */
import { RpcCode, RpcError } from './rpc-error';

/** Requests in a batch at most, as go-ethereum has it. */
const MAX_BATCH = 1_000;

type Answer = {
  jsonrpc: '2.0';
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
};

/** The result of a method. Rejects with an `RpcError` for what the caller did wrong. */
export type Handler = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** The answer to a request, or to each of a batch, in their order. Never rejects. */
export async function answerText(text: string, handle: Handler): Promise<string> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return JSON.stringify(failed(null, -32700, 'Parse error'));
  }
  if (!Array.isArray(given)) return JSON.stringify(await answerOne(given, handle));
  if (given.length === 0 || given.length > MAX_BATCH) return JSON.stringify(failed(null, -32600, 'Invalid batch'));
  const answers: Answer[] = [];
  for (const each of given) answers.push(await answerOne(each, handle));
  return JSON.stringify(answers);
}

async function answerOne(given: unknown, handle: Handler): Promise<Answer> {
  const { id = null, method, params = [] } = (given ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  if (typeof method !== 'string' || !Array.isArray(params)) return failed(id, -32600, 'Invalid request');
  try {
    return { jsonrpc: '2.0', id, result: await handle(method, params) };
  } catch (thrown) {
    if (thrown instanceof RpcError) return failed(id, thrown.code, thrown.message, thrown.data);
    return failed(id, RpcCode.internal, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function failed(id: unknown, code: number, message: string, data?: unknown): Answer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
