/**
 * Files that strangers name: metadata and pictures of items, and logos of tokens, from where their contracts say they are: a
 * gateway to IPFS or Arweave, or a host that the maker of the contract or of the
 * token list chose. They learn which items or tokens are looked at, and the reader's IP address.
 */

import type { TokenUri } from '../../core/tokens/token-uri';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { requestBytes } from '../http';
import { problemOfStatus } from '../rpc/classify';
import { failureOfProvider } from './fetch-json';
import { type Provider, pageOf } from './provider';

/** Base URLs of gateways: `https://ipfs.io`, `https://arweave.net`. */
export type Gateways = { ipfs: string; arweave: string };

/** A URI that leads somewhere, and how much of what is there is read. */
export type FileQuestion = { uri: Extract<TokenUri, { at: 'ipfs' | 'arweave' | 'host' }>; maxBytes: number };

/** Milliseconds until a file must be there whole: IPFS gateways look for rare content for a while. */
const TIMEOUT = 20_000;

/** Names of the kinds of files; each kind is switched on by itself. */
const NAMES = { nft: 'NFT metadata', tokenLogos: 'Token logos' } as const;
export type FileKind = keyof typeof NAMES;

export function fileHosts<Kind extends FileKind>(
  gateways: Gateways,
  kind: Kind,
): Provider<FileQuestion, Uint8Array, Kind> {
  return {
    id: kind,
    name: NAMES[kind],
    origin: kind,
    allowed: (consent) => consent[kind] === true,
    async ask({ uri, maxBytes }, _cursor, signal) {
      const file = await fetchFile(placeOf(uri, gateways), maxBytes, signal);
      return file.ok ? ok(pageOf(file.value)) : file;
    },
  };
}

/** Returns the URL that is asked for the file. */
export function placeOf(uri: FileQuestion['uri'], { ipfs, arweave }: Gateways): string {
  if (uri.at === 'host') return uri.url;
  const base = uri.at === 'ipfs' ? `${ipfs.replace(/\/+$/, '')}/ipfs` : arweave.replace(/\/+$/, '');
  return `${base}/${uri.path.split('/').map(escaped).join('/')}`;
}

/** A part of a path; what is escaped already stays. */
function escaped(part: string): string {
  return encodeURIComponent(part).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** Undefined for HTTP 404 and 410. */
async function fetchFile(
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Result<Uint8Array | undefined, Failure>> {
  const name = new URL(url).host;
  const answer = await requestBytes(url, {}, { signal, timeout: TIMEOUT, maxBytes });
  if (!answer.ok) return fail(failureOfProvider(name, answer.error));
  const { status, headers, bytes } = answer.value;
  if (status === 404 || status === 410) return ok(undefined);
  if (status >= 200 && status < 300) return ok(bytes);
  return fail(failureOfProvider(name, problemOfStatus(status, headers, '', url, Date.now())));
}
