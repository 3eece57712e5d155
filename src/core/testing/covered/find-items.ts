/**
 * The functions, statements and branches of a source, as `forge coverage` counts them, and beside each where in compiled
 * code its runs are counted.
 *
 *     if (a > 1) { b = 2; }     statement `a > 1`, branch `{ b = 2; }`, statement `b = 2`
 *     require(a > 1, "small");  a statement, and a branch each for failing and going on
 *
 * Beyond forge's: free functions, and `delete`.
 */

import { type AstNode, isNode, nodeIn, nodesIn, rangeOf } from '../../source/compiled/ast';
import { lineAt, type SourceFile, type SourceRange } from '../../source/compiled/source-file';
import { readText } from '../../values/json-fields';
import type { CoverageItem } from './coverage-item';

/** How the runs of an item are counted. */
export type Counting =
  /** Runs of the code of its range. */
  | { by: 'range'; range: SourceRange }
  /** Entries into the function of this range. */
  | { by: 'entry'; range: SourceRange }
  /** The `require` of this range went on, or did not. */
  | { by: 'passed' | 'failed'; range: SourceRange }
  /** Runs of another item less those of some more: a `try` that ended in none of its `catch`. */
  | { by: 'rest'; of: number; less: readonly number[] };

export type FoundItem = CoverageItem & {
  counting: Counting;
  /**
   * For an item that the compiler left no code of: index of an item before it that runs as often, -1 where nothing
   * says.
   */
  before: number;
};

/** Nesting of nodes that is followed; no compiler takes more. */
const MAX_DEPTH = 1_000;
const TEST_NAME = /^(test|invariant|statefulFuzz|table)/;
/** Statements after which the next one of a block does not run. */
const ENDS = new Set([
  'Return',
  'RevertStatement',
  'Throw',
  'Break',
  'Continue',
  'YulLeave',
  'YulBreak',
  'YulContinue',
]);
const CHANGES = new Set(['++', '--', '!', '-', '~', 'delete']);

/** Returns the items of a file, by their place; none of interfaces and of contracts with tests. Linear in the tree. */
export function findItems(root: AstNode, file: SourceFile): readonly FoundItem[] {
  const finder = new Finder(file);
  for (const unit of nodesIn(root, 'nodes')) {
    if (unit.nodeType === 'FunctionDefinition') finder.addFunction(unit, '');
    if (unit.nodeType !== 'ContractDefinition' || unit.contractKind === 'interface') continue;
    const members = nodesIn(unit, 'nodes');
    if (members.some((node) => node.nodeType === 'FunctionDefinition' && TEST_NAME.test(readText(node.name)))) continue;
    for (const member of members)
      if (member.nodeType === 'FunctionDefinition' || member.nodeType === 'ModifierDefinition')
        finder.addFunction(member, readText(unit.name));
  }
  return finder.sorted();
}

class Finder {
  private readonly items: FoundItem[] = [];
  private branches = 0;
  /** Item that ran before what comes next. */
  private before = -1;
  private depth = 0;

  constructor(private readonly file: SourceFile) {}

  sorted(): FoundItem[] {
    const order = this.items.map((_, at) => at).sort((a, b) => byPlace(this.items[a], this.items[b]) || a - b);
    const placeOf = new Int32Array(order.length);
    for (const [place, at] of order.entries()) placeOf[at] = place;
    const moved = (at: number) => (at < 0 ? -1 : placeOf[at]);
    return order.map((at) => {
      const { counting, before, ...item } = this.items[at];
      const rest =
        counting.by === 'rest' ? { ...counting, of: moved(counting.of), less: counting.less.map(moved) } : counting;
      return { ...item, counting: rest, before: moved(before) };
    });
  }

  addFunction(node: AstNode, contract: string): void {
    const body = nodeIn(node, 'body');
    const range = rangeOf(node);
    if (body === undefined || range === undefined) return;
    // What has no statement leaves no code of its own; forge finds it where it has a name to jump to.
    if (!(node.kind === 'function' || node.kind === 'freeFunction') && nodesIn(body, 'statements').length === 0) return;
    const name = readText(node.name) || readText(node.kind) || 'fallback';
    const isEntered = node.nodeType === 'FunctionDefinition' && node.kind !== 'constructor';
    this.add(node, {
      kind: 'function',
      name: contract === '' ? name : `${contract}.${name}`,
      counting: { by: isEntered ? 'entry' : 'range', range },
      before: -1,
    });
    this.statement(body);
  }

