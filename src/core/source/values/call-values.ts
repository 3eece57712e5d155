/**
 * Arguments and return values of internal calls, from the stack of the machine
 * where the function is entered and left. On entry the arguments are on top,
 * in the order of declaration from below; code made via IR has the first one on
 * top, and of a variable with several items its first. Return values stand in order in both. The optimizer of code made via IR
 * removes values that are not used or always the same. It does not say which
 * ones, so none is known where some were removed.
 */
import type { Decoded } from '../../abi/decoded';
import { stepIndex } from '../../evm/recording/steps';
import type { MachineState, Replay } from '../../replay/replay';
import type { Compilation } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import { decodeVariable, type ValueSource } from './decode-value';
import { functionVariables, slotsOfAll, type TypedVariable } from './function-variables';

export type InternalCall = {
  compilation: Compilation;
  entry: SourceFunction;
  /** Stack items that its code takes and leaves. */
  parameterSlots: number;
  returnSlots: number;
  /** Step of the jump into the function. */
  step: number;
  /** Step of the jump out of it, -1 when its frame ended in it. */
  endStep: number;
};

/** Names storage slots at a step; see `StoragePaths`. */
export type SlotNames = (state: MachineState, slot: bigint) => string | undefined;

export type CallValues = {
  /** Undefined when the stack does not hold them, or not all of them. */
  arguments: Decoded[] | undefined;
  /** Undefined when the call did not return, or left not all of them. */
  returns: Decoded[] | undefined;
  /** Gas used, calls that it made included; undefined when the call did not return. */
  gasUsed: number | undefined;
};

/** Returns the arguments and results of a function call. Costs seeking two steps. */
export function callValues(replay: Replay, call: InternalCall, slotNames: SlotNames): CallValues {
  const { compilation, entry, step, endStep } = call;
  const holds = (variables: readonly TypedVariable[], slots: number) =>
    compilation.language !== 'Vyper' && (!compilation.viaIR || slotsOfAll(variables) === slots);
  const { parameters, returns } = functionVariables(compilation, entry);
  const entered = replay.at(stepIndex(step + 1));
  const left = endStep < 0 ? undefined : replay.at(stepIndex(endStep + 1));
  return {
    arguments:
      entered && holds(parameters, call.parameterSlots) && !isFallenInto(compilation, entry)
        ? onTop(entered, parameters, compilation.viaIR, slotNames)
        : undefined,
    returns: left && holds(returns, call.returnSlots) ? onTop(left, returns, false, slotNames) : undefined,
    gasUsed: entered && left && Number(entered.gas - left.gas),
  };
}

/** Nobody jumps into a constructor of the legacy generator, so the optimizer leaves anything on top where its body begins. */
function isFallenInto({ viaIR, optimized }: Compilation, { kind }: SourceFunction): boolean {
  return kind === 'constructor' && optimized && !viaIR;
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
    if (reversed) words.reverse();
    else at += size;
    return decodeVariable(name || `arg${index}`, type, location, words, from);
  });
}

export function valueSource(state: MachineState, slotNames: SlotNames): ValueSource {
  return { memory: state.memory, input: state.input, slotName: (slot) => slotNames(state, slot) };
}
