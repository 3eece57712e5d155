/**
 * Where an instruction of optimised code of the legacy generator belongs.
 *
 * The optimizer merges equal blocks, so the end of one function may be that of
 * another, with the other's place; it inlines small functions; and it gives
 * shared code the place of a whole function or contract. What ran before tells:
 *
 *     f's block → jump → block with g's place     merged: the place is in f, where it jumped
 *     f calls h → h returns to a label in g       merged: the place is in f, where it called
 *     f's block, then g's without a jump          g was inlined into f
 *
 * Neither happens to code that was not optimised.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import type { SourceFunction } from '../compiled/functions';
import { modifiersOf } from '../compiled/modifiers';
import { contains, type SourceRange, sameRange } from '../compiled/source-file';
import { Jump } from '../compiled/source-map';
import type { FrameInSource } from '../frame-in-source';
import { calledAt, firstCheck, nextCheck } from './next-check';

/** Where an instruction belongs. */
export type Place = {
  /** Undefined when to no source. */
  range: SourceRange | undefined;
  /** Places that the inlined functions around it were called from, outermost first. */
  around: readonly SourceRange[];
};

export type OptimisedPlace = Place & { range: SourceRange };

/** Returns the place of the instruction at position `at`, and the ranges around it that the optimizer merged; `fails` as for `optimisedPlace`. */
export function placeAt(frame: FrameInSource, at: number, fails: boolean): Place {
  const { language, optimized } = frame.compilation;
  if (language === 'Vyper') return { range: lastPlace(frame, at), around: [] };
  const place = optimized ? optimisedPlace(frame, at, fails) : undefined;
  return place ?? { range: frame.range(at), around: [] };
}

/** Vyper leaves many instructions without a place: that of the statement before counts. */
function lastPlace(frame: FrameInSource, from: number): SourceRange | undefined {
  for (let at = from; at >= 0; at--) if (frame.functionAt(at)) return frame.range(at);
  return undefined;
}

/**
 * Returns the place of the instruction at position `end`; undefined when its function holds none before it. `fails`
 * says that it is the end of the frame, so an instruction without a place of its own belongs to a check. Linear in
 * the steps of the function so far.
 */
export function optimisedPlace(frame: FrameInSource, end: number, fails: boolean): OptimisedPlace | undefined {
  const at = fails ? beforeSharedEnd(frame, end) : end;
  const chain: InlinedCall[] = [];
  const host = enteredFunction(frame, at)?.id;
  let jumped = false;
  let exact = strictPlace(frame, at) !== undefined;
  for (let k = at; k >= 0; k--) {
    const jump = k < at ? frame.jump(k) : Jump.regular;
    if (jump === Jump.into) {
      const entered = frame.range(k + 1) && frame.functionAt(k + 1);
      if (entered) leaveUpTo(frame, chain, entered);
      if (frame.range(k + 1)) break;
      // Generated code belongs to who entered it.
      exact ||= chain.length === 0;
    }
    if (jump === Jump.outOf) {
      const call = beforeCall(frame, k);
      jumped ||= !isSameFunction(frame, call, k + 1);
      k = call;
      continue;
    }
    // Labels that stand together become one, so that of a function may have the place of another.
    const isLabel = k > 0 && frame.jump(k - 1) === Jump.into;
    const range = isLabel ? undefined : strictPlace(frame, k);
    const holder = range && frame.functionOf(range);
    if (range && holder) {
      const innermost = chain.length === 0;
      if (innermost || !(leaveUpTo(frame, chain, holder) || isRelated(holder, chain[chain.length - 1].holder))) {
        // The function that was entered runs: what it came from by a jump was inlined, or is another's equal block.
        if (jumped && !innermost && chain[chain.length - 1].holder.id !== host) {
          chain.length = 0;
          exact = true;
        }
        chain.push({ range, holder });
      }
      jumped = false;
    }
    if (frame.opcode(k) === Op.JUMPDEST && k > 0 && isJump(frame.opcode(k - 1)) && frame.jump(k - 1) === Jump.regular)
      jumped = true;
  }
  if (chain.length === 0) return undefined;
  const [{ range, holder }, ...callers] = chain;
  const around = callers.map((call) => call.range).reverse();
  return exact || !fails ? { range, around } : checkFrom(frame, holder, range, around);
}

/** A function and the last place that ran in it: where it failed, or called the function before it in the chain. */
type InlinedCall = { range: SourceRange; holder: SourceFunction };

/**
 * Whether `holder`, or the function it modifies, is in the chain already. Then
 * what the chain has after it was called and left before, so it is taken away.
 */
