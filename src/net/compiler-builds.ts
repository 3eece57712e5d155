/**
 * Solidity compilers from a list in the format of binaries.soliditylang.org
 * (Solidity docs, Installing Solidity, Static Binaries). The host learns which
 * versions are used, so a list of another origin is asked only with consent.
 */
import { array, object, optional, pipe, regex, safeParse, string } from 'valibot';
import { type Failure, failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { type HttpOptions, openRequest } from './http';
import { badAnswer, failureOfProvider, fetchJson } from './providers/fetch-json';

export type ListedBuild = {
  version: string;
  longVersion: string;
  /** SHA-256 of the file, 64 hex digits. */
  sha256: string;
  /** URL of the file. */
  url: string;
  /** `nightly.…` for builds between releases. */
  prerelease?: string;
};

const NAME = 'The list of compilers';
const MAX_LIST = 8 << 20;
const MAX_BUILD = 64 << 20;

const listSchema = object({
  builds: array(
    object({
      // A name in the list's own folder, never a way out of it.
      path: pipe(string(), regex(/^[\w.+-]+$/)),
      version: pipe(string(), regex(/^\d+\.\d+\.\d+$/)),
      longVersion: pipe(string(), regex(/^[\w.+-]{1,100}$/)),
      sha256: pipe(string(), regex(/^(0x)?[\da-fA-F]{64}$/)),
      prerelease: optional(string()),
    }),
  ),
});

/** Fetches the builds of the list at `url`, as it orders them: oldest first. */
export async function fetchBuildList(
  url: string,
  signal?: AbortSignal,
): Promise<Result<readonly ListedBuild[], Failure>> {
  const answer = await fetchJson({ name: NAME, url, maxBytes: MAX_LIST }, { signal, timeout: 20_000 });
  if (!answer.ok) return answer;
  if (answer.value === undefined) return fail(failure('notFound', `There is no list of compilers at ${url}.`));
  const parsed = safeParse(listSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  return ok(
    parsed.output.builds.map(({ path, sha256, prerelease, ...build }) => ({
      ...build,
      sha256: sha256.replace(/^0x/, '').toLowerCase(),
      url: new URL(path, url).href,
      ...(prerelease === undefined ? {} : { prerelease }),
    })),
  );
}

/**
 * Fetches the file of a build, at most 64 MB. `onBytes` hears how much has come, and of how much where the server
 * says it. Fails with `timeout` where nothing comes for as long as the head of the answer may take.
 */
export async function fetchBuild(
  build: ListedBuild,
  options: HttpOptions,
  onBytes: (done: number, total?: number) => void,
): Promise<Result<Uint8Array<ArrayBuffer>, Failure>> {
  const name = `The compiler ${build.longVersion}`;
  const opened = await openRequest(build.url, {}, options);
  if (!opened.ok) return fail(failureOfProvider(name, opened.error));
  const { response, abort } = opened.value;
  if (!response.ok || response.body === null) {
    abort();
    return fail(
      failure('notFound', `${name} is in the list, but its file is not (the server answered ${response.status}).`),
    );
  }
  // A compressed body is longer than it says.
  const stated = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
  const chunks: Uint8Array[] = [];
  let done = 0;
  let isLate = false;
  const onLate = () => {
    isLate = true;
    abort();
  };
  let timer = setTimeout(onLate, options.timeout);
  try {
    for (const reader = response.body.getReader(); ; ) {
      const part = await reader.read();
      if (part.done) break;
      clearTimeout(timer);
      timer = setTimeout(onLate, options.timeout);
      done += part.value.length;
      if (done > MAX_BUILD) {
        abort();
        return fail(failure('tooLarge', `${name} is larger than ${MAX_BUILD >> 20} MB, which no compiler is.`));
      }
      chunks.push(part.value);
      onBytes(done, stated > 0 ? stated : undefined);
    }
  } catch (error) {
    if (options.signal?.aborted) return fail(failure('cancelled', 'Cancelled.'));
    if (isLate) return fail(failure('timeout', `${name} stopped coming while it was loaded. Try again.`));
    return fail(failure('endpointDown', `${name} could not be loaded whole. Try again.`, { raw: String(error) }));
  } finally {
    clearTimeout(timer);
  }
  const bytes = new Uint8Array(done);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return ok(bytes);
}
