/** The steps of a replay in its contracts' sources: made once for a decoded trace. */
import { stringToBytes } from 'viem';
import { keccakHex } from '../../../core/chain/keccak';
import type { Address } from '../../../core/chain/primitives';
import { type StepColumns, type StepIndex, stepIndex } from '../../../core/evm/recording/steps';
import { nodeIn, nodesIn, rangeOf } from '../../../core/source/compiled/ast';
import { type CodeMap, rangeAt } from '../../../core/source/compiled/code-map';
import type { Compilation } from '../../../core/source/compiled/compilation';
import { functionContaining, functionName, type SourceFunction } from '../../../core/source/compiled/functions';
import { characterAt, contains, lineAt, type SourceRange } from '../../../core/source/compiled/source-file';
import { type SourceStops, SourceStopsBuilder } from '../../../core/source/debug/source-stops';
import { type Statement, statementHolding, statementsOf } from '../../../core/source/debug/statements';
import { lastStop, movesBetweenStops, type SourceMoves, stopOfCall } from '../../../core/source/debug/stop-moves';
import type { CodeSource } from '../../../core/source/frame-in-source';
import type { SourceTree } from '../../../core/source/source-tree';
import { depthIdOf } from '../../../core/trace/depth-id';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import { readFields } from '../../../core/values/json-fields';
import type { Slices } from '../../scheduling/slices';
import { framesOf } from '../rows/source-rows';
import type { SourceTrace } from '../source/source-trace';
import type { CallLine, StepFile, StepPlace, StepSource } from '../steps-in-source.api';

const STEPS_PER_SLICE = 200_000;
const NO_SOURCE = 'Unfortunately we do not have the source code for this contract to display the exact line of code.';
const DISPATCH = 'No function has begun yet: the contract is selecting the called one.';
const GENERATED = 'The compiler generated this code: it has no place in the source.';

type KnownFile = StepFile & { compilation: Compilation; index: number };

/** Place of a call, and the function whose text has it: a modifier of the called function, or an inlined function. */
type Where = { place: StepPlace | undefined; holder: SourceFunction | undefined };

const NOWHERE: Where = { place: undefined, holder: undefined };

export class StepsInSource {
  readonly tree: SourceTree;
  /** The steps at which the rows of the tree were entered. */
  readonly entries: Int32Array;
  private readonly files: KnownFile[] = [];
  private readonly ids = new Map<Compilation, Map<number, number>>();
  private readonly filesOfCode = new Map<CodeMap, StepFile[]>();
  private readonly errors: ReadonlyMap<number, SourceRange>;
  /**
   * Steps at which frames failed, and steps of the stack trace, ascending. The reader is taken to them, so the arrows
   * stop there, too.
   */
  private readonly failures: Uint32Array;

  private constructor(
    readonly source: SourceTrace,
    readonly stops: SourceStops,
  ) {
    this.tree = source.tree;
    this.entries = source.entries;
    const { replay, trace } = source.replayed;
    const stack = framesOf(source);
    this.errors = new Map(stack.flatMap(({ step: at, range }) => (at >= 0 && range ? [[at, range]] : [])));
    const reached = stack.flatMap(({ step }) => (step >= 0 ? [step] : []));
    this.failures = Uint32Array.from(new Set([...reached, ...failedAt(trace, replay.steps)])).sort();
  }

  /** Finds the statements execution came to, letting others in between slices. */
  static async create(source: SourceTrace, slices: Pick<Slices, 'pause'>): Promise<StepsInSource> {
    const { replay, trace } = source.replayed;
    const input = { ...source.sources, trace, steps: replay.steps, accesses: replay.accesses };
    const builder = new SourceStopsBuilder(input, source.tree);
    while (!builder.run(STEPS_PER_SLICE)) await slices.pause();
    return new StepsInSource(source, builder.stops());
  }

  get total(): number {
    return this.source.replayed.replay.steps.length;
  }

  /** The innermost call that runs at the step, as a row of the tree. */
  callAt(step: number): number {
    return this.source.rowAt(step);
  }

  /** The statement a step belongs to, undefined before the first of its call. */
  statementAt(call: number, step: number): (Statement & { compilation: Compilation }) | undefined {
    const stop = stopOfCall(this.stops, this.tree, call, step);
    return stop < 0 ? undefined : this.stops.statements[this.stops.statement[stop]];
  }

