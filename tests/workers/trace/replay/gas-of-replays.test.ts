import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type TransactionName, transactionNames } from '../../../../devnet/names';
import type { Hash } from '../../../../src/core/chain/primitives';
import { stepIndex } from '../../../../src/core/evm/recording/steps';
import { computeFlame, flameIndex, flameNames, nameFrames, ownGas, wholeGas } from '../../../../src/core/gas/flame';
import { explainInitialGas } from '../../../../src/core/gas/initial-gas';
import { LineProfiler } from '../../../../src/core/gas/line-profile';
import { pieSlices } from '../../../../src/core/gas/pie-slices';
import { foldedStacks, speedscope } from '../../../../src/core/gas/profiles';
import type { Replay } from '../../../../src/core/replay/replay';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { sourcesOfTrace } from '../../../../src/core/source/trace-sources';
import { classifyRows } from '../../../../src/core/trace/row-classes';
import { RowKind, type Trace, type TraceRows } from '../../../../src/core/trace/rows';
import { ownBySpeedscope } from '../../../../tools/speedscope-file';
import { runDemoChain } from '../../../helpers/demo-engine';
import { replayJobOf, verifiedReplay } from '../../../helpers/replays';

const chain = runDemoChain();

// The chain that files share is without the largest.
const names = transactionNames.filter((name) => name !== 'hundred-thousand-calls');

test.each(names)(
  'the gas of %s is that of the receipt, in every form of the profile',
  async (name: TransactionName) => {
    const { devnet, keyOf } = chain;
    const job = await replayJobOf(devnet.rpcUrl, keyOf(name).hash as Hash, devnet.rpcUrl);
    const { replay } = await verifiedReplay(job);
    const trace = replay.finish();
    const flame = trace.spent && computeFlame(trace, trace.spent);
    if (flame === undefined || replay.result === undefined) throw new Error('no flame graph');
    const { gasUsed } = job.receipt;

    expect(flame.isExact).toBe(true);
    expect(flame.refundedGas).toBe(replay.result.refunded);
    const parts = explainInitialGas(job.transaction, flame.initialGas, gasUsed);
    expect(parts.reduce((sum, { count, each }) => sum + count * each, 0)).toBe(flame.initialGas);
    expect(parts.map(({ what }) => what)).not.toContain('charge of the chain');

    const frames = Array.from({ length: flame.length }, (_, frame) => flameIndex(frame));
    const calls = frames.filter((frame) => (flame.row[frame] ?? -1) >= 0);
    const executed = calls.reduce((sum, frame) => sum + ownGas(flame, frame), 0);
    expect(executed + flame.initialGas - flame.refundedGas).toBe(gasUsed);
    const bySteps = ownBySteps(trace, replay);
    expect(calls.map((frame) => ownGas(flame, frame))).toEqual(calls.map((frame) => bySteps[flame.row[frame] ?? -1]));

    expect(executedByLines(trace, replay)).toBe(executed);

    const classes = classifyRows(trace);
    const flamed = {
      names: flameNames(classes, (member) => JSON.stringify(member)),
      ofFrame: nameFrames(flame, classes),
    };
    for (const frame of calls) {
      const slices = pieSlices(flame, flamed, frame);
      expect(slices.reduce((sum, { gas }) => sum + gas, 0)).toBe((flame.end[frame] ?? 0) - (flame.start[frame] ?? 0));
    }
    const folded = [...foldedStacks(flame, flamed)].join('').trimEnd().split('\n');
    const charged = folded.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0) - flame.refundedGas;
    expect(charged).toBe(gasUsed);
    const file = ownBySpeedscope([...speedscope(flame, flamed, name)].join(''));
    expect(file.whole - flame.refundedGas).toBe(gasUsed);
    expect(file.own.get('Initial gas')).toBe(flame.initialGas);
    expect([...file.own.values()].reduce((sum, own) => sum + own, 0)).toBe(wholeGas(flame));
  },
);

/** What all lines of source used together, where no source is known: then each contract is a line. */
function executedByLines(trace: Trace, { steps, accesses, execution }: Replay): number {
  const { sourceOf, codeOf } = sourcesOfTrace(trace, execution.state, []);
  const builder = new SourceTreeBuilder({ trace, steps, accesses, sourceOf, codeOf });
  while (!builder.run(100_000));
  const profiler = new LineProfiler({ trace, steps, tree: builder.tree(), sourceOf });
  while (!profiler.run());
  return profiler.profile().reduce((sum, { own }) => sum + own, 0);
}

const DEPOSIT_GAS = 200;
/** What a step is kept to cost at most. */
const MOST_COST = 0xffff_ffff;

/** Own gas of each frame by the costs of its steps, in which is what was handed to its calls, and not to its creations. */
function ownBySteps({ rows, spent, texts }: Trace, { steps }: Replay): number[] {
  const own = Array.from({ length: rows.length }, () => 0);
  const hasSteps = new Set<number>();
  for (let step = 0; step < steps.length; step++) {
    const row = steps.frame(stepIndex(step));
    own[row] = (own[row] ?? 0) + steps.cost(stepIndex(step));
    hasSteps.add(row);
  }
  for (let row = 0; row < rows.length; row++) {
    const [kind = 0, error = -1] = [rows.kind[row], rows.error[row]];
    if (kind > RowKind.create2) continue;
    const isCreate = kind === RowKind.create || kind === RowKind.create2;
    if (isCreate && error < 0) own[row] = (own[row] ?? 0) + DEPOSIT_GAS * (rows.outputLength[row] ?? 0);
    // What halted exceptionally lost all it had, and a precompile has no steps.
    const lostAll = error >= 0 && texts[error] !== 'execution reverted';
    const used = row === 0 ? (spent?.executed ?? 0) : (rows.gasUsed[row] ?? 0);
    const isCapped = sumOfCallees(rows, row, rows.gas, RowKind.create2) > MOST_COST;
    if (lostAll || isCapped || !hasSteps.has(row))
      own[row] = used - sumOfCallees(rows, row, rows.gasUsed, RowKind.create2);
    else own[row] = (own[row] ?? 0) - sumOfCallees(rows, row, rows.gas, RowKind.callcode);
  }
  return own;
}

function sumOfCallees({ kind, subtreeEnd }: TraceRows, row: number, column: Float64Array, last: number): number {
  let sum = 0;
  for (let callee = row + 1; callee < (subtreeEnd[row] ?? 0); callee = subtreeEnd[callee] ?? 0)
    if ((kind[callee] ?? 0) <= last) sum += column[callee] ?? 0;
  return sum;
}
