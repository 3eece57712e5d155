/** Which tests of a project run. */

import type { TestProject } from './project';
import type { Suite } from './suite';

export type TestChoice = {
  /** Regular expressions on the signature of a test, the name of its contract and the path of its file. */
  test?: string;
  contract?: string;
  path?: string;
  /** Exactly these tests, as `suite id` and signature; all of the suite where the signature is ''. */
  only?: readonly { suite: string; signature: string }[];
};

/** Returns the suites that have tests of the choice, with these tests alone. Throws a SyntaxError for what is no regular expression. */
export function chooseTests({ suites }: Pick<TestProject, 'suites'>, choice: TestChoice): Suite[] {
  const matches = (pattern: string | undefined) => {
    const expression = pattern === undefined ? undefined : new RegExp(pattern);
    return (text: string) => expression === undefined || expression.test(text);
  };
  const [isTest, isContract, isPath] = [choice.test, choice.contract, choice.path].map(matches);
  const isNamed = (suite: string, signature: string) =>
    choice.only === undefined ||
    choice.only.some((one) => one.suite === suite && (one.signature === '' || one.signature === signature));
  return suites
    .filter(({ name, file }) => isContract(name) && isPath(file))
    .map((suite) => ({
      ...suite,
      tests: suite.tests.filter(({ signature }) => isTest(signature) && isNamed(suite.id, signature)),
    }))
    .filter(({ tests }) => tests.length > 0);
}
