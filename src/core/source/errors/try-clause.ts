/**
 * In which clause of a `try` an error was raised. Clauses that raise the same error are one piece of code in optimised
 * output, with the place of either; whether the call failed tells them apart.
 */
import { type AstNode, nodeIn, nodesIn, rangeOf, visitAst } from '../compiled/ast';
import { contains, type SourceRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import { raisingPlaces, statedBy } from '../via-ir/raise-sites';

/**
 * Returns the one place that raises the frame's error in a clause which can have run; undefined where `range` is in such a
 * clause, or in no `try`, or where several places raise it. `failed` says whether the frame's last call did.
 */
export function placeInTry(
  frame: FrameInSource,
  range: SourceRange | undefined,
  failed: boolean,
): SourceRange | undefined {
  const holder = range && frame.functionOf(range);
  const raises = holder && statedBy(frame.revert, frame.output);
  if (range === undefined || holder === undefined || raises === undefined) return undefined;
  const tried: AstNode[] = [];
  visitAst(holder.node, (node) => {
    if (node.nodeType === 'TryStatement') tried.push(node);
  });
  // Which of several made the call is not told.
  const [only] = tried;
  if (only === undefined || tried.length > 1) return undefined;
  const [success, ...caught] = nodesIn(only, 'clauses').map((clause) => rangeOf(clause));
  const call = rangeOf(nodeIn(only, 'externalCall') ?? {});
  const within = (clauses: readonly (SourceRange | undefined)[], place: SourceRange) =>
    clauses.some((clause) => clause !== undefined && contains(clause, place));
  const isWrong = failed
    ? within([success], range) || (call !== undefined && (contains(range, call) || contains(call, range)))
    : within(caught, range);
  if (!isWrong) return undefined;
  const places = raisingPlaces(holder, raises).filter((place) => within(failed ? caught : [success], place));
  return places.length === 1 ? places[0] : undefined;
}
