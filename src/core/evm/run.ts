/**
 * Running: frames follow one another without recursion, so it can stop anywhere
 * (a budget of steps, a piece of state that is not known yet) and go on from
 * exactly there. The loop over instructions is run-frame.ts; calls and creates,
 * which change the frame that runs, are in frames/.
 */

import { assert } from '../values/assert';
import { endFrame } from './frames/frame-end';
import type { Interceptor } from './interceptor';
import type { Machine } from './machine';
import { runFrame } from './run-frame';

/** How running came to a stop. */
export const Stop = {
  /** The outermost frame ended. */
  done: 0,
  /** The budget of steps is used up; running again goes on. */
  budget: 1,
  /** `state.missing` says what is needed; supply it and run again. */
  missing: 2,
} as const;
export type Stop = (typeof Stop)[keyof typeof Stop];

/** Executes at most `budget` further steps. */
export function runMachine(machine: Machine, budget: number): Stop {
  const limit = machine.steps + budget;
  while (machine.frame) {
    if (machine.steps >= limit) return Stop.budget;
    const { interceptor } = machine;
    if (interceptor?.watchesSteps) {
      if (!runOneStep(machine, interceptor)) return Stop.missing;
    } else if (!runFrame(machine, machine.frame, limit)) return Stop.missing;
  }
  return Stop.done;
}

/** Executes one instruction that the interceptor hears of first; false when state is missing. */
function runOneStep(machine: Machine, interceptor: Interceptor): boolean {
  const { frame } = machine;
  assert(frame, 'asked while a frame runs');
  const ending = interceptor.step(frame);
  if (ending === undefined) return runFrame(machine, frame, machine.steps + 1);
  endFrame(machine, frame, ending.halt, '', ending.output);
  return true;
}
