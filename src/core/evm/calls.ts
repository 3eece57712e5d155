/**
 * Calls, creates and their ends: what moves value, forwards gas, makes and
 * destroys accounts, and what is undone when a frame fails.
 *
 * Instructions call `begin…`: a new frame runs now, or the call is answered at
 * once (a precompile, no code, or a failure that the caller sees as 0).
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { assert } from '../assert';
import { Fork } from './forks';
import { type Frame, FrameKind, splitGas } from './frame';
import * as Gas from './gas';
import { Halt } from './halt';
import { Outcome, outOfGas } from './instructions/outcome';
import type { Machine } from './machine';
import { precompileAt } from './precompiles/table';
import type { AccountIndex } from './slots';
import type { State } from './state';
import * as W from './words';

const EMPTY = new Uint8Array(0);
const MAX_DEPTH = 1024;
/** EIP-2681. */
const MAX_NONCE = 2n ** 64n - 1n;
const MAX_WORD = 2n ** 256n - 1n;
const word = new Uint32Array(8);

/** Gas in the two parts a frame keeps it in. */
type Amount = { gas: number; reserve: bigint };
const NOTHING: Amount = { gas: 0, reserve: 0n };

/**
 * Takes what a call may have off the frame: all that was asked for, but since
 * EIP-150 at most all but one 64th of `gas`, what is left of the frame's.
 * Undefined when it was asked for more than there is.
 */