  at(wanted: number): Omit<StepSource, 'row'> {
    const step = stepIndex(Math.max(0, Math.min(Math.floor(wanted), this.total - 1)));
    const call = this.callAt(step);
    const row = rowIndex(this.tree.row[call]);
    const source = this.source.sources.sourceOf(row);
    const { place, holder } = source ? this.whereAt(source, call, step) : NOWHERE;
    const entry = holder ?? this.functionOf(call);
    return {
      step,
      contract: source?.contract.name ?? '',
      function: nameOf(entry),
      address: this.addressOf(row),
      files: source ? this.filesOf(source, row) : [],
      place,
      why: source === undefined ? this.whyNot(row) : place ? '' : entry ? GENERATED : DISPATCH,
      stack: this.stackAt(call, step),
      depthId: depthIdOf(this.source.replayed.trace, row),
      moves: this.movesFrom(call, step),
      isStop: this.isStop(step),
      stopCount: this.stops.length,
    };
  }

  private isStop(step: number): boolean {
    return this.stops.step[lastStop(this.stops, step)] === step || this.failures.includes(step);
  }

  /** Returns the steps that the buttons lead to; arrows also stop where something failed. */
  private movesFrom(call: number, step: number): SourceMoves {
    const moves = movesBetweenStops(this.stops, this.tree, call, step);
    const next = this.failures.find((at) => at > step) ?? Number.POSITIVE_INFINITY;
    const previous = this.failures.findLast((at) => at < step) ?? -1;
    if (this.stops.length === 0) return moves;
    return {
      ...moves,
      ...(next < (moves.next ?? Number.POSITIVE_INFINITY) && { next }),
      ...(previous > (moves.previous ?? -1) && { previous }),
    };
  }

  /** A file with the lines on which statements begin. */
  file(id: number): { file: StepFile; text: string; lines: readonly number[] } | undefined {
    const known = this.files[id];
    if (known === undefined) return undefined;
    const { compilation, index, path, digest } = known;
    const { all, byFile } = statementsOf(compilation);
    const lines = new Set((byFile.get(index) ?? []).map((statement) => all[statement].line));
    const text = compilation.files.get(index)?.text ?? '';
    return { file: { id, path, digest }, text, lines: [...lines].sort((a, b) => a - b) };
  }

  /** Id and digest of a file of a compilation. */
  fileOf(compilation: Compilation, index: number): KnownFile | undefined {
    const ids = this.ids.get(compilation) ?? new Map<number, number>();
    this.ids.set(compilation, ids);
    const known = ids.get(index);
    if (known !== undefined) return this.files[known];
    const file = compilation.files.get(index);
    if (file === undefined) return undefined;
    const digest = keccakHex(stringToBytes(file.text)).slice(2, 18);
    const made = { id: this.files.length, path: file.path, digest, compilation, index };
    ids.set(index, made.id);
    this.files.push(made);
    return made;
  }

  /** Returns the name of the function at a row of the tree, `swap`; '' where no function is entered. */
  functionName(call: number): string {
    return nameOf(this.functionOf(call));
  }

  /** Returns the account whose code ran at a row of the trace; for an event, its emitter. */
  addressOf(row: number): Address | undefined {
    const { replay, trace } = this.source.replayed;
    return replay.calledAt(rowIndex(row)) ?? trace.addresses[trace.rows.from[row]];
  }

  private functionOf(call: number): SourceFunction | undefined {
    const { kind, functions, subject } = this.tree;
    return kind[call] === RowKind.internal ? functions[subject[call]].entry : undefined;
  }

  private whereAt({ compilation }: CodeSource, call: number, step: StepIndex): Where {
    const failed = this.errorAt(step);
    if (failed) return this.whereOf(compilation, statementAround(compilation, failed), failed);
    const statement = this.statementAt(call, step);
    if (statement) {
      const exact = this.instructionRange(step);
      const { range } = statement;
      return this.whereOf(statement.compilation, range, exact && contains(range, exact) ? exact : range);
    }
    const entry = this.functionOf(call);
    return entry ? this.whereOf(compilation, headOf(entry), headOf(entry)) : NOWHERE;
  }

  /**
   * Returns the place of an error by the stack trace. In optimised code an error's instruction maps to whatever it was
   * merged with.
   */
  private errorAt(step: number): SourceRange | undefined {
    return this.errors.get(step);
  }

  private whereOf(compilation: Compilation, whole: SourceRange, exact: SourceRange): Where {
    return { place: this.placeOf(compilation, whole, exact), holder: functionContaining(compilation.functions, whole) };
  }

  private placeOf(compilation: Compilation, whole: SourceRange, exact: SourceRange): StepPlace | undefined {
    const file = compilation.files.get(whole.file);
    const known = this.fileOf(compilation, whole.file);
    if (file === undefined || known === undefined) return undefined;
    return {
      file: known.id,
      line: lineAt(file, whole.start),
      endLine: lineAt(file, whole.start + Math.max(0, whole.length - 1)),
      from: characterAt(file, exact.start),
      to: characterAt(file, exact.start + exact.length),
    };
  }

