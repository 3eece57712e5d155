/** Reading JSON-RPC 2.0 answers: one object, or a list in any order. */
import type { RpcError } from './problem';

/** One call's answer; undefined stands for one that is missing or no JSON-RPC answer. */
export type RpcAnswer = { result: unknown } | { error: RpcError } | undefined;

/** Reads the answer to a single call. Its id is not compared: over HTTP there is no other call it could belong to. */
export function readAnswer(body: unknown): RpcAnswer {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, result } = body as { error?: unknown; result?: unknown };
  if (typeof error === 'object' && error !== null) return { error: readError(error) };
  if (typeof error === 'string') return { error: { code: 0, message: error } };
  return 'result' in body ? { result } : undefined;
}

/**
 * Reads the answers to a batch in the order of `ids`, whatever order they came
 * in. Undefined when the body is no list: the endpoint did not take it as a
 * batch. Answers with the same id belong to no call.
 */
export function readBatch(body: unknown, ids: readonly number[]): readonly RpcAnswer[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const byId = new Map<string, unknown>();
  for (const item of body) {
    const id = (item as { id?: unknown } | null)?.id;
    if (typeof id === 'number' || typeof id === 'string') byId.set(String(id), byId.has(String(id)) ? undefined : item);
  }
  return ids.map((id) => readAnswer(byId.get(String(id))));
}

function readError(error: object): RpcError {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  const read: RpcError = {
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : 'no message',
  };
  if (data !== undefined) read.data = data;
  return read;
}

/** Returns whether an error is the answer of a call that reverted: geth has code 3 for it, others say it in words. */
export function isRevert({ code, message }: RpcError): boolean {
  return code === 3 || /revert/i.test(message);
}
