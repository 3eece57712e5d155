/** Cases of the execution API specification: requests and answers in files, asked in their order of one node. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { RpcError } from '../../../src/core/virtual/rpc/rpc-error';
import type { Check } from '../check';

type Request = { method: string; params?: unknown[] };
type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } };
export type Case = { name: string; isShapeOnly: boolean; exchanges: readonly { request: Request; answer: Answer }[] };

/** Reads the cases in `folder`, by method and name. `speconly` ones fix the form of an answer only, as their own runner takes it. */
export function readCases(folder: string): Case[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.io(\.gz)?$/.test(path))
    .sort()
    .map((path) => {
      const raw = readFileSync(join(folder, path));
      const lines = (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString().split('\n');
      const exchanges: { request: Request; answer: Answer }[] = [];
      for (const [index, line] of lines.entries())
        if (line.startsWith('>> '))
          exchanges.push({
            request: JSON.parse(line.slice(3)) as Request,
            answer: JSON.parse((lines[index + 1] ?? '').slice(3)) as Answer,
          });
      const isShapeOnly = lines.some((line) => line.startsWith('// speconly'));
      return { name: path.replace(/\.io(\.gz)?$/, ''), isShapeOnly, exchanges };
    });
}

/** Asks what the case asks. Errors are compared by code and data: their words are each client's own. */
export async function checkCase(door: RpcDoor, { isShapeOnly, exchanges }: Case, check: Check): Promise<void> {
  for (const { request, answer } of exchanges) {
    const given = await ask(door, request);
    if (answer.error !== undefined) {
      check.equal('error code', given.error?.code ?? `none, but ${JSON.stringify(given.result)}`, answer.error.code);
      if (!isShapeOnly) check.equal('error data', JSON.stringify(given.error?.data), JSON.stringify(answer.error.data));
      continue;
    }
    check.that(`error ${given.error?.code}: ${given.error?.message}`, given.error === undefined);
    const difference = isShapeOnly
      ? differentShape(given.result, answer.result, 'result')
      : differentValue(given.result, answer.result, 'result');
    check.that(difference ?? '', difference === undefined);
  }
}

async function ask(door: RpcDoor, { method, params = [] }: Request): Promise<Answer> {
  try {
    return { result: JSON.parse(JSON.stringify(await door.request(method, params))) };
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown;
    return {
      error: {
        code: thrown.code,
        message: thrown.message,
        ...(thrown.data === undefined ? {} : { data: thrown.data }),
      },
    };
  }
}

/** Returns the place where two values differ; undefined where they do not. */
function differentValue(given: unknown, wanted: unknown, place: string): string | undefined {
  if (typeof wanted !== 'object' || wanted === null || typeof given !== 'object' || given === null)
    return given === wanted ? undefined : `${place}: expected ${short(wanted)}, got ${short(given)}`;
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
    const difference = differentValue(
      (given as Record<string, unknown>)[name],
      (wanted as Record<string, unknown>)[name],
      `${place}.${name}`,
    );
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Returns the place where a value has not the form of another: fields that are missing, or of another kind. */
function differentShape(given: unknown, wanted: unknown, place: string): string | undefined {
  if (wanted === null || given === null) return undefined;
  if (typeof given !== typeof wanted || Array.isArray(given) !== Array.isArray(wanted))
    return `${place}: expected ${short(wanted)}, got ${short(given)}`;
  if (Array.isArray(wanted) && Array.isArray(given))
    return wanted.length > 0 && given.length > 0 ? differentShape(given[0], wanted[0], `${place}[0]`) : undefined;
  if (typeof wanted !== 'object' || typeof given !== 'object') return undefined;
  // `{ type: 'none' }` where nothing is ever deleted, else a window and its length.
  if (place.endsWith('.deleteStrategy') && 'type' in given && given.type === 'none') return undefined;
  for (const [name, value] of Object.entries(wanted as object)) {
    const own = (given as Record<string, unknown>)[name];
    if (own === undefined) return `${place}.${name} is missing`;
    const difference = differentShape(own, value, `${place}.${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
