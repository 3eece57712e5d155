/**
 * Arguments and return values of internal calls, from the stack of the machine
 * where the function is entered and left. On entry the arguments are on top,
 * in the order of declaration from below; code made via IR has the first one on
 * top. Return values stand in order in both.
 */
import type { Decoded } from '../abi/decoded';
import type { MachineState, Replay } from '../evm/replay';
import type { StepIndex } from '../evm/steps';
import type { Compilation } from './compilation';
import { decodeVariable, type ValueSource } from './decode-value';
import { functionVariables, slotsOfAll, type TypedVariable } from './function-variables';
import type { SourceFunction } from './functions';

export type InternalCall = {
  compilation: Compilation;
  entry: SourceFunction;
  /** Step of the jump into the function. */
  step: number;
  /** Step of the jump out of it, -1 when its frame ended in it. */
  endStep: number;
};

/** Names storage slots at a step; see `StoragePaths`. */
export type SlotNames = (state: MachineState, slot: bigint) => string | undefined;

/** The arguments; undefined when the stack does not hold them. Costs seeking a step. */
export function argumentsOf(replay: Replay, call: InternalCall, slotNames: SlotNames): Decoded[] | undefined {
  const state = replay.at((call.step + 1) as StepIndex);
  return (
    state && onTop(state, functionVariables(call.compilation, call.entry).parameters, call.compilation.viaIR, slotNames)
  );
}

/** The return values; undefined when the call did not return. Costs seeking a step. */
export function returnsOf(replay: Replay, call: InternalCall, slotNames: SlotNames): Decoded[] | undefined {
  if (call.endStep < 0) return undefined;
  const state = replay.at((call.endStep + 1) as StepIndex);
  return state && onTop(state, functionVariables(call.compilation, call.entry).returns, false, slotNames);
}

function onTop(
  state: MachineState,
  variables: readonly TypedVariable[],
  reversed: boolean,
  slotNames: SlotNames,
): Decoded[] | undefined {
  const slots = slotsOfAll(variables);
  if (slots > state.stack.length) return undefined;
  const from = valueSource(state, slotNames);
  let at = reversed ? state.stack.length : state.stack.length - slots;
  return variables.map(({ name, type, location, slots: size }, index) => {
    if (reversed) at -= size;
    const words = state.stack.slice(at, at + size);
    if (!reversed) at += size;
    return decodeVariable(name || `arg${index}`, type, location, words, from);
  });
}

export function valueSource(state: MachineState, slotNames: SlotNames): ValueSource {
  return { memory: state.memory, input: state.input, slotName: (slot) => slotNames(state, slot) };
}
