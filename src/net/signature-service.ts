/**
 * Signatures of selectors and topics from the 4byte service of Sourcify. A
 * third party: ask only with the reader's consent, since it learns which
 * functions are looked at.
 */
import { array, boolean, nullish, object, record, safeParse, string } from 'valibot';
import { parseSignature, selectorOf, topicOf } from '../core/abi/signature';
import type { Hash, Hex, Selector } from '../core/chain/primitives';
import type { SignatureCandidate } from '../core/contract/knowledge';
import type { Failure } from '../core/failure';
import { fail, ok, type Result } from '../core/result';
import { badAnswer, fetchJson } from './third-party';

export type SignatureOptions = {
  /** `https://api.4byte.sourcify.dev`, from the configuration. */
  baseUrl: string;
  signal?: AbortSignal | undefined;
  timeout?: number;
};

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
 * GET /signature-database/v1/lookup for selectors of functions and errors and
 * for topics of events. What has another length is left out, because the
 * service answers all of a request with an error then. Only signatures whose
 * hash is right are believed; those of verified contracts come first.
 */
export async function fetchSignatures(
  selectors: readonly Selector[],
  topics: readonly Hash[],
  options: SignatureOptions,
): Promise<Result<readonly SignatureCandidate[], Failure>> {
  const asked: Asked[] = [
    ...unique(selectors, 10).map((hash) => ({ kind: 'function', hash }) as const),
    ...unique(topics, 66).map((hash) => ({ kind: 'event', hash }) as const),
  ];
  const found: SignatureCandidate[] = [];
  for (const batch of batches(asked)) {
    const answer = await lookUp(batch, options);
    if (!answer.ok) return answer;
    found.push(...answer.value);
  }
  return ok(found);
}

type Asked = { kind: 'function'; hash: Selector } | { kind: 'event'; hash: Hash };

async function lookUp(
  batch: readonly Asked[],
  options: SignatureOptions,
): Promise<Result<readonly SignatureCandidate[], Failure>> {
  const query = (['function', 'event'] as const)
    .map((kind) => [kind, batch.filter((one) => one.kind === kind).map(({ hash }) => hash)] as const)
    .flatMap(([kind, hashes]) => (hashes.length === 0 ? [] : `${kind}=${hashes.join(',')}`));
  const base = options.baseUrl.replace(/\/+$/, '');
  const url = `${base}/signature-database/v1/lookup?${query.join('&')}&filter=true`;
  const source = { name: NAME, url, maxBytes: MAX_BYTES };
  const answer = await fetchJson(source, { signal: options.signal, timeout: options.timeout ?? 15_000 });
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
