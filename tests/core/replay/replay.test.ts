import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../src/core/evm/machine';
import { Checkpoints } from '../../../src/core/evm/recording/checkpoints';
import type { StepIndex } from '../../../src/core/evm/recording/steps';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { toBigInt } from '../../../src/core/evm/words/words';
import { Replay } from '../../../src/core/replay/replay';
import { RowFlag, RowKind } from '../../../src/core/trace/rows';
import { assemble, BLOCK, supplyMissing, transaction } from '../evm/scene';

const CC = `0x${'cc'.repeat(20)}`;
const FAILS_AND_CREATES = {
  bb: assemble(`
    32 0 0 0 0 ${CC} GAS CALL
    3 7 TSTORE 7 TLOAD
    0x600060005360016000f3 0 MSTORE
    10 22 0 CREATE
    0xaa 32 0 LOG1
    5 :round DUP1 DUP1 MSTORE 1 SWAP1 SUB DUP1 @round JUMPI
    32 0 RETURN`),
  cc: assemble('7 1 SSTORE 0xaa 0 MSTORE 32 0 REVERT'),
};
const CALLS_ITSELF = { bb: assemble('1 SLOAD 1 ADD 1 SSTORE 1 0 MSTORE 32 32 32 0 0 ADDRESS GAS CALL 0 MSTORE STOP') };
const DEEP = { bb: assemble('0 0 0 0 0 ADDRESS GAS CALL STOP') };
const PROGRAMS: [string, Record<string, string>][] = [
  [
    'storage and memory in a loop',
    {
      bb: assemble(
        '20 :round DUP1 DUP1 SLOAD ADD DUP2 DUP2 SSTORE DUP2 32 MUL MSTORE 1 SWAP1 SUB DUP1 @round JUMPI STOP',
      ),
    },
  ],
  ['calls into itself while there is gas', CALLS_ITSELF],
  ['a call that fails, a create and a log', FAILS_AND_CREATES],
];

function replayOf(code: Record<string, string>, gasLimit: bigint, checkpoints: Checkpoints, slice = 50): Replay {
  const replay = new Replay(new State(), BLOCK, transaction({ gasLimit }), undefined, false, checkpoints);
  for (;;) {
    const stop = replay.run(slice);
    if (stop === Stop.done) return replay;
    if (stop === Stop.missing) supplyMissing(replay.execution.state, code);
  }
}

/** What the running frame shows, as text. */
function view(machine: Machine): string {
  const { frame } = machine;
  if (!frame) return 'no frame';
  const stack: bigint[] = [];
  for (let at = 0; at < frame.sp; at += 8) stack.push(toBigInt(frame.stack, at));
  const memory = Buffer.from(frame.memory.subarray(0, frame.memorySize)).toString('hex');
  return `${frame.depth} ${frame.pc} ${frame.gas} [${stack.join()}] ${memory} ${Buffer.from(frame.returned).toString('hex')}`;
}

/** The machine before each step, by executing one step after the other. */
function views(code: Record<string, string>, gasLimit: bigint): string[] {
  const execution = new Execution(new State(), BLOCK, transaction({ gasLimit }), undefined);
  const seen: string[] = [];
  for (;;) {
    const stop = execution.run(execution.machine ? 1 : 0);
    if (stop === Stop.missing) {
      supplyMissing(execution.state, code);
      continue;
    }
    if (stop === Stop.done) return seen;
    const { machine } = execution;
    if (machine && machine.steps === seen.length) seen.push(view(machine));
  }
}

// Thousands of seeks, each into frames hundreds deep.
describe.each(PROGRAMS)('%s', (_name, code) => {
  test('shows at each step what executing shows', () => {
    const expected = views(code, 120_000n);
    const replay = replayOf(code, 120_000n, new Checkpoints(16));
    expect(replay.steps.length).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(50);
    for (let step = 0; step < expected.length; step++) {
      const at = replay.at(step as StepIndex);
      if (!at) throw new Error(`nothing at step ${step}`);
      const depth = expected[step]?.split(' ')[0];
      const text = `${depth} ${at.pc} ${at.gas} [${at.stack.join()}] ${Buffer.from(at.memory).toString('hex')} ${Buffer.from(at.returned).toString('hex')}`;
      expect(text, `step ${step}`).toBe(expected[step]);
      expect(replay.steps.pc(step as StepIndex)).toBe(at.pc);
    }
  });

  test('shows the same whichever step was asked of before', () => {
    const expected = views(code, 120_000n);
    const replay = replayOf(code, 120_000n, new Checkpoints(16));
    for (let at = 0; at < 400; at++) {
      const step = (at * 7919) % expected.length;
      const seen = replay.at(step as StepIndex);
      expect(`${seen?.pc} ${seen?.gas} [${seen?.stack.join()}]`, `step ${step}`).toBe(
        expected[step]?.split(' ').slice(1, 4).join(' '),
      );
    }
  });

  test('costs of the steps add up to the gas of the frames', () => {
    const replay = replayOf(code, 120_000n, new Checkpoints(16));
    for (let step = 0; step + 1 < replay.steps.length; step++) {
      if (replay.steps.frame(step as StepIndex) !== replay.steps.frame((step + 1) as StepIndex)) continue;
      const [now, next] = [replay.at(step as StepIndex), replay.at((step + 1) as StepIndex)];
      if (!now || !next || next.pc === 0) continue;
      const isCall = now.opcode >= 0xf0; // gas comes back from a call
      if (!isCall) expect(now.gas - next.gas, `step ${step}`).toBe(BigInt(replay.steps.cost(step as StepIndex)));
    }
  });

  test('shows the same under a budget that allows only a few checkpoints', () => {
    const expected = views(code, 120_000n);
    const checkpoints = new Checkpoints(4, 1);
    const replay = replayOf(code, 120_000n, checkpoints);
    expect(checkpoints.count).toBeLessThanOrEqual(8);
    expect(checkpoints.interval).toBeGreaterThan(4);
    for (let step = 0; step < expected.length; step += 7)
      expect(replay.at(step as StepIndex)?.gas, `step ${step}`).toBe(BigInt(expected[step]?.split(' ')[2] ?? -1));
  });
});

