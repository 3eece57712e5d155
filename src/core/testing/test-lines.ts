/** Finds the lines at which tests are declared, in the trees that the build has; nothing is read but their outer nodes. */
import { selectorOf } from '../abi/signature';
import { nodesIn, rangeOf, readAst } from '../source/compiled/ast';
import type { CompilerRun } from '../source/compiled/compilation';
import { createSourceFile, lineAt } from '../source/compiled/source-file';
import { readFields, readText } from '../values/json-fields';
import type { Suite } from './suite';

/** Returns the suites with the line of each test that is declared in the suite's own file. Linear in the files of the suites. */
export function withTestLines(suites: readonly Suite[], runs: readonly CompilerRun[]): Suite[] {
  const lines = new Map<string, ReadonlyMap<string, number>>();
  return suites.map((suite) => {
    let ofFile = lines.get(suite.file);
    if (ofFile === undefined) {
      ofFile = linesIn(suite.file, runs);
      lines.set(suite.file, ofFile);
    }
    const known = ofFile;
    return {
      ...suite,
      tests: suite.tests.map((test) => ({ ...test, line: known.get(selectorOf(test.signature).slice(2)) })),
    };
  });
}

/** Lines of functions by their selector in hex digits; of two with the same one the last. */
function linesIn(path: string, runs: readonly CompilerRun[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { input, output } of runs) {
    const root = readAst(readFields(readFields(readFields(output).sources)[path]));
    const text = readText(readFields(readFields(readFields(input).sources)[path]).content);
    if (root === undefined || text === '') continue;
    const file = createSourceFile(0, path, text);
    for (const contract of nodesIn(root, 'nodes'))
      for (const node of nodesIn(contract, 'nodes')) {
        const selector = readText(node.functionSelector);
        const range = selector === '' ? undefined : rangeOf(node);
        if (range) lines.set(selector, lineAt(file, range.start));
      }
  }
  return lines;
}
