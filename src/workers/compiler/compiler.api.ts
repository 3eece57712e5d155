/**
 * The contract of the compiler worker: it finds Solidity compilers in a list
 * in the format of the official builds, checks and keeps them, and runs them.
 *
 * A compiler is a program of somebody else. It is run only when its SHA-256 is
 * the one the list states, or when the reader handed the file in, and always
 * in a worker of its own that can be ended. Expected failures are values; a
 * job that was cancelled answers with code `cancelled`.
 */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';

export type CompilerBuild = {
  /** `0.8.30+commit.73712a01`. */
  longVersion: string;
  /** `0.8.30`; with a suffix for nightly builds. */
  version: string;
  /** Whether the compiler's file is kept here, so that no network is needed. */
  kept: boolean;
};

export type CompileRequest = {
  /** `0.8.30+commit.73712a01` takes that build and no other; `0.8.30` the release. */
  version: string;
  /** Standard JSON input (Solidity docs, Compiler Input and Output JSON Description). */
  input: string;
};

/** What a compilation is doing. `total` in bytes where it is known; a compiler itself tells no progress. */
export type CompileProgress =
  | { phase: 'loading'; version: string; done: number; total?: number }
  | { phase: 'compiling'; version: string };

export type CompilerJobId = string;

/** Runs soljson on the page's own thread, in a hidden frame, where the stack is larger. Bytes are those of soljson and of the input. */
export type FrameRunner = (soljson: Uint8Array, input: Uint8Array) => Promise<Result<Uint8Array, string>>;

export interface CompilerApi {
  /** URL of the deployment's `list.json`, a path is one of this origin; the reader's own list goes before it. */
  configure(listUrl: string): Promise<void>;
  /** Sets the frame for compilers that overflow a worker's stack; without one they fail and say so. */
  setFrame(run: FrameRunner): Promise<void>;
  /** Aborts a job: a download stops, a compiler that runs is ended. */
  cancel(job: CompilerJobId): Promise<void>;
  /** All compilers that can be had, newest first: of the list and those kept. */
  builds(job: CompilerJobId): Promise<Result<readonly CompilerBuild[], Failure>>;
  /**
   * The standard JSON output, UTF-8, transferred. Errors in the sources are in
   * the output, not a failure. One compilation runs at a time.
   */
  compile(
    job: CompilerJobId,
    request: CompileRequest,
    onProgress: (progress: CompileProgress) => void,
  ): Promise<Result<Uint8Array, Failure>>;
  /**
   * Answers `compile` and `cancel` at a port of another worker, as long as that holds it. A waiting call tells the page
   * that the worker is in use: it is watched as long.
   */
  serve(link: string, port: MessagePort): Promise<void>;
  /** Ends what is served at a link: the worker at its other end died. */
  leave(link: string): Promise<void>;
  /** Keeps a soljson file the reader handed in; answers its version. It is run to say so. */
  keepFile(job: CompilerJobId, bytes: Uint8Array): Promise<Result<{ longVersion: string }, Failure>>;
}