function forwardedGas(
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

/** Moves `value` wei; the sender has it. */
export function transfer(state: State, from: AccountIndex, to: AccountIndex, value: W.Limbs): void {
  W.sub(state.balance, from << 3, value, 0, word, 0);
  state.setBalance(from, word, 0);
  W.add(state.balance, to << 3, value, 0, word, 0);
  state.setBalance(to, word, 0);
}

function covers(state: State, account: AccountIndex, value: W.Limbs): boolean {
  return !W.less(state.balance, account << 3, value, 0);
}

/** The code that runs at `account`: its own, or what it delegates to (EIP-7702). */
function codeOf(machine: Machine, account: AccountIndex): { code: number; delegate: AccountIndex | undefined } {
  const { state } = machine;
  const code = state.code[account];
  const designator = machine.fork >= Fork.prague ? state.codes[code].delegate : undefined;
  if (designator === undefined) return { code, delegate: undefined };
  const delegate = state.indexOf(designator, 0);
  // A delegation to a precompile runs empty code, and delegations do not chain.
  if (precompileAt(machine.fork, designator, 0)) return { code: 0, delegate };
  return { code: state.code[delegate], delegate };
}

/** CALL, CALLCODE, DELEGATECALL, STATICCALL. `frame.gas` has the constant part taken off already. */
export function beginCall(machine: Machine, frame: Frame, op: number, gasBefore: number): Outcome {
  const { state, fork } = machine;
  const s = frame.stack;
  const { sp } = frame;
  const withValue = op === 0xf1 || op === 0xf2;
  const target = state.indexOf(s, sp - 16);
  if (!state.requireAccount(target)) return Outcome.missing;
  const { code, delegate } = codeOf(machine, target);
  if (delegate !== undefined && !state.requireAccount(delegate)) return Outcome.missing;
  const precompile = precompileAt(fork, s, sp - 16);
  if (precompile && !state.requireLibrary(precompile.library)) return Outcome.missing;

  const hasValue = withValue && !W.isZero(s, sp - 24);
  if (op === 0xf1 && hasValue && frame.isStatic) return Halt.writeProtection;
  const args = withValue ? sp - 32 : sp - 24;
  const inSize = W.toNumber(s, args - 8);
  const inEnd = Gas.memoryEnd(W.toNumber(s, args), inSize);
  const outSize = W.toNumber(s, args - 24);
  const outEnd = Gas.memoryEnd(W.toNumber(s, args - 16), outSize);
  const end = Math.max(inEnd, outEnd);

  let gas = frame.gas - frame.expansionGas(end);
  if (fork >= Fork.berlin) {
    gas -= state.warmAccount(target) ? Gas.COLD_ACCOUNT : Gas.WARM_ACCESS;
    if (delegate !== undefined) gas -= state.warmAccount(delegate) ? Gas.COLD_ACCOUNT : Gas.WARM_ACCESS;
  } else gas -= Gas.flatAccess(fork, 'call');
  if (hasValue) gas -= Gas.CALL_VALUE;
  if (op === 0xf1) {
    if (fork >= Fork.spuriousDragon ? hasValue && state.isEmpty(target) : !state.exists(target)) gas -= Gas.NEW_ACCOUNT;
  }
  if (!(gas >= 0)) {
    frame.gas = gas;
    return outOfGas(machine, end);
  }
  const share = forwardedGas(machine, frame, gas, W.toNumber(s, sp - 8), s, sp - 8);
  if (share === undefined) {
    frame.gas = -1;
    return Halt.outOfGas;
  }
  frame.expand(end);
  if (machine.watcher) {
    machine.watcher.step(frame.pc, gasBefore - frame.gas);
    machine.watcher.account(target);
    if (delegate !== undefined) machine.watcher.account(delegate);
  }
  const childGas = hasValue ? share.gas + Gas.CALL_STIPEND : share.gas;
  const back = { gas: childGas, reserve: share.reserve };
  const input = inSize === 0 ? EMPTY : frame.memory.slice(inEnd - inSize, inEnd);
  const value = new Uint32Array(8);
  if (withValue) W.copy(s, sp - 24, value, 0);
  else if (op === 0xf4) W.copy(frame.value, 0, value, 0);
  frame.sp = args - 24;
  frame.outOffset = outEnd - outSize;
  frame.outSize = outSize;

  const kind =
    op === 0xf1
      ? FrameKind.call
      : op === 0xf2
        ? FrameKind.callcode
        : op === 0xf4
          ? FrameKind.delegatecall
          : FrameKind.staticcall;
  const self = op === 0xf1 || op === 0xfa ? target : frame.self;
  const row =
    machine.watcher?.enter({
      kind,
      depth: frame.depth + 1,
      from: frame.self,
      to: target,
      value: op === 0xfa ? undefined : value,
      gas: childGas,
      input,
    }) ?? -1;

  if (frame.depth + 1 > MAX_DEPTH) return answer(machine, frame, row, Halt.callDepth, '', back, 0, EMPTY);
  if (withValue && hasValue && !covers(state, frame.self, value))
    return answer(machine, frame, row, Halt.insufficientBalance, '', back, 0, EMPTY);

  const snapshot = state.snapshot();
  if (op === 0xf1) {
    // A call of nothing to nobody makes no account since EIP-161.
    if (!state.exists(target) && !precompile && fork >= Fork.spuriousDragon && !hasValue)
      return answer(machine, frame, row, Halt.none, '', back, 0, EMPTY);
    transfer(state, frame.self, target, value);
  } else if (op === 0xfa) state.touch(target);
  if (precompile) {
    const result = precompile.run(input, childGas, fork);
    if (result.ok) {
      back.gas -= result.gas;
      return answer(machine, frame, row, Halt.none, '', back, result.gas, result.output);
    }
    state.revertTo(snapshot);
    return answer(
      machine,
      frame,
      row,
      result.error === undefined ? Halt.outOfGas : Halt.precompileFailed,
      result.error ?? '',
      NOTHING,
      childGas,
      EMPTY,
    );
  }
  if (state.codes[code].bytes.length === 0) return answer(machine, frame, row, Halt.none, '', back, 0, EMPTY);

  const child = machine.takeFrame();
  child.start(state.codes[code], machine.set);
  child.parent = frame;
  child.kind = kind;
  child.depth = frame.depth + 1;
  child.self = self;
  child.caller = op === 0xf4 ? frame.caller : frame.self;
  child.codeAccount = target;
  child.isStatic = frame.isStatic || op === 0xfa;
  W.copy(value, 0, child.value, 0);
  child.input = input;
  child.fund(childGas, share.reserve);
  child.snapshot = snapshot;
  child.logs = machine.logs.length;
  child.refund = machine.refund;
  child.row = row;
  frame.stays++;
  machine.frame = child;
  return Outcome.left;
}

/** The call is answered without a frame of its own: result on the stack, returndata in place, gas back. */
function answer(
  machine: Machine,
  frame: Frame,
  row: number,
  halt: Halt,
  detail: string,
  back: Amount,
  gasUsed: number,
  output: Uint8Array,
): Outcome {
  machine.watcher?.exit(row, halt, detail, gasUsed, output);
  deliver(frame, halt === Halt.none, output);
  frame.refill(back.gas, back.reserve);
  return Outcome.answered;
}

/** Puts a call's success and returndata where the caller asked for them. */
function deliver(frame: Frame, success: boolean, output: Uint8Array): void {
  W.setNumber(frame.stack, frame.sp, success ? 1 : 0);
  frame.sp += 8;
  frame.returned = output;
  const size = Math.min(frame.outSize, output.length);
  if (size > 0) frame.memory.set(size === output.length ? output : output.subarray(0, size), frame.outOffset);
}

/** The address CREATE makes: the last 20 bytes of keccak256(rlp([sender, nonce])). */
export function createAddress(sender: Uint8Array, nonce: bigint): Uint8Array {
  const digits: number[] = [];
  for (let rest = nonce; rest > 0n; rest >>= 8n) digits.unshift(Number(rest & 0xffn));
  const encoded =
    nonce === 0n ? [0x80] : digits.length === 1 && nonce < 0x80n ? digits : [0x80 + digits.length, ...digits];
  const rlp = new Uint8Array(22 + encoded.length);
  rlp[0] = 0xc0 + 21 + encoded.length;
  rlp[1] = 0x94;
  rlp.set(sender, 2);
  rlp.set(encoded, 22);
  return keccak_256(rlp).slice(12);
}

/** CREATE and CREATE2 (EIP-1014). */
export function beginCreate(machine: Machine, frame: Frame, op: number, gasBefore: number): Outcome {
  const { state, fork } = machine;
  const s = frame.stack;
  const { sp } = frame;
  const size = W.toNumber(s, sp - 24);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 16), size);
  if (fork >= Fork.shanghai && size > Gas.MAX_INIT_CODE_SIZE) {
    frame.gas = -1;
    const halt = outOfGas(machine, end);
    // geth asks for the size while it computes the gas.
    if (halt === Halt.outOfGas && machine.detail === '') machine.detail = `max initcode size exceeded: size ${size}`;
    return halt;
  }
  const perWord = (fork >= Fork.shanghai ? Gas.INIT_CODE_WORD : 0) + (op === 0xf5 ? Gas.KECCAK_WORD : 0);
  const gas = frame.gas - frame.expansionGas(end) - perWord * Gas.wordsOf(size);
  if (!(gas >= 0)) {
    frame.gas = gas;
    return outOfGas(machine, end);
  }
  if (frame.isStatic) return Halt.writeProtection;
  // Memory grows only once nothing can be missing any more; what lies beyond it is zero.
  const init = new Uint8Array(size);
  if (size > 0 && end - size < frame.memorySize)
    init.set(frame.memory.subarray(end - size, Math.min(end, frame.memorySize)));
  const address =
    op === 0xf0
      ? createAddress(state.addressBytes(frame.self), state.nonce[frame.self])
      : create2Address(state.addressBytes(frame.self), s, sp - 32, init);
  const target = state.indexOfAddress(address);
  if (!state.requireAccount(target)) return Outcome.missing;

  frame.expand(end);
  machine.watcher?.step(frame.pc, gasBefore - gas);
  machine.watcher?.account(target);
  W.fromBigInt(MAX_WORD, word, 0);
  const share = forwardedGas(
    machine,
    frame,
    gas,
    fork >= Fork.tangerineWhistle ? Number.POSITIVE_INFINITY : gas,
    word,
    0,
  );
  assert(share, 'a create takes what there is');
  const forwarded = share.gas;
  const value = new Uint32Array(8);
  W.copy(s, sp - 8, value, 0);
  frame.sp = op === 0xf0 ? sp - 24 : sp - 32;
  frame.outSize = 0;
  const kind = op === 0xf0 ? FrameKind.create : FrameKind.create2;
  const row =
    machine.watcher?.enter({
      kind,
      depth: frame.depth + 1,
      from: frame.self,
      to: target,
      value,
      gas: forwarded,
      input: init,
    }) ?? -1;
  const refuse = (halt: Halt, back: Amount) => answer(machine, frame, row, halt, '', back, forwarded - back.gas, EMPTY);
  if (frame.depth + 1 > MAX_DEPTH) return refuse(Halt.callDepth, share);
  if (!covers(state, frame.self, value)) return refuse(Halt.insufficientBalance, share);
  if (state.nonce[frame.self] >= MAX_NONCE) return refuse(Halt.nonceOverflow, share);
  state.setNonce(frame.self, state.nonce[frame.self] + 1n);
  // Warm even when the creation fails (EIP-2929).
  if (fork >= Fork.berlin) state.warmAccount(target);
  // EIP-684 and EIP-7610.
  if (state.nonce[target] !== 0n || state.code[target] !== 0 || state.hasStorage(target))
    return refuse(Halt.createCollision, NOTHING);

  startCreate(machine, frame, kind, frame.self, target, value, init, share, row);
  return Outcome.left;
}

