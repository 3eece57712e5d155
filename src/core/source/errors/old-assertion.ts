/**
 * What an INVALID of solc 0.4.10 to 0.7 checked: `assert`, an index, a division and the like ended with it, before 0.8
 * made panics of them (Solidity docs, breaking changes of 0.8). The place says which it is.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { readFields, readText } from '../../values/json-fields';
import { type AstNode, rangeOf, typeStringOf, visitAst } from '../compiled/ast';
import { isAtLeast } from '../compiled/compilation';
import { contains, type SourceRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';

/** Returns, as a clause, which check failed at `range` where the frame ended with INVALID; undefined where no compiler made it. */
export function oldAssertion(frame: FrameInSource, range: SourceRange | undefined): string | undefined {
  const { compilation } = frame;
  if (frame.opcode(frame.length - 1) !== Op.INVALID || compilation.language !== 'Solidity') return undefined;
  if (range === undefined || isAtLeast(compilation, 0, 8, 0)) return undefined;
  const holder = frame.functionOf(range);
  if (holder === undefined) return undefined;
  let innermost: AstNode | undefined;
  visitAst(holder.node, (node) => {
    const place = rangeOf(node);
    if (place !== undefined && contains(place, range)) innermost = node;
  });
  return innermost && checkOf(innermost);
}

function checkOf(node: AstNode): string | undefined {
  switch (node.nodeType) {
    case 'InlineAssembly':
      return undefined;
    case 'IndexAccess':
      return 'the index is out of bounds';
    case 'BinaryOperation':
    case 'Assignment':
      return /^[/%]=?$/.test(readText(node.operator)) ? 'division by zero' : OTHER;
    case 'FunctionCall':
      if (readText(readFields(node.expression).name) === 'assert') return 'the condition of assert does not hold';
      return typeStringOf(node).startsWith('enum ') ? 'no member of the enum has this number' : OTHER;
    default:
      return node.nodeType.startsWith('Yul') ? undefined : OTHER;
  }
}

const OTHER = 'a check of the compiler';
