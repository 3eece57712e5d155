/**
 * Token lists (tokenlists.org) from the addresses that the reader entered. Their
 * hosts learn the reader's IP address and how often the list is asked for;
 * which tokens are looked at stays here.
 */

import { MAX_TOKEN_LIST_BYTES, parseTokenList, type TokenList } from '../../core/tokens/token-list';
import { parseTokenUri } from '../../core/tokens/token-uri';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { requestText } from '../http';
import { badAnswer, failureOfProvider, readJson } from './fetch-json';
import { type FileQuestion, type Gateways, placeOf } from './nft-hosts';
import { type Provider, pageOf } from './provider';

export type TokenListQuestion = { uri: FileQuestion['uri'] };

/** Milliseconds until a list must be there whole: IPFS gateways look for rare content for a while. */
const TIMEOUT = 20_000;

/** Parses the address of a token list: a public host by https, or content of IPFS or Arweave; undefined for any other. */
export function parseListAddress(text: string): FileQuestion['uri'] | undefined {
  const uri = parseTokenUri(text);
  return uri.at === 'inline' || uri.at === 'nowhere' ? undefined : uri;
}

/** Returns the provider of token lists. It has one row, the list; none where there is nothing at the address. */
export function tokenListHosts(
  gateways: Gateways,
  timeout = TIMEOUT,
): Provider<TokenListQuestion, TokenList, 'tokenLists'> {
  return {
    id: 'tokenLists',
    name: 'Token lists',
    origin: 'tokenLists',
    allowed: (consent) => consent.tokenLists === true,
    async ask({ uri }, _cursor, signal) {
      const list = await fetchList(placeOf(uri, gateways), { signal, timeout });
      return list.ok ? ok(pageOf(list.value)) : list;
    },
  };
}

async function fetchList(
  url: string,
  options: { signal: AbortSignal; timeout: number },
): Promise<Result<TokenList | undefined, Failure>> {
  const name = new URL(url).host;
  // The browser asks with the ETag of what it has, and has the body again where that did not change. A header of our own
  // would need the host's permission, which most do not give.
  const init: RequestInit = { headers: { accept: 'application/json' }, cache: 'no-cache' };
  const answer = await requestText(url, init, { ...options, maxBytes: MAX_TOKEN_LIST_BYTES });
  if (!answer.ok) return fail(failureOfProvider(name, answer.error));
  const json = readJson({ name, url }, answer.value);
  if (!json.ok || json.value === undefined) return json as Result<undefined, Failure>;
  const list = parseTokenList(json.value);
  return list.ok ? list : fail(badAnswer(name, list.error));
}