function create2Address(sender: Uint8Array, s: W.Limbs, salt: number, init: Uint8Array): Uint8Array {
  const preimage = new Uint8Array(85);
  preimage[0] = 0xff;
  preimage.set(sender, 1);
  W.toBytes(s, salt, preimage, 21);
  preimage.set(keccak_256(init), 53);
  return keccak_256(preimage).slice(12);
}

/** Makes the account, moves the value and starts the init code. */
export function startCreate(
  machine: Machine,
  parent: Frame | undefined,
  kind: Frame['kind'],
  from: AccountIndex,
  target: AccountIndex,
  value: W.Limbs,
  init: Uint8Array,
  gas: Amount,
  row: number,
): void {
  const { state, fork } = machine;
  const child = machine.takeFrame();
  child.snapshot = state.snapshot();
  state.markCreated(target);
  if (fork >= Fork.spuriousDragon) state.setNonce(target, 1n); // EIP-161
  transfer(state, from, target, value);
  child.start({ bytes: init, hash: word, delegate: undefined, runnable: undefined }, machine.set);
  child.parent = parent;
  child.kind = kind;
  child.depth = parent ? parent.depth + 1 : 0;
  child.self = target;
  child.caller = from;
  child.codeAccount = target;
  child.isStatic = false;
  W.copy(value, 0, child.value, 0);
  child.input = EMPTY;
  child.fund(gas.gas, gas.reserve);
  child.logs = machine.logs.length;
  child.refund = machine.refund;
  child.row = row;
  if (parent) parent.stays++;
  machine.frame = child;
}

