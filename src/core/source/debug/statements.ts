/**
 * The statements of a compilation, as a reader steps through them: a simple
 * statement as a whole, of a compound one its condition. So statements do not
 * overlap, and an instruction belongs to one of them or to none.
 *
 *     if (a > b) { c = a; }      a > b │ c = a;
 *     for (uint i; i < n; i++)   uint i │ i < n │ i++
 *
 * The brace that closes a function is a statement as well. No instruction is
 * of it; the function comes to it when its last statement is done.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { firstPlace } from '../../values/first-place';
import { readText } from '../../values/json-fields';
import { type AstNode, nodeIn, nodesIn, rangeOf, visitAst } from '../compiled/ast';
import { type CodeMap, instructionAt, jumpAt } from '../compiled/code-map';
import { pushedNumber } from '../compiled/code-table';
import type { Compilation } from '../compiled/compilation';
import { functionContaining, type SourceFunction } from '../compiled/functions';
import { lineAt, type SourceRange, sameRange } from '../compiled/source-file';
import { Jump } from '../compiled/source-map';

export type Statement = {
  range: SourceRange;
  /** First line of the statement, from 1. */
  line: number;
  endLine: number;
  /** The statement; of a compound one its condition. */
  node: AstNode;
  /** Function that the statement is written in; undefined for the first value of a state variable. */
  function: SourceFunction | undefined;
};

export type Statements = {
  all: readonly Statement[];
  /** For each file: indexes into `all`, in the order of the text. */
  byFile: ReadonlyMap<number, readonly number[]>;
  /** For each function or modifier, by its id: its closing brace, as an index into `all`. */
  closing: ReadonlyMap<number, number>;
};

/** In a statement table: an instruction whose place is a function or its body as a whole. */
export const WHOLE_FUNCTION = -1;

/** In a statement table: an instruction whose place is the `_` of a modifier. */
export const PLACEHOLDER = -2;

const SIMPLE = new Set([
  'ExpressionStatement',
  'VariableDeclarationStatement',
  'Return',
  'EmitStatement',
  'RevertStatement',
  'Throw',
  'Break',
  'Continue',
  'YulAssignment',
  'YulVariableDeclaration',
  'YulExpressionStatement',
  'YulBreak',
  'YulContinue',
  'YulLeave',
]);

/**
 * By type of a compound statement, the part whose code belongs to the statement itself and to none of its inner
 * statements.
 */
const CONDITIONS: Readonly<Record<string, string>> = {
  IfStatement: 'condition',
  WhileStatement: 'condition',
  DoWhileStatement: 'condition',
  ForStatement: 'condition',
  TryStatement: 'externalCall',
  YulIf: 'condition',
  YulForLoop: 'condition',
  YulSwitch: 'expression',
};

const kept = new WeakMap<Compilation, Statements>();

/** Returns the statements of all files. Made once for a compilation, linear in its trees. */
export function statementsOf(compilation: Compilation): Statements {
  let found = kept.get(compilation);
  if (found === undefined) {
    found = findStatements(compilation);
    kept.set(compilation, found);
  }
  return found;
}

function findStatements(compilation: Compilation): Statements {
  const all: Statement[] = [];
  const byFile = new Map<number, number[]>();
  const closing = new Map<number, number>();
  for (const root of compilation.roots)
    visitAst(root, (node) => {
      const brace = closingBrace(node);
      // The names beside a closing brace are those of what is returned.
      const part = brace ? (nodeIn(node, 'returnParameters') ?? nodeIn(node, 'body')) : stepOf(node);
      const range = brace ?? (part && rangeOf(part));
      const file = range && compilation.files.get(range.file);
      if (part === undefined || range === undefined || file === undefined) return;
      const list = byFile.get(range.file) ?? [];
      byFile.set(range.file, list);
      if (brace) closing.set(node.id, all.length);
      list.push(all.length);
      const endLine = lineAt(file, range.start + Math.max(0, range.length - 1));
      const within = functionContaining(compilation.functions, range);
      all.push({ range, line: lineAt(file, range.start), endLine, node: part, function: within });
    });
  for (const list of byFile.values()) list.sort((a, b) => all[a].range.start - all[b].range.start);
  return { all, byFile, closing };
}

/** The brace that ends the body of a function or modifier, undefined for other nodes. */
function closingBrace(node: AstNode): SourceRange | undefined {
  if (node.nodeType !== 'FunctionDefinition' && node.nodeType !== 'ModifierDefinition') return undefined;
  const body = nodeIn(node, 'body');
  const range = body && rangeOf(body);
  return range && range.length > 0 ? { ...range, start: range.start + range.length - 1, length: 1 } : undefined;
}

