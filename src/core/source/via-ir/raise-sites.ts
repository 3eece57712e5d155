/**
 * Which expressions of a function can have raised what a frame reverted with.
 * An optimizer takes the place of many reverts away; their data stays:
 *
 *     Error("too small")    require(…, "too small"), revert("too small")
 *     TooSmall(…)           revert TooSmall(…), require(…, TooSmall(…))
 *     Panic(0x11)           arithmetic
 *     nothing               require(…), revert(), revert in assembly
 */
import type { DecodedRevert } from '../../abi/decode';
import { readFields, readList, readText } from '../../values/json-fields';
import { type AstNode, nodeIn, nodesIn, rangeOf, typeStringOf, visitAst } from '../compiled/ast';
import type { SourceFunction } from '../compiled/functions';
import { contains, type SourceRange } from '../compiled/source-file';
import { panicCodeOf } from '../errors/revert-string';

/** Whether an expression can raise a certain error. */
export type Raises = (node: AstNode) => boolean;

/** Returns a test of nodes that can raise the error with this data; undefined where the source does not say. */
export function raisesOf(revert: DecodedRevert | undefined, output: Uint8Array): Raises | undefined {
  const raises = statedBy(revert, output);
  return raises && ((node) => raises(node) || isAssembly(node, output.length));
}

/** Returns the same for nodes outside of assembly. */
export function statedBy(revert: DecodedRevert | undefined, output: Uint8Array): Raises | undefined {
  if (output.length === 0) return isSilent;
  if (revert === undefined) return () => false;
  if (revert.source >= 0) return (node) => names(node, revert.name);
  if (revert.signature === 'Error(string)') return (node) => says(node, revert.reason ?? '');
  return revert.signature === 'Panic(uint256)' ? panicking(panicCodeOf(output)) : undefined;
}

/** Returns the places of the expressions of `entry` that raise such an error, in the order of the text. */
export function raisingPlaces(entry: SourceFunction, raises: Raises): SourceRange[] {
  const found: SourceRange[] = [];
  const unchecked: SourceRange[] = [];
  visitAst(entry.node, (node) => {
    const range = rangeOf(node);
    if (range === undefined) return;
    if (node.nodeType === 'UncheckedBlock') unchecked.push(range);
    // Counting up to a limit cannot overflow, and is not checked (solc 0.8.22 on).
    const counting = node.isSimpleCounterLoop === true ? nodeIn(node, 'loopExpression') : undefined;
    const counted = counting && rangeOf(counting);
    if (counted) unchecked.push(counted);
    const wraps = ARITHMETIC.has(readText(node.operator)) && unchecked.some((block) => contains(block, range));
    if (!wraps && raises(node)) found.push(range);
  });
  return found.sort((a, b) => a.start - b.start || b.length - a.length);
}

/** The name of the built-in function that is called, '' for other nodes. */
function builtIn(node: AstNode): string {
  const called = node.nodeType === 'FunctionCall' ? nodeIn(node, 'expression') : undefined;
  if (called?.nodeType !== 'Identifier') return '';
  const id = called.referencedDeclaration;
  // The compiler gives what it declares itself ids below zero.
  return id === undefined || id === null || Number(id) < 0 ? readText(called.name) : '';
}

function isSilent(node: AstNode): boolean {
  const name = builtIn(node);
  if (name === 'require') return readList(node.arguments).length === 1;
  if (name === 'revert') return readList(node.arguments).length === 0;
  return node.nodeType === 'IndexRangeAccess' || isOutside(node);
}

/** Returns whether the place is in a call of another contract that `entry` makes; without a place, whether it makes any. */
export function isInCall(entry: SourceFunction, place: SourceRange | undefined): boolean {
  return raisingPlaces(entry, isOutside).some((call) => place === undefined || contains(call, place));
}

