/** What a source-level debugger says of a recorded transaction, as its suite writes it. */
import { bytesToHex } from 'viem';
import { decodeLog } from '../../../src/core/abi/decode-log';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { StepIndex } from '../../../src/core/evm/recording/steps';
import type { State } from '../../../src/core/evm/state/state';
import type { Replay } from '../../../src/core/replay/replay';
import type { Compilation } from '../../../src/core/source/compiled/compilation';
import { parseCompilation } from '../../../src/core/source/compiled/parse-compilation';
import { textOfRange } from '../../../src/core/source/compiled/source-file';
import { stackTraceOf } from '../../../src/core/source/errors/stack-trace';
import { type SourceTree, SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { type KnownSources, sourcesOfTrace } from '../../../src/core/source/trace-sources';
import { callValues } from '../../../src/core/source/values/call-values';
import { KnownStorage, MappingKeys } from '../../../src/core/source/values/known-storage';
import { localsAt } from '../../../src/core/source/values/locals';
import { stateVariables } from '../../../src/core/source/values/state-variables';
import { type RowIndex, RowKind, type Trace } from '../../../src/core/trace/rows';

/** The parts of an expected step that are about the source. */
export type ExpectedStep = {
  layoutBefore?: Record<string, unknown>;
  decodedReturns?: unknown[][];
  /** Names of the events in their order, each with names and values of its parameters. */
  decodedEvents?: [string, [string, unknown][]][];
  errorStack?: string[];
  errorString?: string;
};

type Preimages = Map<bigint, Uint8Array>;

/** Reads one run of the compiler, as the sample has it; undefined where it cannot be read. */
export function compilationOf(output: unknown, sources: Record<string, string>): Compilation | undefined {
  const { contracts = {} } = output as {
    contracts?: Record<string, Record<string, { metadata?: string; storageLayout?: unknown }>>;
  };
  const all = Object.values(contracts).flatMap((named) => Object.values(named));
  // The suite reads layouts from the trees, of which some lack a part on purpose.
  for (const contract of all) delete contract.storageLayout;
  const metadata = all.map(({ metadata: text }) => text).find((text) => text !== undefined && text !== '');
  const { compiler, settings } = JSON.parse(metadata ?? '{"compiler":{"version":"0.8.13"}}') as {
    compiler: { version: string };
    settings?: unknown;
  };
  // Samples name their files below a folder that the compiler was given whole.
  const paths = Object.keys((output as { sources?: object }).sources ?? {});
  const textOf = (path: string) =>
    Object.entries(sources).find(([name]) => path === name || path.endsWith(`/${name}`))?.[1] ?? '';
  const input = {
    sources: Object.fromEntries(paths.map((path) => [path, { content: textOf(path) }])),
    settings,
  };
  const parsed = parseCompilation({ version: compiler.version, input, output });
  return parsed.ok ? parsed.value : undefined;
}

/** Returns the differences from the step that the suite expects; empty when there are none. */
export function compareSource(
  expected: ExpectedStep,
  replay: Replay,
  state: State,
  compilation: Compilation,
  preimages: Preimages,
): string[] {
  for (const [hash, bytes] of replay.preimages.all()) preimages.set(hash, bytes.slice());
  const trace = replay.finish();
  const known = compilation.contracts.map((contract) => ({ compilation, contract }));
  const run = new DecodedRun(replay, trace, sourcesOfTrace(trace, state, known), preimages);
  const differences: string[] = [];
  const differ = (what: string, got: string, want: string) => {
    if (got !== want) differences.push(`${what}: expected ${want}; got ${got}`);
  };
  if (expected.layoutBefore) differ('layout', sorted(run.layout()), sorted(expected.layoutBefore));
  if (expected.decodedReturns)
    differ('returns', JSON.stringify(run.returns()), JSON.stringify(expected.decodedReturns));
  if (expected.decodedEvents) differ('events', JSON.stringify(run.events()), JSON.stringify(expected.decodedEvents));
  if (expected.errorStack) {
    const want = expected.errorStack.map((line) => line.slice(line.indexOf(' ') + 1));
    differ('error stack', run.errorStack().join(' < '), want.join(' < '));
  }
  if (expected.errorString !== undefined) differ('error', run.errorText(), expected.errorString);
  return differences;
}

class DecodedRun {
  private readonly tree: SourceTree;
  private readonly keys: MappingKeys;

  constructor(
    private readonly replay: Replay,
    private readonly trace: Trace,
    private readonly sources: KnownSources,
    preimages: Preimages,
  ) {
    const builder = new SourceTreeBuilder({ ...sources, trace, steps: replay.steps, accesses: replay.accesses });
    while (!builder.run(1_000_000));
    this.tree = builder.tree();
    this.keys = new MappingKeys({ all: () => preimages });
  }

  /** State variables before the transaction. */
  layout(): Record<string, unknown> {
    const source = this.sources.sourceOf(0 as RowIndex);
    if (source === undefined) return {};
    const state = { storage: this.storageAt(0), transient: this.storageAt(0), code: undefined };
    const variables = stateVariables(source.compilation, source.contract, state);
    return Object.fromEntries(variables.map(({ value }) => [value.name, plain(value)]));
  }

  /** Return values of the calls from contract to contract, in the order of their ends. */
  returns(): unknown[][] {
    const { tree } = this;
    return this.calls()
      .filter((at) => tree.kind[tree.parent[at] ?? 0] !== RowKind.internal && (tree.row[at] ?? 0) > 0)
      .sort((a, b) => (tree.endStep[a] ?? 0) - (tree.endStep[b] ?? 0))
      .map((at) => (callValues(this.replay, this.call(at), () => undefined).returns ?? []).map(plain));
  }

  /** The events of the transaction, by the ABI of the code that emitted each. */
  events(): [string, [string, unknown][]][] {
    const { rows, payload } = this.trace;
    return Array.from(rows.kind, (kind, row) => ({ kind, row: row as RowIndex }))
      .filter(({ kind }) => kind === RowKind.log)
      .flatMap(({ row }) => {
        const start = rows.inputStart[row] ?? 0;
        const data = start + (rows.outputStart[row] ?? 0) * 32;
        const topics = Array.from({ length: rows.outputStart[row] ?? 0 }, (_, index) =>
          bytesToHex(payload.subarray(start + index * 32, start + (index + 1) * 32)),
        );
        const source = this.sources.sourceOf(rows.parent[row] as RowIndex);
        const end = start + (rows.inputLength[row] ?? 0);
        const log = source && decodeLog(source.contract.abiIndex, topics, payload.subarray(data, end), 2_000);
        const inputs = (log?.inputs ?? []).map((input): [string, unknown] => [input.name, plain(input)]);
        return log ? [[log.name, inputs] as [string, [string, unknown][]]] : [];
      });
  }

  /** The functions the error went through, innermost first, with their arguments. */
  errorStack(): string[] {
    const { tree, trace } = this;
    const open = this.calls().filter(
      (at) => tree.endStep[at] === -1 && (trace.rows.error[tree.row[at] ?? 0] ?? -1) >= 0,
    );
    return open.reverse().map((at) => this.line(at));
  }

  /** The text at which the innermost function failed. */
  errorText(): string {
    const last = stackTraceOf({ trace: this.trace, steps: this.replay.steps, sourceOf: this.sources.sourceOf }).at(-1);
    const file = last?.range && this.sources.sourceOf(last.row)?.compilation.files.get(last.range.file);
    return file && last?.range ? textOfRange(file, last.range.start, last.range.length) : '';
  }

  private line(at: number): string {
    const { compilation, entry, label, step } = this.call(at);
    // Arguments as they were given: a function may write to its parameters.
    const state = this.replay.at((step + 1) as StepIndex);
    if (state === undefined) return 'no machine';
    const storage = () => this.storageAt(step + 1);
    const answer = localsAt(state, compilation, entry, label, entry.range, { slotNames: () => undefined, storage });
    const args = answer.known ? answer.locals.filter(({ role }) => role === 'parameter') : [];
    const contract = compilation.declarations.get(entry.contract)?.name ?? '';
    return `${contract}.${entry.name || entry.kind}(${args.map(({ value }) => written(value)).join(', ')})`;
  }

  private calls(): number[] {
    const { tree } = this;
    return Array.from({ length: tree.length }, (_, at) => at).filter((at) => tree.kind[at] === RowKind.internal);
  }

  private call(at: number) {
    const { functions, subject, step, endStep, label, row } = this.tree;
    const found = functions[subject[at] ?? 0];
    if (found === undefined) throw new Error('every internal call has its function');
    return { ...found, step: step[at] ?? 0, endStep: endStep[at] ?? 0, label: label[at] ?? 0, row: row[at] ?? 0 };
  }

  private storageAt(step: number): KnownStorage {
    const before = this.replay.storageAt(step as StepIndex);
    // The whole state is given, so what is not in it is zero.
    return new KnownStorage(before?.storage ?? new Map(), 0n, this.keys);
  }
}

const isNumber = ({ kind }: Decoded): boolean => kind === 'integer';

/** Writes the value as the suite's JSON has it: integers as texts, bytes as an object of numbers. */
function plain(value: Decoded): unknown {
  if (value.kind === 'array') return (value.items ?? []).map(plain);
  if (value.kind === 'tuple')
    return Object.fromEntries((value.items ?? []).map((item) => [keyOf(item.name), plain(item)]));
  if (value.kind === 'bool') return value.text === 'true';
  if (value.kind === 'bytes' && value.unknown !== true) return { ...Buffer.from(value.text.slice(2), 'hex') };
  return value.text;
}

/** Keys of mappings without the quotes of texts. */
function keyOf(name: string): string {
  return name.startsWith('"') ? (JSON.parse(name) as string) : name;
}

/** Writes the value as the suite writes arguments. */
function written(value: Decoded): string {
  if (value.kind === 'array') return `[${(value.items ?? []).map(written).join(', ')}]`;
  if (value.kind === 'tuple')
    return `{${(value.items ?? []).map((item) => `${item.name}: ${written(item)}`).join(', ')}}`;
  if (value.kind === 'string') return JSON.stringify(value.text);
  if (value.kind === 'bytes') return value.text.slice(2);
  const named = /^enum (?:.*\.)?(\w+)$/.exec(value.type)?.[1];
  return isNumber(value) && named !== undefined ? `${named}.${value.text}` : value.text;
}

/** JSON with keys in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
