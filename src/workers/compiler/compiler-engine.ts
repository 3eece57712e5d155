/** Finds, checks, keeps and runs Solidity compilers. */
import { expose, finalizer, transfer } from 'comlink';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import { fetchBuild, fetchBuildList, type ListedBuild } from '../../net/compiler-builds';
import type { CompileProgress, CompileRequest, CompilerApi, CompilerBuild, FrameRunner } from './compiler.api';
import { type KeptCompiler, keepCompiler, keptCompilers, readCompiler, sha256Of } from './compiler-store';
import { createRunner, type RunError, type Runner } from './runner';

/** Bytes of standard JSON. Real inputs stay under 5 MB. */
const MAX_INPUT = 64 << 20;
const MAX_FILE = 64 << 20;
const DOWNLOAD_TIMEOUT = 120_000;
const COMPILE_TIMEOUT = 300_000;
/** How long a compiler stays loaded for the next compilation, milliseconds. */
const IDLE = 20_000;

type OnProgress = (progress: CompileProgress) => void;

export function createCompilerEngine(): CompilerApi {
  let configuredList: string | undefined;
  let frame: FrameRunner | undefined;
  let listed: { url: string; builds: readonly ListedBuild[] } | undefined;
  let runner: Runner | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const jobs = new Map<string, AbortController>();
  /** Functions that end the serving of a link, by link. */
  const served = new Map<string, () => void>();

  async function run<T>(job: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    jobs.set(job, controller);
    try {
      return await work(controller.signal);
    } finally {
      jobs.delete(job);
    }
  }

  /** The list, or why there is none. */
  async function list(signal: AbortSignal): Promise<Result<readonly ListedBuild[], Failure>> {
    const [own, allowed] = await Promise.all([readPreference('compilerList'), readPreference('providers')]);
    const given = own || configuredList;
    if (given === undefined) return fail(failure('unsupported', 'No list of compilers is configured.'));
    const url = new URL(given, location.origin);
    if (url.origin !== location.origin && !allowed.compilers) {
      return fail(
        failure(
          'providerOff',
          `Compilers come from ${url.host}, which is not switched on. Switch it on in the settings, or add a soljson file there.`,
        ),
      );
    }
    if (listed?.url === url.href) return ok(listed.builds);
    const fetched = await fetchBuildList(url.href, signal);
    if (fetched.ok) listed = { url: url.href, builds: fetched.value };
    return fetched;
  }

  /** The compiler of a version: kept, or loaded and checked. */
  async function compilerOf(
    version: string,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Result<KeptCompiler, Failure>> {
    const wanted = version.replace(/^v/, '').replace(/\.Emscripten.*$/, '');
    const keptVersion = (await keptCompilers()).find((kept) => isVersion(kept, wanted));
    const kept = keptVersion === undefined ? undefined : await readCompiler(keptVersion);
    if (kept !== undefined) return ok(kept);
    const builds = await list(signal);
    if (!builds.ok) return builds;
    const build = builds.value.find(
      (candidate) => isVersion(candidate.longVersion, wanted) && !isStranger(candidate, wanted),
    );
    if (build === undefined) {
      return fail(
        failure(
          'notFound',
          `The list of compilers has no ${wanted.slice(0, 60)}. You can add its soljson file in the settings.`,
        ),
      );
    }
    const file = await fetchBuild(build, { signal, timeout: DOWNLOAD_TIMEOUT }, (done, total) => {
      onProgress({ phase: 'loading', version: build.longVersion, done, ...(total === undefined ? {} : { total }) });
    });
    if (!file.ok) return file;
    if ((await sha256Of(file.value)) !== build.sha256) {
      return fail(
        failure(
          'badAnswer',
          `The file of compiler ${build.longVersion} does not have the SHA-256 that the list states. It was not run.`,
        ),
      );
    }
    const compiler = { longVersion: build.longVersion, sha256: build.sha256, bytes: file.value };
    await keepCompiler(compiler);
    return ok(compiler);
  }

  async function compile(
    { version, input }: CompileRequest,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Result<Uint8Array, Failure>> {
    const bytes = new TextEncoder().encode(input);
    if (bytes.length > MAX_INPUT) {
      return fail(failure('tooLarge', `The sources are larger than ${MAX_INPUT >> 20} MB; they are not compiled.`));
    }
    const compiler = await compilerOf(version, signal, onProgress);
    if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    if (!compiler.ok) return compiler;
    const { longVersion } = compiler.value;
    onProgress({ phase: 'compiling', version: longVersion });
    clearTimeout(idle);
    if (runner?.longVersion !== longVersion) {
      runner?.end();
      runner = createRunner(longVersion, compiler.value.bytes);
    }
    const output = await runner.compile(bytes, signal, COMPILE_TIMEOUT);
    if (output.ok) {
      idle = setTimeout(endRunner, IDLE);
      return output;
    }
    runner = undefined;
    if (output.error.kind === 'overflow' && frame !== undefined) {
      const again = await frame(compiler.value.bytes, bytes);
      return again.ok ? again : fail(failureOfRun(longVersion, { kind: 'broken', message: again.error }));
    }
    return fail(failureOfRun(longVersion, output.error));
  }

  function endRunner(): void {
    runner?.end();
    runner = undefined;
  }

  const api: CompilerApi = {
    async configure(listUrl) {
      configuredList = listUrl;
    },
    async setFrame(given) {
      frame = given;
    },
    async cancel(job) {
      jobs.get(job)?.abort();
    },
    builds: (job) =>
      run(job, async (signal) => {
        const [kept, builds] = await Promise.all([keptCompilers(), list(signal)]);
        if (!builds.ok && kept.length === 0) return builds;
        const of = builds.ok ? builds.value : [];
        const known = new Set(of.map(({ longVersion }) => longVersion));
        const own = kept.filter((longVersion) => !known.has(longVersion));
        return ok([
          ...own.map((longVersion) => buildOf(longVersion, longVersion.split('+')[0] ?? '', true)),
          ...of.map(({ longVersion, version }) => buildOf(longVersion, version, kept.includes(longVersion))).reverse(),
        ]);
      }),
    compile: (job, request, onProgress) =>
      run(job, async (signal) => {
        // One at a time: a compiler takes a core and a hundred megabytes.
        const turn = last.then(() => compile(request, signal, onProgress));
        last = turn.catch(() => undefined);
        const output = await turn;
        return output.ok ? transfer(output, [output.value.buffer]) : output;
      }),
    keepFile: (job, bytes) =>
      run(job, async (signal) => {
        if (bytes.length > MAX_FILE) return fail(failure('tooLarge', `The file is larger than ${MAX_FILE >> 20} MB.`));
        const file = new Uint8Array(bytes);
        const own = createRunner('', file);
        const version = await own.version(signal);
        own.end();
        if (!version.ok) return fail(failureOfRun('in this file', version.error));
        const longVersion = version.value.replace(/\.Emscripten.*$/, '');
        if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(longVersion)) {
          return fail(failure('badAnswer', 'The file is no Solidity compiler.'));
        }
        await keepCompiler({ longVersion, sha256: await sha256Of(file), bytes: file });
        return ok({ longVersion });
      }),
    async serve(link, port) {
      const own = new Set<string>();
      await new Promise<void>((resolve) => {
        const compileFor: CompilerApi['compile'] = async (job, request, onProgress) => {
          own.add(job);
          try {
            return await api.compile(job, request, onProgress);
          } finally {
            own.delete(job);
          }
        };
        served.set(link, resolve);
        expose({ compile: compileFor, cancel: api.cancel, [finalizer]: resolve }, port);
      });
      served.delete(link);
      for (const job of own) jobs.get(job)?.abort();
      port.close();
    },
    async leave(link) {
      served.get(link)?.();
    },
  };
  return api;
}

function buildOf(longVersion: string, version: string, kept: boolean): CompilerBuild {
  return { longVersion, version, kept };
}

/** Whether a build is the one that is wanted: the commit decides where one is named. */
function isVersion(longVersion: string, wanted: string): boolean {
  return wanted.includes('+') ? longVersion === wanted : longVersion.split('+')[0] === wanted;
}

/** A nightly build is taken only when it is named. */
function isStranger(build: ListedBuild, wanted: string): boolean {
  return build.prerelease !== undefined && !wanted.includes('+');
}

function failureOfRun(longVersion: string, { kind, message }: RunError): Failure {
  switch (kind) {
    case 'cancelled':
      return failure('cancelled', 'Cancelled.');
    case 'timeout':
      return failure('timeout', `The compiler ${longVersion} took longer than five minutes and was ended.`);
    case 'overflow':
      return failure('unsupported', `The compiler ${longVersion} needs more stack than this browser gives it.`, {
        raw: message,
      });
    case 'broken':
      return failure('badAnswer', `The compiler ${longVersion} failed: ${message}.`, { raw: message });
  }
}