describe('a replay', () => {
  test('shows the calldata of a call as it was, also once its caller wrote over it', () => {
    const bb = assemble(`7 0 MSTORE 0 0 32 0 0 ${CC} GAS CALL 9 0 MSTORE STOP`);
    const cc = assemble('0 CALLDATALOAD POP STOP');
    const replay = replayOf({ bb, cc }, 200_000n, new Checkpoints(1), 1);
    const called = Array.from({ length: replay.steps.length }, (_, step) => replay.at(step as StepIndex)).filter(
      (each) => each?.input.length === 32,
    );
    expect(called.map((each) => [each?.input[31], each?.stack])).toEqual([
      [7, []],
      [7, [0n]],
      [7, [7n]],
      [7, []],
    ]);
  });

  test('lists the slots a frame has touched, with their values before the step', () => {
    // sload(1); sstore(1, 9); tstore(2, 3); stop
    const replay = replayOf({ bb: '600154506009600155600360025d00' }, 200_000n, new Checkpoints(2));
    const storageAt = (step: number) => replay.at(step as StepIndex)?.storage;
    expect(storageAt(1)).toEqual([]);
    expect(storageAt(2)).toEqual([{ key: 1n, value: 5n, original: 5n }]);
    expect(storageAt(6)).toEqual([{ key: 1n, value: 9n, original: 5n }]);
    expect(replay.at(8 as StepIndex)?.transient).toEqual([]);
    expect(replay.at(9 as StepIndex)?.transient).toEqual([{ key: 2n, value: 3n, original: 0n }]);
  });

  test('is executed once for all questions about a step, and runs on for a later step', () => {
    class CountedCheckpoints extends Checkpoints {
      resumed = 0;
      override resume(...asked: Parameters<Checkpoints['resume']>) {
        this.resumed++;
        return super.resume(...asked);
      }
    }
    const checkpoints = new CountedCheckpoints(64);
    const replay = replayOf(FAILS_AND_CREATES, 120_000n, checkpoints);
    expect(replay.steps.length).toBeGreaterThan(70);
    const ask = (step: number) => {
      expect(replay.at(step as StepIndex)?.step).toBe(step);
      expect(replay.storageAt(step as StepIndex)).toBeDefined();
      expect(replay.at(step as StepIndex)?.step).toBe(step);
    };
    ask(20);
    expect(checkpoints.resumed).toBe(1);
    ask(21);
    ask(40);
    expect(checkpoints.resumed).toBe(1);
    ask(39); // back: from the checkpoint
    expect(checkpoints.resumed).toBe(2);
    ask(70); // a checkpoint is nearer
    expect(checkpoints.resumed).toBe(3);
  });

  test('records the call tree', () => {
    const trace = replayOf(FAILS_AND_CREATES, 120_000n, new Checkpoints()).finish();
    const { rows } = trace;
    expect(Array.from(rows.kind)).toEqual([RowKind.call, RowKind.call, RowKind.create, RowKind.log]);
    expect(Array.from(rows.parent)).toEqual([-1, 0, 0, 0]);
    expect(trace.texts[rows.error[1] ?? -1]).toBe('execution reverted');
    expect((rows.flags[1] ?? 0) & RowFlag.caught).toBe(RowFlag.caught);
    expect(rows.error[0]).toBe(-1);
  });

  test('goes 1,024 calls deep and back', () => {
    // Each call takes along what is left of 64 parts of 63, so the depth is reached with much gas only.
    const replay = replayOf(DEEP, 1_000_000_000_000n, new Checkpoints(1024), 4096);
    const deepest = replay.at(Math.floor(replay.steps.length / 2) as StepIndex);
    expect(deepest?.memory.length).toBe(0);
    const { rows, texts } = replay.finish();
    expect(rows.length).toBe(1026);
    expect(texts[rows.error[1025] ?? -1]).toBe('max call depth exceeded');
  });

  test('keeps at most 25 MB per million steps', () => {
    // A new slot every 60 steps, and memory that grows with it.
    const bb = assemble(
      `0 :round 1 ADD DUP1 DUP1 SSTORE DUP1 DUP1 32 MUL MSTORE ${'DUP1 POP '.repeat(22)} DUP1 4000 GT @round JUMPI`,
    );
    const replay = replayOf({ bb }, 900_000_000n, new Checkpoints(), 100_000);
    expect(replay.result?.success).toBe(true);
    expect(replay.steps.length).toBeGreaterThan(200_000);
    expect(replay.size / replay.steps.length).toBeLessThan(25);
    expect(replay.size / replay.steps.length).toBeGreaterThan(8);
  });
});
