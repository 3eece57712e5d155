/** The part of a compiler run that a contract is made of: in a large build, a few of its files. */
import { readFields, readText } from '../../values/json-fields';
import { nodesIn, readAst } from './ast';

/**
 * Returns a function that tells whether a source is one of `paths` or imported by one, over any number of files, as the
 * syntax trees of the compiler's output say. All are where a tree is missing.
 */
export function reachedFrom(output: unknown, paths: readonly string[]): (path: string) => boolean {
  const sources = readFields(readFields(output).sources);
  const reached = new Set(paths);
  for (const path of reached) {
    const ast = readAst(readFields(sources[path]));
    if (ast === undefined) return () => true;
    for (const node of nodesIn(ast, 'nodes'))
      if (node.nodeType === 'ImportDirective') reached.add(readText(node.absolutePath));
  }
  return (path) => reached.has(path);
}