/** Calls of other contracts, whose code and answers are checked, and decoding. */
function isOutside(node: AstNode): boolean {
  const called = node.nodeType === 'FunctionCall' ? nodeIn(node, 'expression') : undefined;
  const type = readText(readFields(called?.typeDescriptions).typeIdentifier);
  return /^t_function_(external|delegatecall|creation|abidecode)/.test(type);
}

/** Whether assembly reverts with so many bytes, as far as it states how many. */
function isAssembly(node: AstNode, bytes: number): boolean {
  if (node.nodeType !== 'YulFunctionCall' || readFields(node.functionName).name !== 'revert') return false;
  const size = nodesIn(node, 'arguments')[1];
  return size?.nodeType !== 'YulLiteral' || Number(size.value) === bytes;
}

/** Whether the node reverts with this text, as far as it states one. */
function says(node: AstNode, reason: string): boolean {
  const name = builtIn(node);
  const text = nodesIn(node, 'arguments')[name === 'require' ? 1 : name === 'revert' ? 0 : -1];
  if (text === undefined || typeStringOf(text).startsWith('error')) return false;
  return text.nodeType === 'Literal' ? text.value === reason : holdsLiterals(text, reason);
}

/** Whether the literals that an expression puts together, as `string.concat` does, stand in the text in their order. */
function holdsLiterals(text: AstNode, reason: string): boolean {
  const parts = nodesIn(text, 'arguments');
  const isPut = ['concat', 'encodePacked'].includes(memberCalled(text));
  if (!isPut && text.kind !== 'typeConversion') return true;
  let from = 0;
  return parts.every((part) => {
    if (part.nodeType !== 'Literal' || part.kind !== 'string') return !isPut ? holdsLiterals(part, reason) : true;
    const at = reason.indexOf(readText(part.value), from);
    from = at + readText(part.value).length;
    return at >= 0;
  });
}

function names(node: AstNode, error: string): boolean {
  const raised =
    node.nodeType === 'RevertStatement'
      ? nodeIn(node, 'errorCall')
      : builtIn(node) === 'require'
        ? nodesIn(node, 'arguments')[1]
        : undefined;
  const { name, memberName } = readFields(raised && nodeIn(raised, 'expression'));
  return (memberName ?? name) === error;
}

const ARITHMETIC = new Set(['+', '-', '*', '**', '++', '--', '+=', '-=', '*=', '**=']);
const DIVISION = new Set(['/', '%', '/=', '%=']);

/** What panics with this code (Solidity docs, Panic via assert and Error via require); undefined where many things do. */
function panicking(code: string): Raises | undefined {
  switch (code) {
    case '1':
      return (node) => builtIn(node) === 'assert';
    case '11':
      return (node) => ARITHMETIC.has(readText(node.operator)) || isSignedDivision(node);
    case '12':
      return (node) => DIVISION.has(readText(node.operator)) || /^(add|mul)mod$/.test(builtIn(node));
    case '21':
      return (node) => node.kind === 'typeConversion' && typeStringOf(node).startsWith('enum ');
    case '31':
      return (node) => memberCalled(node) === 'pop';
    case '32':
      return (node) => node.nodeType === 'IndexAccess' || node.nodeType === 'IndexRangeAccess';
    case '51':
      return (node) => node.nodeType === 'FunctionCall' && isPointer(nodeIn(node, 'expression'));
    default:
      return undefined;
  }
}

function isSignedDivision(node: AstNode): boolean {
  return readText(node.operator).startsWith('/') && typeStringOf(node).startsWith('int');
}

function memberCalled(node: AstNode): string {
  const called = node.nodeType === 'FunctionCall' ? nodeIn(node, 'expression') : undefined;
  return readText(called?.memberName);
}

/** Whether what is called is a variable that holds an internal function. */
function isPointer(called: AstNode | undefined): boolean {
  return (
    called !== undefined &&
    readText(readFields(called.typeDescriptions).typeIdentifier).startsWith('t_function_internal')
  );
}
