/** The check that follows a place, or that a function comes to first. */

import { readFields, readList, readText } from '../../values/json-fields';
import { type AstNode, rangeOf, visitAst } from '../compiled/ast';
import type { Compilation } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import { modifiersOf, placeholderOf } from '../compiled/modifiers';
import { type SourceRange, sameRange } from '../compiled/source-file';

/**
 * Returns the first `require` or `revert` of the function that ends after
 * `place` begins, one without a message before all others; undefined when there
 * is none.
 */
export function nextCheck(entry: SourceFunction, place: SourceRange): SourceRange | undefined {
  return checkBetween(entry.node, place.start, Number.POSITIVE_INFINITY);
}

/**
 * Returns the first check that a call of the function comes to: its modifiers
 * before their `_`, the function itself, then what follows the `_`. Undefined
 * when there is none.
 */
export function firstCheck(
  compilation: Compilation,
  entry: SourceFunction,
  bases: readonly number[],
): SourceRange | undefined {
  const modifiers = modifiersOf(compilation, entry, bases).map((node) => {
    return { node, at: placeholderOf(node)?.start ?? Number.POSITIVE_INFINITY };
  });
  const before = modifiers.map(({ node, at }) => checkBetween(node, 0, at));
  const after = modifiers.map(({ node, at }) => checkBetween(node, at, Number.POSITIVE_INFINITY)).reverse();
  return [...before, checkBetween(entry.node, 0, Number.POSITIVE_INFINITY), ...after].find((place) => place);
}

/** Returns the function that is called at exactly `place` in `entry`; undefined when that is no call of one. */
export function calledAt(
  { functions }: Compilation,
  entry: SourceFunction,
  place: SourceRange,
): SourceFunction | undefined {
  let found: SourceFunction | undefined;
  visitAst(entry.node, (node) => {
    const range = rangeOf(node);
    if (node.nodeType !== 'FunctionCall' || range === undefined || !sameRange(range, place)) return;
    found ??= functions.byId.get(Number(readFields(node.expression).referencedDeclaration));
  });
  return found;
}

/** The first check whose end is at `from` or later and whose beginning is before `to`. */
function checkBetween(within: AstNode, from: number, to: number): SourceRange | undefined {
  let silent: SourceRange | undefined;
  let any: SourceRange | undefined;
  visitAst(within, (node) => {
    if (node.nodeType !== 'FunctionCall') return;
    const name = readText(readFields(node.expression).name);
    const range = rangeOf(node);
    if ((name !== 'require' && name !== 'revert') || range === undefined) return;
    if (range.start + range.length < from || range.start >= to) return;
    const hasMessage = readList(node.arguments).length > (name === 'require' ? 1 : 0);
    if (any === undefined || range.start < any.start) any = range;
    if (!hasMessage && (silent === undefined || range.start < silent.start)) silent = range;
  });
  return silent ?? any;
}
