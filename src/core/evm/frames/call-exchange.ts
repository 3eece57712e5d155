/**
 * What passes between a frame and the one it calls: gas on the way in, value,
 * and on the way out success, returndata and the gas that is left.
 */

import { hexToBytes } from '../../chain/hex';
import { SYSTEM } from '../environment';
import type { Protocol } from '../families/protocol';
import { GivenUp } from '../given-up';
import { OpcodeResult } from '../instructions/opcode-result';
import type { BeginningCall } from '../interceptor';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import { ViewedMachine } from '../state/view';
import * as W from '../words/words';
import { type Frame, splitGas } from './frame';
import { Halt } from './halt';

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER = new Uint32Array(8);
W.fromBytes(hexToBytes('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'), 0, 32, TRANSFER, 0);
export const MAX_DEPTH = 1024;
const ADDRESS_BYTES = 20;
const word = new Uint32Array(8);

/** Throws `GivenUp` where the protocol of the chain says that this call cannot be executed here. */
export function refuseCall(protocol: Protocol, address: Uint8Array, code: Uint8Array, input: Uint8Array): void {
  const reason = protocol.refuses?.({ address, code, input });
  if (reason !== undefined) throw new GivenUp(reason);
}

/** Gas in the two parts a frame keeps it in. */
export type Amount = { gas: number; reserve: bigint };
export const NOTHING: Amount = { gas: 0, reserve: 0n };

/**
 * Takes what a call may have off the frame: all that was asked for, but since
 * EIP-150 at most all but one 64th of `gas`, what is left of the frame's.
 * Undefined when it was asked for more than there is.
 */
export function forwardedGas(
  machine: Machine,
  frame: Frame,
  gas: number,
  asked: number,
  s: W.Limbs,
  at: number,
): Amount | undefined {
  const capped = machine.fork >= Fork.tangerineWhistle;
  if (frame.reserve === 0n) {
    const forwarded = capped ? Math.min(asked, gas - Math.floor(gas / 64)) : asked;
    if (forwarded > gas) return undefined;
    frame.gas = gas - forwarded;
    return { gas: forwarded, reserve: 0n };
  }
  const all = frame.reserve + BigInt(gas);
  let forwarded = W.toBigInt(s, at);
  if (capped && forwarded > all - all / 64n) forwarded = all - all / 64n;
  if (forwarded > all) return undefined;
  const left = splitGas(all - forwarded);
  frame.gas = left.gas;
  frame.reserve = left.reserve;
  return splitGas(forwarded);
}

/** Moves `value` wei; the sender has it. Since Amsterdam a log tells of it (EIP-7708, draft of 2026-07-10). */
export function transfer(
  machine: Machine,
  from: AccountIndex,
  to: AccountIndex,
  value: W.Limbs,
  bySelfdestruct = false,
): void {
  const { state } = machine;
  W.sub(state.balance, from << 3, value, 0, word, 0);
  state.setBalance(from, word, 0);
  W.add(state.balance, to << 3, value, 0, word, 0);
  state.setBalance(to, word, 0);
  const transferred = machine.block.protocol?.transferred;
  if (transferred) {
    const wei = W.toBigInt(value, 0);
    const moved = { from: state.addressBytes(from), to: state.addressBytes(to), wei, bySelfdestruct };
    transferred(new ViewedMachine(machine), moved);
  }
  if (machine.fork >= Fork.amsterdam && from !== to && !W.isZero(value, 0)) logTransfer(machine, from, to, value);
}

/** The log of ERC-20's Transfer, by the address that the protocol acts under. */
function logTransfer(machine: Machine, from: AccountIndex, to: AccountIndex, value: W.Limbs): void {
  const { state } = machine;
  const address = state.indexOfAddress(SYSTEM);
  const topics = new Uint32Array(24);
  W.copy(TRANSFER, 0, topics, 0);
  W.copy(state.address, from << 3, topics, 8);
  W.copy(state.address, to << 3, topics, 16);
  const data = W.wordBytes(value, 0);
  machine.logs.push({ address, topics, topicCount: 3, data });
  machine.watcher?.log(address, topics, 3, data, true);
}

/** Takes back the logs since there were `count`. */
export function truncateLogs(machine: Machine, count: number): void {
  if (machine.logs.length === count) return;
  machine.logs.length = count;
  machine.watcher?.truncateLogs(count);
}

/** Returns whether the account has at least `value` wei. */
export function hasBalance(state: State, account: AccountIndex, value: W.Limbs): boolean {
  return !W.less(state.balance, account << 3, value, 0);
}

/** The end of a call or creation that has no frame of its own. */
export type UnrunEnd = {
  halt: Halt;
  /** More of the halt, '' where there is none. */
  detail: string;
  /** Gas that goes back to the caller. */
  back: Amount;
  gasUsed: number;
  output: Uint8Array;
};

/** Answers the call without a frame of its own: result on the stack, returndata in place, gas back. */
export function answerCall(machine: Machine, frame: Frame, row: number, end: UnrunEnd): OpcodeResult {
  const { halt, detail, back, gasUsed, output } = end;
  machine.watcher?.exit(row, halt, detail, gasUsed, output);
  deliverResult(frame, halt === Halt.none, output);
  frame.refill(back.gas, back.reserve);
  return OpcodeResult.answered;
}

/** Does as `answerCall` for a call that an interceptor was asked about: it says how the caller sees the end. */
export function answerIntercepted(
  machine: Machine,
  { kind, frame, from, self, isStatic, gas }: BeginningCall,
  row: number,
  end: UnrunEnd,
): OpcodeResult {
  const { interceptor } = machine;
  const { back } = end;
  const call = { kind, frame: undefined, caller: frame, from, self, isStatic, gasLimit: gas, gasLeft: back.gas };
  const { halt, output } = interceptor?.ended(call, end) ?? end;
  const result = answerCall(machine, frame, row, { ...end, halt, output, gasUsed: gas - back.gas });
  if (!interceptor?.watchesSteps) return result;
  // The frame goes on when it is taken up again, instruction by instruction.
  frame.pc++;
  return OpcodeResult.left;
}

/** Puts a call's success and returndata where the caller asked for them. */
export function deliverResult(frame: Frame, success: boolean, output: Uint8Array): void {
  W.setNumber(frame.stack, frame.sp, success ? 1 : 0);
  frame.sp += 8;
  frame.returned = output;
  const size = Math.min(frame.outSize, output.length);
  if (size > 0) frame.memory.set(size === output.length ? output : output.subarray(0, size), frame.outOffset);
}

/** Makes what a factory returned the result of the CREATE2 that it was called for: an address, or a failure. */
export function takeAddress(frame: Frame): void {
  const { stack, returned } = frame;
  const at = frame.sp - 8;
  if (W.isZero(stack, at)) return;
  const isAddress = returned.length === ADDRESS_BYTES;
  if (isAddress) W.fromBytes(returned, 0, ADDRESS_BYTES, stack, at);
  else W.setNumber(stack, at, 0);
  frame.returned = new Uint8Array(0);
}