  private instructionRange(step: StepIndex): SourceRange | undefined {
    const { steps } = this.source.replayed.replay;
    const row = rowIndex(steps.frame(step));
    const source = this.source.sources.sourceOf(row);
    const code = source && this.codeOf(source, row);
    return code && rangeAt(code, steps.pc(step));
  }

  private codeOf({ contract }: CodeSource, row: number): CodeMap | undefined {
    return isCreateKind(this.source.replayed.trace.rows.kind[row]) ? contract.creation : contract.runtime;
  }

  /** Files that the code comes from: its own first, then by path. */
  private filesOf(source: CodeSource, row: number): StepFile[] {
    const code = this.codeOf(source, row);
    if (code === undefined) return [];
    const known = this.filesOfCode.get(code);
    if (known) return known;
    const { compilation, contract } = source;
    const rank = ({ path }: StepFile) => (path === contract.path ? 0 : 1);
    const files = [...new Set(code.map.file)]
      .flatMap((index) => this.fileOf(compilation, index) ?? [])
      .sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path))
      .map(({ id, path, digest }) => ({ id, path, digest }));
    this.filesOfCode.set(code, files);
    return files;
  }

  private whyNot(row: number): string {
    const address = this.addressOf(row);
    const failure = this.source.sources.found.find((found) => found.address === address)?.failure;
    return failure === undefined ? NO_SOURCE : `${NO_SOURCE} ${failure.message}`;
  }

  private stackAt(innermost: number, step: StepIndex): CallLine[] {
    const { tree } = this;
    const lines: CallLine[] = [];
    let at = step;
    for (let call = innermost, below = -1; call >= 0; below = call, call = tree.parent[call]) {
      // A frame and its outermost function are one list row.
      const isFrame = tree.kind[call] <= RowKind.create2;
      if (!(isFrame && below >= 0 && tree.kind[below] === RowKind.internal)) lines.push(...this.callLines(call, at));
      if (tree.step[call] >= 0) at = stepIndex(tree.step[call]);
    }
    return lines;
  }

  /** A call inside a modifier has two: the modifier, and the function that names it. */
  private callLines(call: number, step: StepIndex): CallLine[] {
    const row = rowIndex(this.tree.row[call]);
    const source = this.source.sources.sourceOf(row);
    const { place, holder } = source ? this.whereAt(source, call, step) : NOWHERE;
    const entry = this.functionOf(call);
    const stop = stopOfCall(this.stops, this.tree, call, step);
    const lineOf = (entered: SourceFunction | undefined, at: StepPlace | undefined): CallLine => ({
      row,
      internal: this.tree.kind[call] === RowKind.internal,
      address: this.addressOf(row),
      contract: source?.contract.name ?? '',
      function: nameOf(entered),
      path: at ? this.files[at.file].path : '',
      line: at?.line ?? 0,
      step: stop < 0 ? step : stepIndex(this.stops.step[stop]),
    });
    const named = source && entry && holder?.kind === 'modifier' ? invocationOf(entry, holder) : undefined;
    if (source === undefined || named === undefined) return [lineOf(holder ?? entry, place)];
    return [lineOf(holder, place), lineOf(entry, this.placeOf(source.compilation, named, named))];
  }
}

/** The last step of each frame that failed. Linear in the stays of the trace. */
function failedAt({ rows }: Trace, { stayStart, stayFrame, length }: StepColumns): number[] {
  const last = new Map<number, number>();
  for (let stay = 0; stay < stayStart.length; stay++) {
    const row = stayFrame[stay];
    if (rows.error[row] >= 0) last.set(row, (stayStart[stay + 1] ?? length) - 1);
  }
  return [...last.values()];
}

/** '' where no function is entered. */
function nameOf(entry: SourceFunction | undefined): string {
  return entry === undefined ? '' : functionName(entry);
}

/** The statement that an error was raised in, the place itself outside of any. */
function statementAround(compilation: Compilation, range: SourceRange): SourceRange {
  const statements = statementsOf(compilation);
  const index = statementHolding(statements, range);
  return index < 0 ? range : statements.all[index].range;
}

/** Finds where the head of a function names a modifier; undefined where it does not. */
function invocationOf(entry: SourceFunction, modifier: SourceFunction): SourceRange | undefined {
  const invocation = nodesIn(entry.node, 'modifiers').find(({ modifierName }) => {
    const { name, memberName } = readFields(modifierName);
    return (
      String(memberName ?? name)
        .split('.')
        .at(-1) === modifier.name
    );
  });
  return invocation && rangeOf(invocation);
}

/** A function up to its body. */
function headOf({ range, node }: SourceFunction): SourceRange {
  const body = nodeIn(node, 'body');
  const start = body && rangeOf(body)?.start;
  return start === undefined || start <= range.start ? range : { ...range, length: start - range.start };
}
