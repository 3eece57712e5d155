/** Answers while an execution runs are those that it gives at its end, or none yet. */
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../../src/core/evm/recording/checkpoints';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { Replay } from '../../../../src/core/replay/replay';
import { stateSoFar, stepState, stepWindow, windowSoFar } from '../../../../src/workers/trace/steps/step-view';
import { assemble, BLOCK, supplyMissing, transaction } from '../../../core/evm/scene';

const CC = `0x${'cc'.repeat(20)}`;
/** A call that fails, one that is made after it, and a loop behind both. */
const CODE = {
  bb: assemble(`0 0 0 0 0 ${CC} GAS CALL 0 0 0 0 0 ${CC} GAS CALL
    3 :round 1 SWAP1 SUB DUP1 @round JUMPI STOP`),
  cc: assemble('7 SLOAD 1 ADD 7 SSTORE 0xaa 0 MSTORE 32 0 REVERT'),
};

function replayOf(): { replay: Replay; run(steps: number): Stop } {
  const replay = new Replay(
    new State(),
    BLOCK,
    transaction({ gasLimit: 200_000n }),
    undefined,
    false,
    new Checkpoints(1),
  );
  const run = (steps: number): Stop => {
    for (;;) {
      const stop = replay.run(steps);
      if (stop !== Stop.missing) return stop;
      supplyMissing(replay.execution.state, CODE);
    }
  };
  return { replay, run };
}

test('a step is answered once it and all that it leads to was executed', () => {
  const whole = replayOf();
  whole.run(100_000);
  const ended = { replay: whole.replay, trace: whole.replay.finish() };
  const total = whole.replay.steps.length;
  const { replay, run } = replayOf();
  const running = { replay, trace: ended.trace, total };
  const answeredAt = new Map<number, number>();
  for (let stop = run(1); stop === Stop.budget; stop = run(1))
    for (let step = 0; step < total; step++) {
      const found = answeredAt.has(step) ? undefined : stateSoFar(running, step);
      if (found === undefined) continue;
      expect(found, `step ${step} of ${replay.steps.length}`).toEqual(stepState(ended, step));
      answeredAt.set(step, replay.steps.length);
    }
  // The first step runs in the root and calls nobody: the one after it is all it waits for.
  expect(answeredAt.get(0)).toBe(2);
  const calls = [...Array(total).keys()].flatMap((step) => {
    const state = stepState(ended, step);
    return state.ok && state.value.name === 'CALL' ? [[step, state.value.go.over] as const] : [];
  });
  expect(calls).toHaveLength(2);
  for (const [call, over = 0] of calls) expect(answeredAt.get(call)).toBe(over + 1);
  // What comes after the last two is known at the end.
  expect(answeredAt.size).toBe(total - 2);
});

test('steps are listed once they were executed, and all are counted from the start', () => {
  const whole = replayOf();
  whole.run(100_000);
  const ended = { replay: whole.replay, trace: whole.replay.finish() };
  const total = whole.replay.steps.length;
  const { replay, run } = replayOf();
  const running = { replay, trace: ended.trace, total };
  expect(windowSoFar(running, 0, 0)).toEqual({ ok: true, value: { total, start: 0, steps: [] } });
  expect(windowSoFar(running, 0, 5)).toBeUndefined();
  run(10);
  expect(windowSoFar(running, 2, 5)).toEqual(stepWindow(ended, 2, 5));
  expect(windowSoFar(running, 2, total)).toBeUndefined();
});
