/** What a run of tests is given from outside: clock, pauses, and what tests may ask of the project's surroundings. */

import type { Result } from '../values/result';
import type { Question } from './cheats/endpoint-answers';
import type { Coverage } from './covered/coverage';
import type { CounterexampleCall, SuiteResult, TestResult } from './result';

/** Bytes of a file, or the names in a folder, those of folders with a slash behind; undefined where there is nothing. */
export type DiskEntry = Uint8Array | readonly string[] | undefined;

/** A file of the project as a test sees it; undefined where there is none or it may not be read. */
type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** How a program ended: its exit code, 69 where a signal ended it, and what it wrote. */
export type ProcessEnd = { exitCode: number; stdout: Uint8Array; stderr: Uint8Array };

/** Starts a program in the project's folder and waits for its end; the error says why it did not start. */
export type StartProcess = (
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
) => Result<ProcessEnd, string>;

export type TestHost = {
  /** Returns milliseconds; only differences count. */
  now(): number;
  /** Lets others have the thread between two slices; false ends the run: tests that did not finish have no result. */
  pause(): Promise<boolean>;
  /** Hears of a suite that begins. */
  onSuite?(suite: string): void;
  onTest?(suite: string, result: TestResult): void;
  onSuiteDone?(result: SuiteResult): void;
  /** The counterexample that a test had when it ran last: it is tried first. */
  counterexample?(suite: string, signature: string): readonly CounterexampleCall[] | undefined;
  /** Notes what of the sources runs, where that is asked for. */
  coverage?: Coverage;
  /** Whether results say where tests failed; for that the first of them are executed once more. */
  places?: boolean;
  /** Variables that `vm.env…` reads. */
  environment?: Readonly<Record<string, string>>;
  /** Absolute path of the project's folder as tests are told it; `/project` when absent. */
  root?: string;
  /** Asks an endpoint and returns the result; the error is one sentence. Absent where tests may ask none. Only those of `endpoints` are asked, and those of the configuration where it is trusted. */
  ask?: (question: Question) => Promise<Result<unknown, string>>;
  /** Addresses of endpoints of the reader's networks. */
  endpoints?: readonly string[];
  /** Whether endpoints that the project's own configuration names are asked, too: the project may be somebody else's. */
  trustsConfiguration?: boolean;
  /** Reads a file inside the project's folder, for `vm.readFile` and its like; absent where that is not allowed. The path begins at the project's root. */
  readFile?: ReadFile;
  /** Names what is in a folder of the project, folders with a slash behind; undefined where there is none or it may not be read. */
  readFolder?: (path: string) => Promise<readonly string[] | undefined>;
  /** Starts what tests ask for by `vm.ffi`, with all rights of the reader; absent unless the reader said so for this run. */
  startProcess?: StartProcess;
};