function leaveUpTo({ compilation, contract }: FrameInSource, chain: InlinedCall[], holder: SourceFunction): boolean {
  const found = chain.findIndex(
    (call) =>
      call.holder.id === holder.id ||
      (holder.kind === 'modifier' &&
        modifiersOf(compilation, call.holder, contract.bases).some(({ id }) => id === holder.id)),
  );
  if (found < 0) return false;
  chain.length = found + 1;
  return true;
}

/**
 * The position that has the place of the failing instruction at `end`. A
 * `revert` with data calls generated code that encodes it, and what comes after
 * that call is the same for all of them, so it is kept once, with the place of
 * only one: the call has the right one. `end` itself when it shares nothing.
 */
function beforeSharedEnd(frame: FrameInSource, end: number): number {
  const place = strictPlace(frame, end);
  if (place === undefined) return end;
  // What computes the text of a reason may end alike as well: then the block that calls the encoder is shared, too.
  for (let at = end; ; ) {
    const start = startOfBlock(frame, at);
    if (start === 0 || frame.opcode(start) !== Op.JUMPDEST || frame.opcode(start - 1) !== Op.JUMP) return end;
    // A label of a statement before: the end is not all of the block, and so not shared.
    for (let k = start; k < at; k++) {
      const here = frame.range(k);
      if (here !== undefined && !contains(place, here)) return end;
    }
    at = placedBefore(frame, start - 1);
    const enters = at < 0 ? undefined : strictPlace(frame, at);
    if (enters === undefined) return end;
    if (!contains(place, enters)) return at;
  }
}

function startOfBlock(frame: FrameInSource, from: number): number {
  let start = from;
  while (start > 0 && frame.opcode(start) !== Op.JUMPDEST && !isJump(frame.opcode(start - 1))) start--;
  return start;
}

/** The last position up to the jump at `from` with a place in a function, without what ran in functions called; -1 when this one holds none. */
function placedBefore(frame: FrameInSource, from: number): number {
  for (let at = from; at >= 0; at--) {
    const jump = frame.jump(at);
    if (jump === Jump.outOf) at = beforeCall(frame, at);
    else if (jump === Jump.into && at < from) return -1;
    if (strictPlace(frame, at)) return at;
  }
  return -1;
}

/** The check that failed after `range` in `owner`: inside of what is called there, or the next one. */
function checkFrom(
  { compilation, contract }: FrameInSource,
  owner: SourceFunction,
  range: SourceRange,
  around: readonly SourceRange[],
): OptimisedPlace {
  const called = calledAt(compilation, owner, range);
  const inside = called && firstCheck(compilation, called, contract.bases);
  if (inside) return { range: inside, around: [...around, range] };
  return { range: nextCheck(owner, range) ?? range, around };
}

/** The function that was jumped into and not left before position `at`; undefined where its label has no place. */
function enteredFunction(frame: FrameInSource, at: number): SourceFunction | undefined {
  for (let k = at - 1; k >= 0; k--) {
    const jump = frame.jump(k);
    if (jump === Jump.outOf) k = beforeCall(frame, k);
    else if (jump === Jump.into && frame.range(k + 1)) return frame.functionAt(k + 1);
  }
  return undefined;
}

/** Position of the jump into the function that is left at `k`. */
function beforeCall(frame: FrameInSource, k: number): number {
  let depth = 1;
  let at = k - 1;
  for (; at >= 0 && depth > 0; at--) {
    const jump = frame.jump(at);
    if (jump === Jump.outOf) depth++;
    else if (jump === Jump.into) depth--;
  }
  return at + 1;
}

/** Whether a call at `call` and the label that it returned to have their places in one function, as far as they have one. */
function isSameFunction(frame: FrameInSource, call: number, label: number): boolean {
  const [from, to] = [call, label].map((at) => strictPlace(frame, at));
  return from === undefined || to === undefined || frame.functionOf(from)?.id === frame.functionOf(to)?.id;
}

/** The place at `at` where it is a part of a function, not the whole of one. */
function strictPlace(frame: FrameInSource, at: number): SourceRange | undefined {
  const range = frame.range(at);
  const holder = range && frame.functionOf(range);
  return range && holder && !sameRange(range, holder.range) ? range : undefined;
}

/** A modifier and its function run in one another; constructors of one contract, and what variables begin with, after one another. */
function isRelated(one: SourceFunction, other: SourceFunction): boolean {
  if (one.kind === 'modifier' || other.kind === 'modifier') return true;
  return isOfCreation(one) && isOfCreation(other);
}

function isOfCreation({ kind }: SourceFunction): boolean {
  return kind === 'constructor' || kind === 'getter';
}

function isJump(opcode: number): boolean {
  return opcode === Op.JUMP || opcode === Op.JUMPI;
}