/** Ends `frame`: keeps or undoes what it did, and hands gas and returndata to its caller. */
export function endFrame(machine: Machine, frame: Frame, ended: Halt, endedDetail: string, output: Uint8Array): void {
  const { state } = machine;
  const isCreate = frame.kind === FrameKind.create || frame.kind === FrameKind.create2;
  let halt = ended;
  if (isCreate && halt === Halt.none) halt = deposit(machine, frame, output);
  // Frontier keeps an account whose code could not be paid for, without code.
  const keepsAccount = halt === Halt.codeStoreOutOfGas && machine.fork < Fork.homestead;
  if (halt !== Halt.none && !keepsAccount) {
    state.revertTo(frame.snapshot);
    machine.logs.length = frame.logs;
    machine.watcher?.truncateLogs(frame.logs);
    machine.refund = frame.refund;
    if (halt !== Halt.revert) {
      frame.gas = 0;
      frame.reserve = 0n;
    }
  }
  const kept = halt === Halt.none || halt === Halt.revert || keepsAccount ? output : EMPTY;
  const told = keepsAccount ? Halt.none : halt;
  machine.watcher?.exit(frame.row, told, endedDetail, frame.gasLimit - frame.gas, kept);

  const { parent } = frame;
  machine.frame = parent;
  if (parent === undefined) {
    machine.halt = told;
    machine.haltDetail = endedDetail;
    machine.output = kept;
    machine.gasLeft = frame.reserve + BigInt(frame.gas);
  } else {
    parent.refill(frame.gas, frame.reserve);
    const success = halt === Halt.none || keepsAccount;
    deliver(parent, success, isCreate && success ? EMPTY : kept);
    if (isCreate && success) W.copy(state.address, frame.self << 3, parent.stack, parent.sp - 8);
    parent.pc++;
  }
  machine.giveBack(frame);
}

