/** Contracts with tests, and their tests, as they are found in the output of a build. */

import type { AbiParameter } from 'viem';
import type { TestKind } from './result';

export type Test = {
  /** Name with its parameter types: `testTransfer(uint256)`. Unique in its suite. */
  signature: string;
  name: string;
  kind: TestKind;
  inputs: readonly AbiParameter[];
  /** Whether the test has to fail: `testFail…` of old. */
  mustFail: boolean;
  /** Line of its declaration from 1, undefined where the build has no text or tree of the source. */
  line: number | undefined;
};

/** One contract with tests. */
export type Suite = {
  /** `src/test/Token.t.sol:TokenTest`, unique in the project. */
  id: string;
  name: string;
  /** Path of the source as the compiler knew it. */
  file: string;
  tests: readonly Test[];
};

/** Signatures of a result that is of the suite itself: it could not be deployed or set up, and none of its tests ran. */
export const SUITE_CALLS = ['constructor()', 'setUp()'] as const;

/** Returns whether a result with this signature is of the suite itself. */
export function isSuiteCall(signature: string): boolean {
  return SUITE_CALLS.some((call) => call === signature);
}
