/**
 * One press of Run, and then all that its page asks: the interpreter is entered once for each step. It is counted where
 * every execution passes, simulated, mined, recorded or not.
 */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { stepIndex } from '../../../../src/core/evm/recording/steps';
import { Execution } from '../../../../src/core/evm/transaction/execution';
import { emptyDraft, emptyStep, type SimulationDraft } from '../../../../src/core/simulation/draft';
import { rowIndex } from '../../../../src/core/trace/rows';
import type { Engine } from '../../../../src/workers/engine';
import type { TraceHandle } from '../../../../src/workers/ids';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import type { SimulationResult } from '../../../../src/workers/trace/simulations.api';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const [ALICE] = ANVIL_ACCOUNTS as unknown as [Address];
// Adds one to slot 0, logs the sum and returns it.
const COUNTER: Hex = '0x60015f5401805f555f5260205fa060205ff3';

let anvil: Anvil;
let counter: Address;
const executions = new Set<Execution>();

beforeAll(async () => {
  anvil = await startAnvil();
  const size = ((COUNTER.length - 2) / 2).toString(16).padStart(2, '0');
  const data = `0x60${size}8060095f395ff3${COUNTER.slice(2)}` as Hex;
  counter = (await sendMined(anvil, { from: ALICE, data })).contractAddress;
  const { run } = Execution.prototype;
  vi.spyOn(Execution.prototype, 'run').mockImplementation(function (this: Execution, budget) {
    executions.add(this);
    return run.call(this, budget);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await anvil?.stop();
});
afterEach(async () => {
  executions.clear();
  await forgetAll();
});

const draftOf = (steps: number): SimulationDraft =>
  emptyDraft(
    String(ANVIL_NETWORK),
    Array.from({ length: steps }, () => emptyStep({ from: ALICE, to: counter })),
  );

/** As the form does it. */
async function pressRun({ trace }: Engine, draft: SimulationDraft): Promise<SimulationResult> {
  const ran = await trace.runSimulation(newJob(), draft);
  if (!ran.ok) throw new Error(ran.error.message);
  return ran.value;
}

/** As the transaction page does it, with the bar above it that asks at the same time. */
async function openStep({ trace }: Engine, { id, steps }: SimulationResult, at: number): Promise<TraceHandle> {
  const opened: TraceHandle[] = [];
  const key = { networkId: ANVIL_NETWORK, hash: steps[at]?.hash as Hash };
  const [bar] = await Promise.all([
    trace.simulationResult(newJob(), id),
    trace.openTransaction(newJob(), key, (update) => {
      if (update.type === 'opened') opened.push(update.trace.handle);
    }),
  ]);
  const [handle] = opened;
  if (!bar.ok || handle === undefined) throw new Error('nothing opened');
  return handle;
}

/** What the tabs ask, one after the other. */
async function lookAtTabs({ trace }: Engine, handle: TraceHandle, { id }: SimulationResult): Promise<void> {
  const answers = await Promise.all([
    trace.rows(handle, 0 as VisibleIndex, 100),
    trace.outcome(handle),
    trace.events(handle, {}, 0, 10),
    trace.contracts(handle),
    trace.settledTransfers(handle),
    trace.flame(handle),
    trace.gasProfile(handle, 'speedscope'),
  ]);
  expect(answers).not.toContain(undefined);
  const results = [
    await trace.stateDiff(handle),
    await trace.stateChanges(handle),
    await trace.gasLines(newJob(), handle),
    await trace.sourceTrace(newJob(), handle),
    await trace.simulationResult(newJob(), id), // the overrides on the tab of the state
    await trace.authorizations(handle),
    await trace.stepOfRow(handle, rowIndex(0)),
    await trace.steps(handle, stepIndex(0), 10),
    await trace.stateAt(handle, stepIndex(5)),
    await trace.stepProfile(handle, 10),
    await trace.accessLists(handle),
    await trace.checkSafety(newJob(), handle),
    await trace.simulationFile(newJob(), id),
    await trace.confirmByNode(newJob(), id),
  ];
  expect(results.flatMap((result) => (result.ok ? [] : [result.error.message]))).toEqual([]);
}

describe('one press of Run', () => {
  test('executes the step once, whichever tabs are looked at', async () => {
    const { engine } = await startEngine([anvil.url]);
    const result = await pressRun(engine, draftOf(1));
    expect(executions.size).toBe(1);
    await lookAtTabs(engine, await openStep(engine, result, 0), result);
    await engine.settled();
    expect(executions.size).toBe(1);
  });

  test('executes each step of a bundle once, whichever of them are opened, and again', async () => {
    const { engine } = await startEngine([anvil.url]);
    const result = await pressRun(engine, draftOf(3));
    for (const at of [2, 0, 1, 0]) {
      const handle = await openStep(engine, result, at);
      await lookAtTabs(engine, handle, result);
      const diff = await engine.trace.stateDiff(handle);
      const outcome = result.steps[at]?.outcome;
      expect(diff.ok && Object.values(diff.value.post[counter]?.storage ?? {})).toEqual([
        outcome?.state === 'executed' && outcome.output,
      ]);
      await engine.trace.closeTrace(handle);
    }
    await engine.settled();
    expect(executions.size).toBe(3);
  });

  test('is executed once more after a reload, for its page and the bar above it together', async () => {
    const { engine } = await startEngine([anvil.url]);
    const result = await pressRun(engine, draftOf(1));
    await engine.settled();
    const reloaded = (await startEngine([anvil.url])).engine;
    executions.clear();
    await lookAtTabs(reloaded, await openStep(reloaded, result, 0), result);
    await reloaded.settled();
    expect(executions.size).toBe(1);
  });
});

test('a search for the least gas executes what it varies, and no more', async () => {
  const { engine } = await startEngine([anvil.url]);
  const result = await pressRun(engine, draftOf(1));
  executions.clear();
  const least = await engine.trace.leastGas(newJob(), result.id, 0);
  expect(least.ok && least.value.runs).toBe(executions.size);
});
