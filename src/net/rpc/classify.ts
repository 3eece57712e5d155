/**
 * What the errors of endpoints mean. Codes come from JSON-RPC 2.0 and EIP-1474;
 * providers use them loosely, so the words of the message decide where the code
 * does not.
 */
import type { FailureCode } from '../../core/values/failure';
import { isRevert } from './answers';
import { harmlessRaw, type Problem, REDIRECTS, type RpcError } from './problem';
import { rateLimitEnd } from './rate-limit';

type Rule = { code: FailureCode; outcome: string; codes: readonly number[]; words: RegExp; retry?: boolean };

const STATE_GONE: Rule = {
  code: 'stateUnavailable',
  outcome: 'the state of the block is not kept',
  codes: [],
  words:
    /missing ?trie ?node|state (is |at .*)?(not available|unavailable|is pruned|not found)|(historical|load) state|state already discarded|pruned|state pruning|purged|archiv(e|al)|exceeds maximum proof window|no state|old data not available|layer stale|trie not found|state histor|historical (rpc|backend)|lowest height is|module does not exist on height/i,
};

const NOT_FOUND: Rule = {
  code: 'notFound',
  outcome: 'not known to the endpoint',
  codes: [],
  // Whole words: `trace_block not found` is of a method.
  words:
    /\b(transaction|header|block|body|receipt|(block)?hash)( for block| [\w#]+)? (was )?not found|unknown block|could not find block|not yet available|after last accepted block|unfinalized data/i,
};

/** First match wins: by words first, then by code, because -32000 and -32005 are used for anything. */
const RULES: readonly Rule[] = [
  {
    code: 'tooLarge',
    outcome: 'the answer is over the limit of the endpoint',
    codes: [],
    words:
      /returned more than|block range|range (is )?too (large|wide)|too many (results|logs)|response (size|is too)|result set too large|max(imum)? (results|response)/i,
  },
  {
    code: 'rateLimited',
    outcome: 'rate limit reached',
    codes: [429, -32005, -32007, -32029],
    words:
      /rate.?limit|too many requests|requests? (limit|per second)|quota|compute units|capacity|daily (request )?limit|throttl/i,
    retry: true,
  },
  STATE_GONE,
  NOT_FOUND,
  {
    code: 'timeout',
    outcome: 'the endpoint ran out of time',
    codes: [],
    words: /time(d)?.?out|deadline exceeded|took too long/i,
  },
  {
    code: 'unsupported',
    outcome: 'method not available',
    codes: [-32601, -32004, 4200],
    words:
      /method.*(not (found|supported|available|allowed|enabled|exist|implemented|whitelisted|permitted)|does not exist|unavailable|disabled|blocked|forbidden)|(unsupported|unknown|unrecognized|invalid) method|not (available|supported|allowed) (on|in|for|by) (the |your |this )?(free|plan|tier|public|current)|rpc method is (not|unsupported)|upgrade (your|to)|(unknown|unsupported) tracer|tracer .*not found|not implemented/i,
  },
  {
    code: 'endpointDown',
    outcome: 'access refused',
    codes: [4100, -32001],
    words: /unauthori[sz]ed|forbidden|api.?key|project id|access denied|must be authenticated/i,
  },
  {
    code: 'unsupported',
    outcome: 'parameters not accepted',
    codes: [-32602, -32600],
    words: /invalid (argument|params?|parameter)|missing value for required argument/i,
  },
  { code: 'endpointDown', outcome: 'internal error', codes: [], words: /^internal( server)? error$/i, retry: true },
];

/** Providers bound batches at 3 to 1,000 calls, each in words of its own. */
const BATCH_REFUSED =
  /\bbatch.{0,40}(too (large|big|many)|limit|exceed|size|maximum|not (supported|allowed))|(too (large|big|many)|max|limit|exceed).{0,40}\bbatch/i;

/** Classifies a JSON-RPC error of the endpoint at `url`. */
export function problemOfError(error: RpcError, headers: Headers, url: string, now: number): Problem {
  const raw = harmlessRaw(`${error.message} (code ${error.code})`, url);
  const unknown: Problem = { code: 'badAnswer', outcome: `error ${error.code}`, retry: false, raw };
  // The words are the contract's, and say nothing of the endpoint.
  if (isRevert(error)) return unknown;
  const rule = ruleOf(error);
  if (BATCH_REFUSED.test(error.message)) {
    return { code: 'tooLarge', outcome: 'the batch is refused', retry: false, raw, batchRefused: true };
  }
  if (!rule) return unknown;
  const problem: Problem = { code: rule.code, outcome: rule.outcome, retry: rule.retry ?? false, raw };
  if (rule.code === 'rateLimited') problem.retryAt = rateLimitEnd(headers, now);
  return problem;
}

function ruleOf({ code, message, data }: RpcError): Rule | undefined {
  const outOfRange = OUT_OF_RANGE.exec(message);
  if (outOfRange) return isPast(outOfRange) ? STATE_GONE : NOT_FOUND;
  // Nethermind and CometBFT call it an internal error, and say in the first line of the data which.
  if (typeof data === 'string' && STATE_GONE.words.test(data.split('\n', 1)[0] as string)) return STATE_GONE;
  return RULES.find(({ words }) => words.test(message)) ?? RULES.find(({ codes }) => codes.includes(code));
}

/** Anvil says the same of blocks to come and of those whose state it dropped (`--prune-history`). */
const OUT_OF_RANGE = /^BlockOutOfRangeError: block height is (\d+) but requested was (\d+)/;

function isPast([, head, asked]: RegExpExecArray): boolean {
  return Number(asked) <= Number(head);
}

/** Classifies an HTTP status other than 2xx whose body is not JSON-RPC. */
export function problemOfStatus(status: number, headers: Headers, body: string, url: string, now: number): Problem {
  const place = readRedirect(status, headers, url);
  if (place !== undefined) return { code: 'endpointDown', outcome: `${REDIRECTS} to ${place}`, retry: false };
  const raw = harmlessRaw(body, url);
  const outcome = `HTTP ${status}`;
  if (status === 429) {
    return { code: 'rateLimited', outcome, retry: true, retryAt: rateLimitEnd(headers, now), raw };
  }
  if (status === 413) return { code: 'tooLarge', outcome, retry: false, raw, batchRefused: true };
  if (status === 401 || status === 403)
    return { code: 'endpointDown', outcome: `${outcome}, access refused`, retry: false, raw };
  if (status === 408 || status === 504) return { code: 'timeout', outcome, retry: false, raw };
  if (status >= 500) return { code: 'endpointDown', outcome, retry: true, raw };
  return { code: 'badAnswer', outcome, retry: false, raw, batchRefused: true };
}

/** Returns where an answer points instead of being one, without the path, where keys stand; undefined where it does not. A page has no status, and is not told where to. */
export function readRedirect(status: number, headers: Headers, url: string): string | undefined {
  if (![0, 301, 302, 303, 307, 308].includes(status)) return undefined;
  const place = headers.get('location');
  if (place === null || !URL.canParse(place, url)) return 'another address';
  const { origin } = new URL(place, url);
  return origin === new URL(url).origin ? 'another path' : origin;
}