  private add(node: AstNode, more: Partial<FoundItem>): number {
    const range = rangeOf(node);
    if (range === undefined) return -1;
    const end = range.start + range.length;
    const item: FoundItem = {
      kind: 'statement',
      line: lineAt(this.file, range.start),
      endLine: lineAt(this.file, Math.max(range.start, end - 1)),
      start: range.start,
      end,
      name: '',
      branch: -1,
      path: -1,
      counting: { by: 'range', range },
      before: this.before,
      ...more,
    };
    const at = this.items.push(item) - 1;
    if (item.kind !== 'branch') this.before = at;
    return at;
  }

  private statement(node: AstNode): void {
    if (this.depth > MAX_DEPTH) return;
    this.depth++;
    this.one(node);
    this.depth--;
    if (ENDS.has(node.nodeType)) this.before = -1;
  }

  private one(node: AstNode): void {
    switch (node.nodeType) {
      case 'Block':
      case 'UncheckedBlock':
      case 'YulBlock':
        for (const each of nodesIn(node, 'statements')) this.statement(each);
        break;
      case 'IfStatement':
        this.addIf(node, nodeIn(node, 'trueBody'), nodeIn(node, 'falseBody'));
        break;
      case 'ForStatement':
        this.inner(node, 'initializationExpression');
        this.loop(node, 'loopExpression');
        break;
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.loop(node);
        break;
      case 'TryStatement':
        this.addTry(node);
        break;
      case 'ExpressionStatement':
        this.expression(nodeIn(node, 'expression'));
        break;
      case 'Return':
      case 'VariableDeclarationStatement':
        this.add(node, {});
        this.expression(nodeIn(node, node.nodeType === 'Return' ? 'expression' : 'initialValue'));
        break;
      case 'EmitStatement':
      case 'RevertStatement':
      case 'Throw':
      case 'Break':
      case 'Continue':
      case 'YulAssignment':
      case 'YulVariableDeclaration':
      case 'YulExpressionStatement':
      case 'YulBreak':
      case 'YulContinue':
      case 'YulLeave':
        this.add(node, {});
        break;
      case 'InlineAssembly':
        this.inner(node, 'AST');
        break;
      case 'YulIf':
        this.addYulIf(node);
        break;
      case 'YulSwitch':
        this.addYulSwitch(node);
        break;
      case 'YulForLoop':
        this.inner(node, 'pre');
        this.yulCondition(node);
        this.inner(node, 'post');
        this.add(nodeIn(node, 'body') ?? node, { before: -1 });
        this.branchBody(nodeIn(node, 'body'));
        break;
      case 'YulFunctionDefinition':
        this.add(node, { kind: 'function', name: readText(node.name), before: -1 });
        this.branchBody(nodeIn(node, 'body'));
        break;
    }
  }

  private inner(node: AstNode, field: string): void {
    const found = nodeIn(node, field);
    if (found) this.statement(found);
  }

  /** Visits a loop. What follows it runs as often as what came before it. */
  private loop(node: AstNode, next?: string): void {
    const { before } = this;
    this.condition(node);
    if (next !== undefined) this.inner(node, next);
    this.branchBody(nodeIn(node, 'body'));
    this.before = before;
  }

  private addIf(node: AstNode, body: AstNode | undefined, other: AstNode | undefined): void {
    this.condition(node);
    if (body === undefined) return;
    const isBranch = hasStatements(body) || (other !== undefined && hasStatements(other));
    const branch = isBranch ? this.branches++ : -1;
    if (isBranch) this.add(body, { kind: 'branch', branch, path: 0, before: -1 });
    this.branchBody(body);
    if (other === undefined) return;
    if (isBranch && hasStatements(other)) {
      const range = rangeOf(other);
      if (range) this.add(node, { kind: 'branch', branch, path: 1, before: -1, counting: { by: 'range', range } });
    }
    this.branchBody(other);
  }

