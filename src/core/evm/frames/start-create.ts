/** What creations share: why one is refused, the address, the account, and the frame of the init code. */
import { keccak } from '../../chain/keccak';
import { OpcodeResult } from '../instructions/opcode-result';
import type { AnsweringCreation } from '../interceptor';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import type { AccountIndex } from '../state/slots';
import * as W from '../words/words';
import { type Amount, hasBalance, MAX_DEPTH, transfer } from './call-exchange';
import { type Frame, FrameKind, type IsolatedCall } from './frame';
import { Halt } from './halt';

const EMPTY = new Uint8Array(0);
/** EIP-2681. */
const MAX_NONCE = 2n ** 64n - 1n;
const word = new Uint32Array(8);

/** Starts a creation whose end answers a call of this frame; undefined when nothing can be created. */
export function beginAnsweringCreate(
  machine: Machine,
  frame: Frame,
  { init, value, from, salt }: AnsweringCreation,
  gas: Amount,
  answers: number,
): OpcodeResult | undefined {
  const { state } = machine;
  if (whyRefused(machine, frame, from, value) !== Halt.none) return undefined;
  const sender = state.addressBytes(from);
  if (salt !== undefined) W.fromBytes(salt, 0, 32, word, 0);
  const address = salt === undefined ? createAddress(sender, state.nonce[from]) : create2Address(sender, word, 0, init);
  const target = state.indexOfAddress(address);
  if (!state.isKnown(target)) {
    word.fill(0);
    state.supplyAccount(address, { balance: word, nonce: 0n, code: EMPTY, exists: false });
  }
  state.setNonce(from, state.nonce[from] + 1n);
  state.warmAccount(target);
  if (state.nonce[target] !== 0n || state.code[target] !== 0 || state.hasStorage(target)) return undefined;
  const kind = salt === undefined ? FrameKind.create : FrameKind.create2;
  const { watcher } = machine;
  watcher?.account(target);
  const row =
    watcher?.enter({ kind, depth: frame.depth + 2, from, to: target, value, gas: gas.gas, input: init }) ?? -1;
  startCreate(machine, frame, kind, from, target, value, init, gas, row, 0, { answers });
  return OpcodeResult.left;
}

/** Why nothing can be created from this frame, whatever is at the address; `none` when it can. */
export function whyRefused({ state }: Machine, frame: Frame, creator: AccountIndex, value: W.Limbs): Halt {
  if (frame.depth + 1 > MAX_DEPTH) return Halt.callDepth;
  if (!hasBalance(state, creator, value)) return Halt.insufficientBalance;
  return state.nonce[creator] >= MAX_NONCE ? Halt.nonceOverflow : Halt.none;
}

/** Makes the account, moves the value and starts the init code. `charged`: state gas that its caller took for the account. `answers`: row of the call that its end answers. */
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
  charged: number,
  { answers, isolated }: { answers?: number; isolated?: IsolatedCall | undefined } = {},
): void {
  const { state, fork } = machine;
  const child = machine.takeFrame();
  child.snapshot = state.snapshot();
  child.logs = machine.logs.length;
  state.markCreated(target);
  if (fork >= Fork.spuriousDragon) state.setNonce(target, 1n); // EIP-161
  transfer(machine, from, target, value);
  child.start({ bytes: init, hash: word, delegate: undefined, runnable: undefined }, machine.set);
  child.parent = parent;
  child.kind = kind;
  child.answers = answers;
  child.isolated = isolated;
  child.depth = parent ? parent.depth + (answers === undefined ? 1 : 2) : 0;
  child.self = target;
  child.caller = from;
  child.codeAccount = target;
  child.isStatic = false;
  W.copy(value, 0, child.value, 0);
  child.input = EMPTY;
  child.fund(gas.gas, gas.reserve, machine.stateGas, charged);
  child.refund = machine.refund;
  child.row = row;
  if (parent) parent.stays++;
  machine.frame = child;
  machine.interceptor?.entered(child);
}

/** Returns the address that CREATE makes: the last 20 bytes of keccak256(rlp([sender, nonce])). */
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
  return keccak(rlp).slice(12);
}

/** Returns the address that CREATE2 makes (EIP-1014); the salt lies at `salt` in `s`. */
export function create2Address(sender: Uint8Array, s: W.Limbs, salt: number, init: Uint8Array): Uint8Array {
  const preimage = new Uint8Array(85);
  preimage[0] = 0xff;
  preimage.set(sender, 1);
  W.toBytes(s, salt, preimage, 21);
  preimage.set(keccak(init), 53);
  return keccak(preimage).slice(12);
}
