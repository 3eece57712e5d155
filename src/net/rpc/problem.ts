import type { FailureCode } from '../../core/values/failure';

/** A reason why one call at one endpoint gave no usable answer. */
export type Problem = {
  code: FailureCode;
  /** Result, in a few words: the outcome of the attempt. */
  outcome: string;
  /** Whether the same call at the same endpoint may well succeed a moment later. */
  retry: boolean;
  /** When a rate limit ends, milliseconds since the epoch. */
  retryAt?: number;
  /** The endpoint's own words. */
  raw?: string;
  /** The endpoint turned the batch away, or left the call out of its answer; it may be sent in a smaller one, or by itself. */
  batchRefused?: boolean;
};

/** Returns the problem of an answer that came without any data, or that is no JSON-RPC. */
export function badAnswer(text: string, url: string): Problem {
  if (text.trim() === '') return { code: 'badAnswer', outcome: NO_DATA, retry: false };
  const raw = harmlessRaw(text.slice(0, 4000), url);
  return { code: 'badAnswer', outcome: 'the answer is not JSON-RPC', retry: false, raw };
}

/** The caller gave up. */
export const CANCELLED: Problem = { code: 'cancelled', outcome: 'cancelled', retry: false };
/** The connection was refused or lost before an answer began, or the answer may not be read. */
export const NO_CONNECTION = 'no connection';
/** The answer began, and did not come whole, or not as its headers say. */
export const BROKEN_OFF = 'the answer broke off';
/** The answer points to another address, which follows. */
export const REDIRECTS = 'redirects';
/** The product's words for an answer without a body. */
export const NO_DATA = 'No response data';

/** The error member of a JSON-RPC answer. */
export type RpcError = { code: number; message: string; data?: unknown };

/** The longest text of an endpoint that is kept, characters. */
const MAX_RAW = 2000;

/** Returns a text of the endpoint, shortened, without the parts of its URL that may contain a key. */
export function harmlessRaw(text: string, url: string): string {
  let clean = text.replaceAll(url, hostOf(url));
  for (const secret of secretsOf(url)) clean = clean.replaceAll(secret, '…');
  return clean.length > MAX_RAW ? `${clean.slice(0, MAX_RAW - 1)}…` : clean;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the endpoint';
}

/** The parts of a URL that may be keys: long path segments, query values and credentials. */
function secretsOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams, username, password } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment.length >= 16);
  const others = [...searchParams.values(), username, password].filter((part) => part.length >= 6);
  return [...segments, ...others];
}
