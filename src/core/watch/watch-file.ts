/** A file of watches for the command `loupe watch`: what is watched, and at which endpoint. */

import * as v from 'valibot';
import { address, networkId } from '../chain/file-fields';
import type { NetworkId } from '../chain/primitives';
import { draftOf, writeDraft } from '../simulation/draft';
import { fail, ok, type Result } from '../values/result';
import { type CompiledWatch, compileWatch } from './compile-watch';
import { COMPARISONS, type WatchId } from './watch';

const MAX_WATCHES = 500;
const MAX_ADDRESSES = 2_000;

export type WatchFile = { endpoint: string; networkId: NetworkId; watches: readonly CompiledWatch[] };

/** Parses the watches of a file, all or none; the error is one sentence. */
export function parseWatchFile(text: string): Result<WatchFile, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('The file is not valid JSON.');
  }
  const parsed = v.safeParse(fileSchema, json, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return fail(`${v.getDotPath(issue) ?? 'The file'}: ${issue.message}.`);
  }
  const { endpoint, networkId, watches } = parsed.output;
  const compiled: CompiledWatch[] = [];
  for (const [at, { name, addresses, condition }] of watches.entries()) {
    const made = compileWatch({ id: `${at} ${name}` as WatchId, name, condition }, addresses);
    if (!made.ok) return fail(`watches.${at} (${name}): ${made.error}`);
    compiled.push(made.value);
  }
  return ok({ endpoint, networkId, watches: compiled });
}

const text = v.pipe(v.string(), v.maxLength(1_000));

const condition = v.variant('on', [
  v.object({ on: v.literal('successful') }),
  v.object({ on: v.literal('failed') }),
  v.object({ on: v.literal('proxyUpgraded') }),
  v.object({ on: v.literal('function'), function: text }),
  v.object({ on: v.literal('event'), event: text }),
  v.object({
    on: v.literal('eventParameter'),
    event: text,
    parameter: text,
    is: v.picklist(COMPARISONS),
    value: text,
  }),
  v.object({ on: v.literal('transfer'), least: text }),
  v.object({ on: v.literal('value'), least: text }),
  v.object({ on: v.literal('callers'), list: v.picklist(['allowed', 'blocked']), callers: v.array(address) }),
  v.object({ on: v.literal('balance'), is: v.picklist(['<', '>']), wei: text }),
  v.object({ on: v.literal('stateVariable'), slot: text }),
  v.pipe(
    v.object({ on: v.literal('simulation'), simulation: v.unknown() }),
    v.transform(({ on, simulation }) => {
      const draft = draftOf(simulation);
      return { on, draft: draft === undefined ? '' : writeDraft(draft) };
    }),
  ),
]);

const fileSchema = v.object({
  endpoint: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/?#]+/i, 'is no http(s) URL')),
  networkId,
  watches: v.pipe(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
        /** Absent for the whole network. */
        addresses: v.exactOptional(v.pipe(v.array(address), v.minLength(1), v.maxLength(MAX_ADDRESSES))),
        condition,
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_WATCHES),
  ),
});