/** The node that the reader steps to: the node itself, or its condition; undefined when it is no step. */
function stepOf(node: AstNode): AstNode | undefined {
  if (SIMPLE.has(node.nodeType)) return node;
  const condition = CONDITIONS[node.nodeType];
  if (condition !== undefined) return nodeIn(node, condition);
  // Old compilers give assembly without a tree.
  if (node.nodeType === 'InlineAssembly') return nodeIn(node, 'AST') ? undefined : node;
  // A state variable gets its first value in the constructor; a constant stands where it is used.
  const isStored = node.nodeType === 'VariableDeclaration' && node.stateVariable === true && node.constant !== true;
  return isStored && readText(node.mutability) !== 'constant' && nodeIn(node, 'value') ? node : undefined;
}

/** Returns the statement that holds the range: index into `all`, -1 when none does. Logarithmic. */
export function statementHolding({ all, byFile }: Statements, range: SourceRange): number {
  const list = byFile.get(range.file);
  if (list === undefined) return -1;
  const last = firstPlace(1, list.length, (at) => all[list[at]].range.start > range.start) - 1;
  const index = list[last] ?? -1;
  const found = all[index]?.range;
  if (found === undefined || found.start > range.start) return -1;
  return found.start + found.length >= range.start + range.length ? index : -1;
}

const tables = new WeakMap<CodeMap, Int32Array>();

/**
 * Returns, by pc, the statement of the instruction: its index in the compilation's statements plus 1, 0 for none,
 * WHOLE_FUNCTION or PLACEHOLDER. Made once for a code, linear in it.
 */
export function statementTable(compilation: Compilation, code: CodeMap): Int32Array {
  let table = tables.get(code);
  if (table === undefined) {
    table = new Int32Array(code.bytes.length);
    const statements = statementsOf(compilation);
    const { map } = code;
    const placeholders = placeholdersOf(compilation);
    for (let pc = 0; pc < table.length; pc++) {
      const index = instructionAt(code, pc);
      if (index < 0 || index >= map.length || map.file[index] < 0) continue;
      const range = { file: map.file[index], start: map.start[index], length: map.size[index] };
      const within = functionContaining(compilation.functions, range);
      if (within && isWhole(within, range)) table[pc] = WHOLE_FUNCTION;
      else if (placeholders.has(placeKey(range))) table[pc] = PLACEHOLDER;
      else if (!compilation.viaIR || !isShuffle(compilation, code, pc))
        table[pc] = statementHolding(statements, range) + 1;
    }
    tables.set(code, table);
  }
  return table;
}

/** Returns whether the range is that of the function or of its body: of what enters it, or clears its variables away. */
export function isWhole({ range: whole, node }: SourceFunction, range: SourceRange): boolean {
  const body = nodeIn(node, 'body');
  const block = body && rangeOf(body);
  return sameRange(whole, range) || (block !== undefined && sameRange(block, range));
}

/** Finds the places of each `_` of a modifier. */
function placeholdersOf(compilation: Compilation): ReadonlySet<string> {
  const found = new Set<string>();
  for (const root of compilation.roots)
    visitAst(root, (node) => {
      const range = node.nodeType === 'PlaceholderStatement' ? rangeOf(node) : undefined;
      if (range) found.add(placeKey(range));
    });
  return found;
}

function placeKey({ file, start, length }: SourceRange): string {
  return `${file} ${start} ${length}`;
}

/**
 * Whether an instruction only moves words on the stack, or pushes where to
 * jump. Code made via IR does so for what runs later, with the place of what
 * runs next; entering a function is of the statement all the same. The optimizer pushes numbers ahead as well.
 */
function isShuffle({ optimized }: Compilation, code: CodeMap, pc: number): boolean {
  const { bytes } = code;
  const opcode = bytes[pc];
  if (opcode >= Op.PUSH0 && opcode <= Op.PUSH32) return optimized || bytes[pushedNumber(bytes, pc)] === Op.JUMPDEST;
  if (opcode >= Op.DUP1 && opcode <= Op.SWAP16) return true;
  if (opcode === Op.JUMP) return jumpAt(code, pc) !== Jump.into;
  return opcode === Op.POP || opcode === Op.JUMPDEST;
}

/** Returns the names that the statement reads, writes or declares, in the order of the text, each once. */
export function namesIn({ node }: Statement): string[] {
  const names = new Set<string>();
  visitAst(node, ({ nodeType, name }) => {
    if (nodeType === 'Identifier' || nodeType === 'VariableDeclaration' || nodeType === 'YulIdentifier')
      names.add(readText(name));
  });
  for (const declared of nodesIn(node, 'variables')) names.add(readText(declared.name));
  names.delete('');
  return [...names];
}
