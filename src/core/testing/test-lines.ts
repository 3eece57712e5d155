/** Finds the lines at which tests are declared, in the trees that the build has; nothing is read but their outer nodes. */
import { selectorOf } from '../abi/signature';
import { nodesIn, rangeOf, readAst } from '../source/compiled/ast';
import { createSourceFile, lineAt } from '../source/compiled/source-file';
import { readFields, readText } from '../values/json-fields';
import type { LazyRun } from './lazy-json';
import type { Suite } from './suite';

/** Returns the suites with the line of each test that is declared in the suite's own file. Linear in the files of the suites. */
export function withTestLines(suites: readonly Suite[], runs: readonly LazyRun[]): Suite[] {
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
function linesIn(path: string, runs: readonly LazyRun[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const run of runs) {
    const text = readText(readFields(readFields(readFields(run.input).sources)[path]).content);
    if (text === '') continue;
    const found = run.sourceOf?.(path) ?? readFields(readFields(readFields(run.output).sources)[path]);
    const root = readAst(found);
    if (root === undefined) continue;
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