  /**
   * Visits the body of a branch. Where the compiler left no code of its first statement, nothing says how often that
   * ran.
   */
  private branchBody(body: AstNode | undefined): void {
    const { before } = this;
    this.before = -1;
    if (body) this.statement(body);
    this.before = before;
  }

  private addTry(node: AstNode): void {
    const call = nodeIn(node, 'externalCall');
    const begun = this.items.length;
    this.expression(call);
    const of = this.items.length > begun ? begun : -1;
    const branch = this.branches++;
    const [success, ...failures] = nodesIn(node, 'clauses');
    const block = success && nodeIn(success, 'block');
    const own = block && hasStatements(block) ? rangeOf(block) : undefined;
    const path = this.add(node, { kind: 'branch', branch, path: 0, before: -1 });
    const less: number[] = [];
    this.branchBody(block);
    for (const [at, clause] of failures.entries()) {
      const body = nodeIn(clause, 'block');
      const range = body && rangeOf(body);
      if (body === undefined || range === undefined || !hasStatements(body)) continue;
      less.push(
        this.add(clause, { kind: 'branch', branch, path: at + 1, before: -1, counting: { by: 'range', range } }),
      );
      this.branchBody(body);
    }
    const item = this.items[path];
    if (item === undefined) return;
    if (own) item.counting = { by: 'range', range: own };
    else if (of >= 0) item.counting = { by: 'rest', of, less };
  }

  private addYulIf(node: AstNode): void {
    this.yulCondition(node);
    const body = nodeIn(node, 'body');
    const range = body && rangeOf(body);
    if (body === undefined || range === undefined) return;
    this.add(node, { kind: 'branch', branch: this.branches++, path: 0, before: -1, counting: { by: 'range', range } });
    this.branchBody(body);
  }

  private addYulSwitch(node: AstNode): void {
    const selector = nodeIn(node, 'expression');
    if (selector?.nodeType === 'YulFunctionCall') this.add(selector, {});
    for (const clause of nodesIn(node, 'cases')) {
      const body = nodeIn(clause, 'body');
      const range = body && rangeOf(body);
      if (body === undefined || range === undefined) continue;
      this.add(clause, { before: -1, counting: { by: 'range', range } });
      this.add(body, { before: -1 });
      this.branchBody(body);
    }
  }

  private yulCondition(node: AstNode): void {
    const condition = nodeIn(node, 'condition');
    if (condition?.nodeType === 'YulFunctionCall') this.add(condition, {});
  }

  private condition(node: AstNode): void {
    const condition = nodeIn(node, 'condition');
    const { length } = this.items;
    this.expression(condition);
    if (condition && condition.nodeType !== 'Literal' && this.items.length === length)
      this.add(condition, { kind: 'condition' });
  }

  /** Adds an expression that counts as a statement; of `&&` and comparisons their sides as well. */
  private expression(node: AstNode | undefined): void {
    if (node === undefined || this.depth > MAX_DEPTH) return;
    switch (node.nodeType) {
      case 'Assignment':
      case 'Conditional':
        this.add(node, {});
        return;
      case 'UnaryOperation':
        if (CHANGES.has(readText(node.operator))) this.add(node, {});
        return;
      case 'BinaryOperation': {
        this.add(node, {});
        const { before } = this;
        this.depth++;
        for (const side of ['leftExpression', 'rightExpression']) this.expression(nodeIn(node, side));
        this.depth--;
        this.before = before;
        return;
      }
      case 'FunctionCall':
        if (node.kind === undefined || node.kind === 'functionCall') this.addCall(node);
    }
  }

  private addCall(node: AstNode): void {
    const range = rangeOf(node);
    this.add(node, {});
    const called = nodeIn(node, 'expression');
    if (range === undefined || called?.nodeType !== 'Identifier' || called.name !== 'require') return;
    const branch = this.branches++;
    this.add(node, { kind: 'branch', branch, path: 0, before: -1, counting: { by: 'failed', range } });
    this.add(node, { kind: 'branch', branch, path: 1, before: -1, counting: { by: 'passed', range } });
  }
}

function hasStatements(node: AstNode): boolean {
  const statements = node.statements;
  return Array.isArray(statements) ? statements.filter(isNode).length > 0 : true;
}

function byPlace(a: CoverageItem, b: CoverageItem): number {
  return a.start - b.start || b.end - a.end;
}