/** Stores the code a create returned, or says why not. */
function deposit(machine: Machine, frame: Frame, code: Uint8Array): Halt {
  const { fork, state } = machine;
  if (fork >= Fork.spuriousDragon && code.length > Gas.MAX_CODE_SIZE) return Halt.codeSizeExceeded;
  if (fork >= Fork.london && code[0] === 0xef) return Halt.invalidCodePrefix;
  const price = Gas.CODE_DEPOSIT * code.length;
  if (frame.gas < price) return Halt.codeStoreOutOfGas;
  frame.gas -= price;
  state.setCode(frame.self, code);
  return Halt.none;
}

/** SELFDESTRUCT: EIP-150, EIP-161, EIP-2929, EIP-3529, EIP-6780. */
export function selfdestruct(machine: Machine, frame: Frame, gasBefore: number): Outcome {
  const { state, fork } = machine;
  if (frame.isStatic) return Halt.writeProtection;
  const beneficiary = state.indexOf(frame.stack, frame.sp - 8);
  if (!state.requireAccount(beneficiary)) return Outcome.missing;
  const balance = state.balance.slice(frame.self << 3, (frame.self << 3) + 8);
  const hasBalance = !W.isZero(balance, 0);
  let { gas } = frame;
  if (fork >= Fork.tangerineWhistle) gas -= 5000;
  if (fork >= Fork.berlin && state.warmAccount(beneficiary)) gas -= Gas.COLD_ACCOUNT;
  if (fork >= Fork.spuriousDragon) {
    if (hasBalance && state.isEmpty(beneficiary)) gas -= Gas.NEW_ACCOUNT;
  } else if (fork >= Fork.tangerineWhistle && !state.exists(beneficiary)) gas -= Gas.NEW_ACCOUNT;
  if (gas < 0) {
    frame.gas = gas;
    return Halt.outOfGas;
  }
  frame.gas = gas;
  machine.watcher?.step(frame.pc, gasBefore - gas);
  machine.watcher?.account(beneficiary);
  machine.watcher?.selfdestruct(frame, beneficiary, balance);
  if (fork < Fork.london && !state.isDestructed(frame.self)) machine.refund += 24000;
  const goes = fork < Fork.cancun || state.isCreated(frame.self);
  // The balance moves first, so that sending it to oneself burns it where the account goes.
  transfer(state, frame.self, beneficiary, balance);
  if (goes) {
    word.fill(0);
    state.setBalance(frame.self, word, 0);
    state.markDestructed(frame.self);
  }
  endFrame(machine, frame, Halt.none, '', EMPTY);
  return Outcome.left;
}
