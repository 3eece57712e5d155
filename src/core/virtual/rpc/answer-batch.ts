/** JSON-RPC as text: a request, or a batch of them, and what it is answered. */
import { messageOf } from '../../values/thrown';
import { RpcCode, RpcError } from './rpc-error';

/** Requests in a batch at most, as go-ethereum has it. */
const MAX_BATCH = 1_000;

type Answer = {
  jsonrpc: '2.0';
  id: string | number | null;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
};

/** The result of a method. Rejects with an `RpcError` for what the caller did wrong. */
export type Handler = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * Returns the answer to a request, or to each of a batch, in their order. Requests without an id are carried out and
 * not answered: the text is empty where there is nothing to answer. Never rejects.
 */
export async function answerText(text: string, handle: Handler): Promise<string> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return JSON.stringify(failed(null, -32700, 'Parse error'));
  }
  if (!Array.isArray(given)) return textOf(await answerOne(given, handle));
  if (given.length === 0 || given.length > MAX_BATCH) return JSON.stringify(failed(null, -32600, 'Invalid batch'));
  const answers: Answer[] = [];
  for (const each of given) {
    const answer = await answerOne(each, handle);
    if (answer !== undefined) answers.push(answer);
  }
  return textOf(answers.length === 0 ? undefined : answers);
}

function textOf(answer: Answer | readonly Answer[] | undefined): string {
  return answer === undefined ? '' : JSON.stringify(answer);
}

/** Undefined for a notification: a request without an id. */
async function answerOne(given: unknown, handle: Handler): Promise<Answer | undefined> {
  const { id, method, params } = (given ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const isNamed = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  if (typeof method !== 'string' || !isNamed) return failed(isNamed ? (id ?? null) : null, -32600, 'Invalid request');
  const answer = await answerOf(id ?? null, method, params ?? [], handle);
  return id === undefined ? undefined : answer;
}

async function answerOf(id: Answer['id'], method: string, params: unknown, handle: Handler): Promise<Answer> {
  if (!Array.isArray(params)) return failed(id, RpcCode.invalidParams, 'the parameters must be a list');
  try {
    return { jsonrpc: '2.0', id, result: await handle(method, params) };
  } catch (thrown) {
    if (thrown instanceof RpcError) return failed(id, thrown.code, thrown.message, thrown.data);
    return failed(id, RpcCode.internal, messageOf(thrown));
  }
}

function failed(id: Answer['id'], code: number, message: string, data?: unknown): Answer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
