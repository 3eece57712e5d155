/**
 * What a check of the compiler that says nothing was of, by its place. An INVALID of solc 0.4.10 to 0.7 is of `assert`, an
 * index, a division and the like, before 0.8 made panics of them (Solidity docs, breaking changes of 0.8); a REVERT
 * without data is of `abi.decode` or a slice in all versions.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { readFields, readText } from '../../values/json-fields';
import { type AstNode, rangeOf, typeStringOf, visitAst } from '../compiled/ast';
import { isAtLeast } from '../compiled/compilation';
import { contains, type SourceRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import { holdsArguments } from './merged-revert';

/** Returns, as a clause, which check failed at `range` where the frame ended with INVALID; undefined where no compiler made it. */
export function oldAssertion(frame: FrameInSource, range: SourceRange | undefined): string | undefined {
  const { compilation } = frame;
  if (frame.opcode(frame.length - 1) !== Op.INVALID || compilation.language !== 'Solidity') return undefined;
  if (range === undefined || isAtLeast(compilation, 0, 8, 0)) return undefined;
  const innermost = innermostAt(frame, range);
  return innermost && checkOf(innermost);
}

/** Returns, as a clause, what the compiler checked where the frame reverts without data at `range`; undefined where the source reverts. */
export function silentCheck(frame: FrameInSource, range: SourceRange | undefined): string | undefined {
  const { compilation } = frame;
  if (!frame.reverted || frame.output.length > 0 || compilation.language !== 'Solidity') return undefined;
  // What a getter is called with are the keys and indexes of its variable.
  if (frame.called?.kind === 'getter' && holdsArguments(frame)) return 'the index is out of bounds';
  const node = range && innermostAt(frame, range);
  if (node?.nodeType === 'IndexRangeAccess') return 'the slice is out of bounds';
  const called = readFields(node?.expression);
  const isDecoding =
    node?.nodeType === 'FunctionCall' &&
    readText(called.memberName) === 'decode' &&
    readText(readFields(called.expression).name) === 'abi';
  return isDecoding ? 'the bytes do not hold the values that abi.decode reads' : undefined;
}

function innermostAt(frame: FrameInSource, range: SourceRange): AstNode | undefined {
  const holder = frame.functionOf(range);
  let innermost: AstNode | undefined;
  if (holder !== undefined)
    visitAst(holder.node, (node) => {
      const place = rangeOf(node);
      if (place !== undefined && contains(place, range)) innermost = node;
    });
  return innermost;
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
      if (readText(readFields(node.expression).memberName) === 'pop') return 'the array has no item to remove';
      return typeStringOf(node).startsWith('enum ') ? 'no member of the enum has this number' : OTHER;
    default:
      return node.nodeType.startsWith('Yul') ? undefined : OTHER;
  }
}

const OTHER = 'a check of the compiler';
