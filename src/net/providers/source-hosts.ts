/**
 * Texts of Solidity sources by name: files of npm packages from a copy of the
 * registry that serves single files, and files of IPFS from a gateway. They
 * learn what is asked for, and the reader's IP address.
 */
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { requestText } from '../http';
import { problemOfStatus } from '../rpc/classify';
import { failureOfProvider } from './fetch-json';
import { type Provider, pageOf } from './provider';

/** Base URLs: `https://cdn.jsdelivr.net/npm`, `https://ipfs.io`. */
export type SourceHosts = { packages: string; ipfs: string };

export type SourceQuestion =
  | { at: 'npm'; name: string; version: string; path: string }
  | { at: 'ipfs'; contentId: string };

/** Milliseconds until a file must be there: IPFS gateways look for rare content for a while. */
const TIMEOUT = 20_000;
/** Bytes of one source; the longest that people compile have some hundred thousand. */
const MAX_SOURCE = 5_000_000;

export function sourceHosts(hosts: SourceHosts): Provider<SourceQuestion, string, 'sourceHosts'> {
  return {
    id: 'sourceHosts',
    name: 'Sources of imports',
    origin: 'sourceHosts',
    allowed: (consent) => consent.sourceHosts === true,
    async ask(question, _cursor, signal) {
      const text = await fetchSource(sourceUrl(question, hosts), signal);
      return text.ok ? ok(pageOf(text.value)) : text;
    },
  };
}

/** Returns the URL of a source file. */
export function sourceUrl(question: SourceQuestion, { packages, ipfs }: SourceHosts): string {
  if (question.at === 'ipfs') return `${ipfs.replace(/\/+$/, '')}/ipfs/${encodeURIComponent(question.contentId)}`;
  const { name, version, path } = question;
  const file = path.split('/').map(encodeURIComponent).join('/');
  return `${packages.replace(/\/+$/, '')}/${name}@${encodeURIComponent(version)}/${file}`;
}

/** Undefined for HTTP 404 and 410. */
async function fetchSource(url: string, signal: AbortSignal): Promise<Result<string | undefined, Failure>> {
  const host = new URL(url).host;
  const answer = await requestText(url, {}, { signal, timeout: TIMEOUT, maxBytes: MAX_SOURCE });
  if (!answer.ok) return fail(failureOfProvider(host, answer.error));
  const { status, headers, text } = answer.value;
  if (status === 404 || status === 410) return ok(undefined);
  if (status >= 200 && status < 300) return ok(text);
  return fail(failureOfProvider(host, problemOfStatus(status, headers, '', url, Date.now())));
}
