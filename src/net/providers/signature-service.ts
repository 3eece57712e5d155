/**
 * Signatures of selectors and topics from the 4byte service of Sourcify, which
 * learns which functions are looked at.
 */
import { array, boolean, nullish, object, record, safeParse, string } from 'valibot';
import { parseSignature, selectorOf, topicOf } from '../../core/abi/signature';
import type { SignatureCandidate } from '../../core/abi/signature-table';
import type { Hash, Hex, Selector } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { badAnswer, fetchJson } from './fetch-json';
import type { Cursor, Provider } from './provider';

export type SignatureQuestion = { selectors: readonly Selector[]; topics: readonly Hash[] };

const NAME = 'The signature service';
const MAX_BYTES = 4 * 1024 * 1024;
/** Hashes in one request, characters of the query string: servers cut URLs at 8,000. */
const MAX_QUERY = 4_000;
/** Candidates kept per hash. */
const MAX_CANDIDATES = 10;

const candidates = nullish(array(object({ name: string(), hasVerifiedContract: nullish(boolean()) })));
const answerSchema = object({
  result: object({
    function: nullish(record(string(), candidates)),
    event: nullish(record(string(), candidates)),
  }),
});

/**
 * Returns the provider of signatures of functions and errors by their
 * selectors, and of events by their topics. `baseUrl` is
 * `https://api.4byte.sourcify.dev`, from the configuration. A page answers as
 * many as one request may ask. What has another length is left out, because the
 * service answers all of a request with an error then. Only signatures whose
 * hash is right are believed; those of verified contracts come first.
 */
export function signatureService(baseUrl: string): Provider<SignatureQuestion, SignatureCandidate, 'signatureService'> {
  return {
    id: 'signatures',
    name: NAME,
    origin: 'signatureService',
    allowed: (consent) => consent.signatures === true,
    async ask({ selectors, topics }, cursor, signal) {
      const asked: Asked[] = [
        ...unique(selectors, 10).map((hash) => ({ kind: 'function', hash }) as const),
        ...unique(topics, 66).map((hash) => ({ kind: 'event', hash }) as const),
      ];
      const list = batches(asked);
      const at = cursor === undefined ? 0 : Number(cursor);
      const batch = list[at];
      if (batch === undefined) return ok({ rows: [] });
      const rows = await lookUp(baseUrl, batch, signal);
      if (!rows.ok) return rows;
      return ok({ rows: rows.value, ...(at + 1 < list.length ? { next: String(at + 1) as Cursor } : {}) });
    },
  };
}

type Asked = { kind: 'function'; hash: Selector } | { kind: 'event'; hash: Hash };

/** GET /signature-database/v1/lookup. */
async function lookUp(
  baseUrl: string,
  batch: readonly Asked[],
  signal: AbortSignal,
): Promise<Result<readonly SignatureCandidate[], Failure>> {
  const query = (['function', 'event'] as const)
    .map((kind) => [kind, batch.filter((one) => one.kind === kind).map(({ hash }) => hash)] as const)
    .flatMap(([kind, hashes]) => (hashes.length === 0 ? [] : `${kind}=${hashes.join(',')}`));
  const base = baseUrl.replace(/\/+$/, '');
  const url = `${base}/signature-database/v1/lookup?${query.join('&')}&filter=true`;
  const source = { name: NAME, url, maxBytes: MAX_BYTES };
  const answer = await fetchJson(source, { signal, timeout: 15_000 });
  if (!answer.ok) return answer;
  const parsed = safeParse(answerSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  const { result } = parsed.output;
  return ok(batch.flatMap((one) => candidatesOf(one, result[one.kind]?.[one.hash] ?? [])));
}

function candidatesOf(
  asked: Asked,
  answers: readonly { name: string; hasVerifiedContract?: boolean | null | undefined }[],
): readonly SignatureCandidate[] {
  const hashOf = asked.kind === 'function' ? selectorOf : topicOf;
  return answers
    .toSorted((a, b) => Number(b.hasVerifiedContract ?? false) - Number(a.hasVerifiedContract ?? false))
    .slice(0, MAX_CANDIDATES)
    .filter(({ name }) => parseSignature(name).ok && hashOf(name) === asked.hash)
    .map(({ name }) => ({ selector: asked.hash, signature: name, origin: 'signatureService' }));
}

function unique<T extends Hex>(hashes: readonly T[], length: number): readonly T[] {
  return [...new Set(hashes)].filter((hash) => hash.length === length && /^0x[0-9a-f]+$/.test(hash));
}

function batches(asked: readonly Asked[]): Asked[][] {
  const list: Asked[][] = [];
  let room = 0;
  for (const one of asked) {
    room -= one.hash.length + 1;
    if (room < 0) {
      list.push([]);
      room = MAX_QUERY - one.hash.length - 1;
    }
    list.at(-1)?.push(one);
  }
  return list;
}
