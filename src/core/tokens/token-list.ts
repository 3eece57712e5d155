/**
 * Token lists in the format of tokenlists.org: who says what tokens are called,
 * how many decimals they have and where their logos are. The reader chose the
 * list, strangers filled it: all of its texts are untrusted, bounded here and
 * shown through `harmlessText`.
 */
import * as v from 'valibot';
import type { Address, NetworkId } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';

/** Bytes of a list: one with the most tokens and the longest texts that the format allows has 4 MB. */
export const MAX_TOKEN_LIST_BYTES = 8_000_000;
/** Tokens of a list, as the format has it. */
const MAX_TOKENS = 10_000;

/** What a list says of a token. */
export type ListedToken = {
  networkId: NetworkId;
  address: Address;
  symbol: string;
  name: string;
  decimals: number;
  /** URI of its picture: `https:`, `ipfs:` or `data:`. */
  logo?: string;
};

export type TokenList = {
  name: string;
  version: TokenListVersion;
  /** When its maker made this version, milliseconds since the epoch. */
  timestamp: number;
  /** Each once, of any network. */
  tokens: readonly ListedToken[];
  /** Entries that are no tokens, or are there twice. */
  leftOut: number;
};

export type TokenListVersion = readonly [major: number, minor: number, patch: number];

const part = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = (limit: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(limit));

const listSchema = v.object(
  {
    name: text(100),
    timestamp: v.pipe(
      v.string(),
      v.check((written) => Number.isFinite(Date.parse(written)), 'is no time'),
    ),
    version: v.object({ major: part, minor: part, patch: part }),
    tokens: v.pipe(v.array(v.unknown()), v.maxLength(MAX_TOKENS, `has more than ${MAX_TOKENS} entries`)),
  },
  'is missing',
);

const entrySchema = v.object({
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  name: text(60),
  symbol: text(20),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  // A logo that cannot be one takes no token out of the list.
  logoURI: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(2_000))), undefined),
});

/**
 * Reads a list from JSON. The error is one sentence that names the first bad field. When a token is there twice, the
 * first entry counts.
 */
export function parseTokenList(json: unknown): Result<TokenList, string> {
  const parsed = v.safeParse(listSchema, json, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const path = v.getDotPath(issue);
    return fail(`It is no token list: ${path === null ? 'it' : `its ${path}`} cannot be read or ${wordsOf(issue)}.`);
  }
  const { name, timestamp, version, tokens } = parsed.output;
  const listed = new Map<string, ListedToken>();
  for (const entry of tokens) {
    const token = parseEntry(entry);
    const key = token === undefined ? undefined : `${token.networkId} ${token.address}`;
    if (token !== undefined && key !== undefined && !listed.has(key)) listed.set(key, token);
  }
  if (listed.size === 0) return fail('It is a token list without any token.');
  return ok({
    name,
    version: [version.major, version.minor, version.patch],
    timestamp: Date.parse(timestamp),
    tokens: [...listed.values()],
    leftOut: tokens.length - listed.size,
  });
}

/**
 * Compares two versions: negative where `a` is the older. The format gives a list that lost tokens a new major
 * version, and one that gained some a minor one.
 */
export function compareVersions(a: TokenListVersion, b: TokenListVersion): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function parseEntry(entry: unknown): ListedToken | undefined {
  const parsed = v.safeParse(entrySchema, entry, { abortEarly: true });
  if (!parsed.success) return undefined;
  const { chainId, address, symbol, name, decimals, logoURI } = parsed.output;
  return {
    networkId: chainId as NetworkId,
    address: address.toLowerCase() as Address,
    symbol,
    name,
    decimals,
    ...(logoURI === undefined ? {} : { logo: logoURI }),
  };
}

/** The schema's own words for what it has words for. */
function wordsOf({ message, type }: v.BaseIssue<unknown>): string {
  return type === 'check' || type === 'max_length' ? message : 'is not what the format says';
}
