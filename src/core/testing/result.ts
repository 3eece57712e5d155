/** How a test came out, as plain data: it crosses workers and is written as JSON. */

import type { Address, Hex } from '../chain/primitives';

export type TestStatus = 'passed' | 'failed' | 'skipped';

/** A line of a source, from 1. `file` is the path as the compiler knew it. */
export type SourceLine = { file: string; line: number };

/** One call of a counterexample: the only one of a fuzz test, or one of the sequence of an invariant. */
export type CounterexampleCall = {
  calldata: Hex;
  /** Signature of the function called, with its parameter types. */
  signature: string;
  /** Decoded, in words. */
  args: readonly string[];
  sender: Address;
  /** The contract that was called; absent where it is the test's own. */
  target?: { address: Address; name?: string };
  /** Wei. */
  value?: string;
};

/** The two values of a failed assertion, in the words of its message. */
export type ComparedValues = { left: string; operator: string; right: string };

/** A slot of storage that the statement of a failed assertion read. */
export type ValueRead = {
  /** Name of the contract whose code read it; '' where it is not known. */
  contract: string;
  /** Name of the variable in the source; the key of the slot where it has none. */
  name: string;
  value: string;
  /** The last write before; absent where no code wrote the slot: a cheatcode did, or nobody. */
  written?: {
    call: 'deployment' | 'setUp' | 'test' | 'call';
    /** Calls of the test from there to the one that failed. */
    before: number;
    /** Step in that call. */
    step: number;
    place?: SourceLine;
  };
};

/** What many runs of a fuzz or table test, or of an invariant, came to. */
export type RunCounts = {
  /** Runs of the test, or sequences of calls. */
  runs: number;
  /** Calls in all sequences of an invariant, and those of them that reverted. */
  calls?: number;
  reverts?: number;
  /** Gas of the runs, without the transaction's intrinsic gas. */
  meanGas: number;
  medianGas: number;
  /** Runs that an assumption turned away. */
  rejected: number;
};

export type TestResult = {
  /** Signature of the test in its suite; `constructor()` or `setUp()` where the suite itself failed. */
  signature: string;
  kind: TestKind;
  status: TestStatus;
  /** Why it failed or was skipped; absent where nothing says. */
  reason?: string;
  /** Where it failed; absent where that is not known. */
  place?: SourceLine;
  compared?: ComparedValues;
  /** What the statement read that failed, the last first; absent where that is not known. */
  reads?: readonly ValueRead[];
  /** Gas of the test's call without the transaction's intrinsic gas, after refunds; of the median run where there are many. */
  gas: number;
  counts?: RunCounts;
  counterexample?: readonly CounterexampleCall[];
  /** Lines that were logged. */
  console: readonly string[];
  /** Names that the test gave to addresses. */
  labels: Readonly<Record<Address, string>>;
  /** Milliseconds by the clock of the host. */
  duration: number;
  /** A cheatcode that it called and that does not work here; the test failed for that alone. */
  unsupported?: string;
};

export type TestKind = 'unit' | 'fuzz' | 'invariant' | 'table';

export type SuiteResult = {
  /** Id of the suite. */
  suite: string;
  /**
   * Results in the order in which tests ran; one of `setUp()` or `constructor()` alone where the suite could not be set
   * up.
   */
  tests: readonly TestResult[];
  warnings: readonly string[];
  /** Milliseconds by the clock of the host. */
  duration: number;
};
