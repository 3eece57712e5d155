/** The check that follows a place in a function. */
import { rangeOf, visitAst } from '../compiled/ast';
import type { SourceFunction } from '../compiled/functions';
import { readFields, readText } from '../compiled/json-fields';
import type { SourceRange } from '../compiled/source-file';

/** The first `require` or `revert` of the function that ends after `place` begins; undefined when there is none. */
export function nextCheck(entry: SourceFunction, place: SourceRange): SourceRange | undefined {
  let found: SourceRange | undefined;
  visitAst(entry.node, (node) => {
    if (node.nodeType !== 'FunctionCall') return;
    const name = readText(readFields(node.expression).name);
    const range = rangeOf(node);
    if ((name !== 'require' && name !== 'revert') || range === undefined) return;
    if (range.start + range.length < place.start) return;
    if (found === undefined || range.start < found.start) found = range;
  });
  return found;
}
