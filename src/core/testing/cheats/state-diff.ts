/**
 * Records which accounts are reached and which slots are read and written, as `vm.startStateDiffRecording` asks: a list
 * for each call that runs, in which the call stands first; when it ends its list goes behind that of its caller.
 */

import { bytesToHex } from '../../chain/hex';
import { type Frame, FrameKind } from '../../evm/frames/frame';
import { Halt } from '../../evm/frames/halt';
import type { BeginningCall, EndedCall, Ending } from '../../evm/interceptor';
import type { AccountIndex, SlotIndex } from '../../evm/state/slots';
import { toBigInt } from '../../evm/words/words';
import type { AccountAccess } from './cheat-state';
import type { Vm } from './vm';

/** Kinds as `Vm.AccountAccessKind` numbers them. */
const Kind = {
  call: 0,
  delegateCall: 1,
  callCode: 2,
  staticCall: 3,
  create: 4,
  selfDestruct: 5,
  resume: 6,
} as const;

/** BALANCE, EXTCODESIZE, EXTCODEHASH, EXTCODECOPY and SELFDESTRUCT. */
const LOOKS: Readonly<Record<number, number>> = { 49: 7, 59: 8, 63: 9, 60: 10, 255: Kind.selfDestruct };

function blank(
  kind: number,
  account: AccountIndex,
  accessor: AccountIndex,
  initialized: boolean,
  depth: number,
): AccountAccess {
  const counts = { balances: [0n, 0n] as [bigint, bigint], nonces: [0n, 0n] as [bigint, bigint] };
  const rest = { ...counts, value: 0n, data: '0x', deployedCode: '0x', reverted: false, storage: [] };
  return { kind, account, accessor, initialized, depth, ...rest };
}

const balanceOf = ({ state }: Vm, account: AccountIndex) => toBigInt(state.balance, account << 3);

const KINDS = new Map<FrameKind, number>([
  [FrameKind.call, Kind.call],
  [FrameKind.delegatecall, Kind.delegateCall],
  [FrameKind.callcode, Kind.callCode],
  [FrameKind.staticcall, Kind.staticCall],
]);

/** Notes a call that begins. */
export function beginAccess(vm: Vm, call: BeginningCall): void {
  const { self, target, from, frame } = call;
  const access = blank(KINDS.get(call.kind) ?? 0, target, from, !vm.state.isEmpty(self), frame.depth + 1);
  access.balances[0] = balanceOf(vm, self);
  access.nonces[0] = vm.state.nonce[self];
  access.value = call.kind === FrameKind.staticcall ? 0n : toBigInt(call.value, 0);
  access.data = bytesToHex(call.input);
  vm.kept.stateDiff?.push([access]);
}

/** Notes a creation whose code begins. */
export function beginCreation(vm: Vm, frame: Frame): void {
  const access = blank(Kind.create, frame.self, frame.caller, true, frame.depth);
  access.nonces[1] = 1n;
  access.value = toBigInt(frame.value, 0);
  access.data = bytesToHex(frame.code);
  vm.kept.stateDiff?.push([access]);
}

/** Notes how a call or creation ended that `depth` frames surround. */
export function endAccess(vm: Vm, call: EndedCall, { halt }: Ending, depth: number): void {
  const stack = vm.kept.stateDiff;
  if (stack === undefined || depth === 0) return;
  const ended = stack.pop();
  if (ended === undefined) return;
  if (halt === Halt.revert || halt === Halt.callDepth || halt === Halt.insufficientBalance)
    for (const access of ended) {
      access.reverted = true;
      for (const slot of access.storage) slot.reverted = true;
    }
  const [first] = ended;
  const isCreate = call.kind === FrameKind.create || call.kind === FrameKind.create2;
  if (first !== undefined && first.depth === depth && !(isCreate && halt !== Halt.none)) {
    first.balances[1] = balanceOf(vm, call.self);
    first.nonces[1] = vm.state.nonce[call.self];
    if (isCreate) first.deployedCode = bytesToHex(vm.codeOf(call.self));
  }
  const around = stack.at(-1);
  if (around === undefined) stack.push(ended);
  else around.push(...ended);
}

/** Notes an instruction that looks at an account, or leaves its balance to it. forge 1.7.1 looks first: then the account is warm. */
export function lookAccess(vm: Vm, frame: Frame, account: AccountIndex, op: number): void {
  const stack = vm.kept.stateDiff;
  const kind = LOOKS[op];
  if (stack === undefined || kind === undefined) return;
  const isLeft = kind === Kind.selfDestruct;
  const last = stack.at(-1);
  if (isLeft && last === undefined) return;
  vm.state.warmAccount(account);
  const access = blank(kind, account, frame.self, !vm.state.isEmpty(account), frame.depth + 1);
  const [held, given] = [balanceOf(vm, account), isLeft ? balanceOf(vm, frame.self) : 0n];
  const nonce = vm.state.nonce[account];
  Object.assign(access, { balances: [held, held + given], nonces: [nonce, nonce], value: given });
  if (last === undefined) stack.push([access]);
  else last.push(access);
}

/** Notes that a slot is read, or written: then the value lies below its key on the stack. forge 1.7.1 reads it first: then it is warm. */
export function slotAccess(vm: Vm, frame: Frame, slot: SlotIndex, isWrite: boolean): void {
  const last = vm.kept.stateDiff?.at(-1);
  if (last === undefined) return;
  vm.state.warmSlot(slot);
  const [first] = last;
  if (first === undefined || first.depth >= frame.depth + 1) return;
  const { slots } = vm.state;
  const before = toBigInt(slots.current, slot << 3);
  const after = isWrite ? toBigInt(frame.stack, frame.sp - 16) : before;
  const access = {
    account: frame.self,
    slot: toBigInt(slots.keys, slot << 3),
    isWrite,
    before,
    after,
    reverted: false,
  };
  const latest = last[last.length - 1];
  if (last.length === 1 || latest.kind === Kind.resume) latest.storage.push(access);
  else {
    const resumed = blank(Kind.resume, first.account, first.accessor, first.initialized, first.depth);
    last.push({ ...resumed, reverted: first.reverted, storage: [access] });
  }
}
