/**
 * Acts on the calls of a test while it runs: answers `vm` and the console, changes who calls, answers what is mocked,
 * and sees to what was expected. `src/core/testing/cheatcodes` says what each cheatcode does.
 */

import { stringToBytes } from 'viem';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Address } from '../../chain/primitives';
import type { BlockEnvironment } from '../../evm/environment';
import { type Frame, FrameKind, type IsolatedCall } from '../../evm/frames/frame';
import { Halt } from '../../evm/frames/halt';
import type {
  AnsweringCreation,
  BeginningCall,
  BegunIsolated,
  EndedCall,
  Ending,
  Interceptor,
  RunningMachine,
  SeparateCall,
} from '../../evm/interceptor';
import type { AccountIndex, SlotIndex } from '../../evm/state/slots';
import { fromBigInt, type Limbs, toBigInt } from '../../evm/words/words';
import { assert } from '../../values/assert';
import { answerCheatcode, placesGiven } from '../cheatcodes/all-cheatcodes';
import { wantedFile } from '../cheatcodes/files';
import { wantedAnswer } from '../cheatcodes/forks';
import { needsLibraries } from '../cheatcodes/needed-libraries';
import { forkOfVersion } from '../evm-version';
import { applyPrank, reachCaller } from './apply-prank';
import { fillSlot } from './arbitrary-storage';
import { beginBroadcast, endBroadcast } from './broadcast';
import { addressData, cheatErrorData, errorData } from './cheat-error';
import { type BlockChanges, type CheatState, copyOf } from './cheat-state';
import { consoleLine, whyNoConsole } from './console-lines';
import { checkAtEnd, countCall, endEmits, endRevert } from './expectations';
import { endWithoutFactory, factoryFor } from './factory';
import { noteFirstValues } from './first-values';
import { beginIsolated, coolDown, endIsolated } from './isolated-calls';
import { mockedCall, mockFunction } from './mocked-calls';
import { noteLog } from './note-log';
import { beginAccess, beginCreation, endAccess, lookAccess, slotAccess } from './state-diff';
import { beforeStep, noteOutOfGas, watchesSteps } from './steps';
import { ASSUME, applyChanges, type CheatBlock, type CheatProject, VM_ADDRESS, Vm } from './vm';

const word = new Uint32Array(8);
const CONSOLE = hexToBytes('0x000000000000000000636f6e736f6c652e6c6f67');

export class Cheats extends Vm implements Interceptor {
  private vm: AccountIndex | undefined;
  private console: AccountIndex | undefined;
  /** Steps that were done when it last heard of one: an instruction is begun again where something was missing. */
  private stepped = -1;
  /** The list of `vm.accessList` that the last call took over which was no cheatcode's. */
  listTaken: CheatState['accessList'] = [];

  // ── the machine asks ────────────────────────────────────────────────────

  begin(machine: RunningMachine): void {
    this.machine = machine;
    this.vm = this.account(VM_ADDRESS);
    this.console = machine.state.indexOfAddress(CONSOLE);
    const { evmVersion, accessList } = this.kept;
    this.listTaken = accessList;
    if (this.project.settings.isolate) machine.state.cooled = this.kept.cooled;
    const fork = evmVersion === undefined ? undefined : forkOfVersion(evmVersion);
    if (fork !== undefined) machine.followFork(fork);
    this.showGasPrice();
  }

  /** An isolated call pays nothing for its gas. */
  private showGasPrice(): void {
    const { gasPrice = this.project.settings.gasPrice, baseFeeOutside } = this.kept;
    fromBigInt(baseFeeOutside === undefined ? gasPrice : 0n, this.machine.transaction.gasPrice, 0);
  }

  isReady(target: AccountIndex, frame: Frame, offset: number, size: number): boolean {
    if (target !== this.vm) return true;
    this.wantsLibraries = needsLibraries(frame.memory.slice(offset, offset + 4));
    if (this.wantsLibraries) return false;
    const input = frame.memory.slice(offset, Math.min(offset + size, frame.memorySize));
    this.wanted = wantedFile(this, input);
    this.calling = frame;
    this.asked = this.project.answers && wantedAnswer(this, input);
    if (this.wanted !== undefined || this.asked !== undefined) return false;
    return this.kept.activeFork === undefined || this.knowsPlaces(input);
  }

  /** Whether the accounts and slots that a cheatcode names are known. On a fork, the cheatcode waits for them. */
  private knowsPlaces(input: Uint8Array): boolean {
    const { state } = this;
    const { addresses, slot } = placesGiven(input);
    for (const address of addresses)
      if (!state.requireAccount(state.indexOfAddress(hexToBytes(address.toLowerCase() as Address)))) return false;
    if (slot === undefined) return true;
    fromBigInt(slot, word, 0);
    return state.requireSlot(state.slots.indexOf(this.account(addresses[0]), word, 0));
  }

  get memoryLimit(): number {
    return this.project.settings.memoryLimit;
  }

  get watchesSteps(): boolean {
    return watchesSteps(this.kept);
  }

  step(frame: Frame): Ending | undefined {
    if (this.stepped === this.machine.steps) return undefined;
    this.stepped = this.machine.steps;
    return beforeStep(this, frame);
  }

  call(call: BeginningCall): Ending | AnsweringCreation | undefined {
    const { frame, target } = call;
    const { kept } = this;
    if (target === this.vm) {
      this.calling = frame;
      return answerCheatcode(this, call.input);
    }
    if (target === this.console) {
      const line = consoleLine(call.input);
      if (line !== undefined) kept.console.push(...line.split('\n'));
      const refusal = whyNoConsole(call.input);
      return refusal === undefined ? undefined : { halt: Halt.revert, output: errorData(refusal) };
    }
    const depth = frame.depth + 1;
    if (kept.expectedRevert) kept.expectedRevert.maxDepth = Math.max(depth + 1, kept.expectedRevert.maxDepth);
    if (kept.expectedCalls.length > 0) countCall(kept.expectedCalls, call);
    const prank = this.prankAt(depth);
    if (prank !== undefined) applyPrank(this, prank, depth, call);
    if (kept.mockedFunctions.length > 0) mockFunction(this, call);
    const mocked = kept.mocks.length > 0 ? mockedCall(this, call) : undefined;
    if (mocked === undefined) this.listTaken = kept.accessList;
    const refusal = mocked === undefined ? beginBroadcast(this, call, depth) : undefined;
    if (kept.stateDiff !== undefined) beginAccess(this, call);
    return refusal === undefined ? mocked : { halt: Halt.revert, output: cheatErrorData(refusal) };
  }

  creator(frame: Frame): AccountIndex {
    this.listTaken = this.kept.accessList;
    const depth = frame.depth + 1;
    const prank = this.prankAt(depth);
    if (prank === undefined && this.kept.broadcast !== undefined && depth >= this.kept.broadcast.depth) {
      const sender = this.broadcaster(frame.self);
      return sender !== undefined && depth === this.kept.broadcast.depth ? sender : frame.self;
    }
    if (prank === undefined || frame.self !== prank.caller) return frame.self;
    if (prank.newOrigin !== undefined) this.setOrigin(prank.newOrigin);
    if (depth !== prank.depth) {
      if (prank.newOrigin !== undefined) prank.isUsed = true;
      return frame.self;
    }
    prank.isUsed = true;
    reachCaller(this, prank);
    return prank.newCaller;
  }

  factory(frame: Frame): AccountIndex | undefined {
    return factoryFor(this, frame);
  }

  create(frame: Frame, init: Uint8Array, _target: AccountIndex, kind: FrameKind): Ending | undefined {
    const ending = kind === FrameKind.create2 ? endWithoutFactory(this, frame) : undefined;
    if (ending !== undefined || !this.kept.interceptsInitCode) return ending;
    this.kept.interceptsInitCode = false;
    return { halt: Halt.revert, output: init };
  }

  isolates(call: SeparateCall, gas: number): BegunIsolated | 'refused' | undefined {
    const { kind, frame } = call;
    if (!this.project.settings.isolate || frame.depth > 0) return undefined;
    noteFirstValues(this.state, this.kept);
    if (kind === FrameKind.staticcall) coolDown(this);
    return kind === FrameKind.call || kind === FrameKind.create ? beginIsolated(this, call, gas) : undefined;
  }

  endIsolated(isolated: IsolatedCall, gasLeft: number, success: boolean): number {
    return endIsolated(this, isolated, gasLeft, success);
  }

  /** The call of a test counts for no nonce, so that what it broadcasts has those of the chain. */
  private giveNonceBack({ kind, caller }: Frame): void {
    const nonce = this.state.nonce[caller];
    if (kind === FrameKind.call && nonce > 0n) this.state.setNonce(caller, nonce - 1n);
  }

  private hidePrices(): void {
    this.kept.baseFeeOutside = this.block.baseFee;
    this.setBlock({ baseFee: 0n });
    this.showGasPrice();
  }

  private showPrices(): void {
    const { baseFeeOutside: baseFee } = this.kept;
    if (baseFee === undefined) return;
    this.kept.baseFeeOutside = undefined;
    this.setBlock({ baseFee });
    this.showGasPrice();
  }

  entered(frame: Frame): void {
    const { expectedRevert, metering } = this.kept;
    if (frame.isolated !== undefined) this.hidePrices();
    if (frame.depth === 0) this.giveNonceBack(frame);
    if (expectedRevert) expectedRevert.maxDepth = Math.max(frame.depth + 1, expectedRevert.maxDepth);
    if (metering.isPaused) metering.paused.push({ gas: frame.gas, refund: 0 });
    const isCreate = frame.kind === FrameKind.create || frame.kind === FrameKind.create2;
    if (this.kept.stateDiff !== undefined && isCreate) beginCreation(this, frame);
  }

  ended(call: EndedCall, given: Ending): Ending {
    const { frame } = call;
    if (frame?.isolated !== undefined) this.showPrices();
    if (frame !== undefined && this.kept.metering.isPaused) this.kept.metering.paused.pop();
    if (frame !== undefined) noteOutOfGas(this, given.halt);
    if (frame?.answers === undefined) return this.endedCall(call, given);
    const made = this.endedCall(call, given);
    frame.gas = frame.gasLimit;
    const output = made.halt === Halt.none ? addressData(this.addressOf(made.created ?? call.self)) : made.output;
    const vm = { ...call, kind: FrameKind.call, frame: undefined, self: this.account(VM_ADDRESS), isStatic: false };
    return this.endedCall(vm, { halt: made.halt, output });
  }

  private endedCall(call: EndedCall, given: Ending): Ending {
    const { kept } = this;
    const { frame } = call;
    const around = call.caller === undefined ? 0 : call.caller.depth + 1;
    // A creation that answers a call runs below that.
    const depth = frame?.answers === undefined ? around : around + 1;
    const isCreate = call.kind === FrameKind.create || call.kind === FrameKind.create2;
    const isCheat = call.self === this.vm || call.self === this.console;
    if (!isCreate && given.halt === Halt.revert) kept.reverter ??= call.self;
    if (!isCheat) {
      const prank = this.prankAt(depth);
      if (prank !== undefined && depth === prank.depth) {
        this.setOrigin(prank.origin);
        if (prank.isSingle) kept.pranks.delete(prank.depth);
      }
      endBroadcast(this, depth);
    }
    if (!isCheat && kept.stateDiff !== undefined) endAccess(this, call, given, depth);
    const { assumedNoRevert } = kept;
    if (assumedNoRevert !== undefined && !isCreate && !isCheat) {
      const ending = this.endAssumed(call, given, depth);
      if (ending !== undefined) return ending;
    }
    const ending = kept.expectedRevert === undefined ? undefined : endRevert(this, call, given, depth, isCheat);
    if (ending !== undefined) {
      this.keepLost(call, ending);
      return ending;
    }
    if (isCheat) return given;
    const used = call.gasLimit - call.gasLeft;
    const refunded = frame === undefined ? 0 : this.machine.refund - frame.refund;
    if (!isCreate) kept.lastCall = { limit: call.gasLimit, used, refunded, left: call.gasLeft };
    if (given.halt !== Halt.none) return given;
    if (isCreate) {
      if (kept.expectedCreates.length > 0) this.seeCreate(call);
      return given;
    }
    const refusal =
      (kept.expectedEmits.length > 0 ? endEmits(this, depth, call.isStatic) : undefined) ??
      (depth === 0 ? checkAtEnd(this) : undefined);
    return refusal === undefined ? given : { halt: Halt.revert, output: refusal };
  }

  /** A failure that was looked at is none any more for revm: the gas that was left goes back, and with a success the refunds count. */
  private keepLost({ frame, lost }: EndedCall, { halt }: Ending): void {
    if (frame === undefined || lost === undefined) return;
    frame.gas += lost.gas;
    if (halt === Halt.none) this.machine.refund += lost.refund;
  }

  logged(address: AccountIndex, topics: Limbs, topicCount: number, data: Uint8Array): Uint8Array | undefined {
    const words = Array.from({ length: topicCount }, (_, at) => toBigInt(topics, at * 8));
    return noteLog(this, { address, topics: words, data });
  }

  slot(frame: Frame, slot: SlotIndex, isWrite: boolean): void {
    const { kept, state } = this;
    if (!isWrite && kept.arbitrary !== undefined) fillSlot(this, frame.self, slot);
    if (kept.stateDiff !== undefined) slotAccess(this, frame, slot, isWrite);
    if (kept.isRecording && kept.accesses) {
      const found = kept.accesses.get(frame.self) ?? { reads: [], writes: [] };
      const key = toBigInt(state.slots.keys, slot << 3);
      // A write reads the slot, too, as forge counts.
      found.reads.push(key);
      if (isWrite) found.writes.push(key);
      kept.accesses.set(frame.self, found);
    }
  }

  looked(frame: Frame, account: AccountIndex, op: number): void {
    if (this.kept.stateDiff !== undefined) lookAccess(this, frame, account, op);
  }

  keep(): { kept: CheatState; block: BlockChanges } {
    return { kept: copyOf(this.kept), block: this.blockNow() };
  }

  restored(given: unknown): CheatBlock & { interceptor: Interceptor } {
    const { kept, block } = given as ReturnType<Cheats['keep']>;
    const restored = cheatingBlock(this.project, this.block, copyOf(kept));
    applyChanges(restored, block);
    return restored;
  }

  private endAssumed(call: EndedCall, given: Ending, depth: number): Ending | undefined {
    const { assumedNoRevert } = this.kept;
    assert(assumedNoRevert, 'asked where something was assumed');
    if (given.halt !== Halt.none) assumedNoRevert.revertedBy ??= call.self;
    if (depth > assumedNoRevert.depth) return undefined;
    this.kept.assumedNoRevert = undefined;
    if (given.halt === Halt.none) return undefined;
    const { accepted, revertedBy } = assumedNoRevert;
    const isAccepted =
      accepted.length === 0 ||
      accepted.some(
        ({ reverter, isPartial, reason }) =>
          (reverter === undefined || reverter === revertedBy) &&
          (isPartial
            ? bytesToHex(given.output.subarray(0, 4)) === bytesToHex(reason.subarray(0, 4))
            : bytesToHex(given.output) === bytesToHex(reason)),
      );
    return isAccepted ? { halt: Halt.revert, output: ASSUME } : given;
  }

  private seeCreate(call: EndedCall): void {
    const code = bytesToHex(this.codeOf(call.self));
    const at = this.kept.expectedCreates.findIndex(
      (expected) =>
        expected.deployer === call.from &&
        expected.isCreate2 === (call.kind === FrameKind.create2) &&
        bytesToHex(expected.code) === code,
    );
    if (at >= 0) this.kept.expectedCreates.splice(at, 1);
  }
}

/** Returns the block with cheatcodes in it: a block of its own, which they change. */
export function cheatingBlock(
  project: CheatProject,
  block: BlockEnvironment,
  kept: CheatState,
): CheatBlock & { interceptor: Cheats } {
  const own = { ...block } as CheatBlock & { interceptor: Cheats };
  own.interceptor = new Cheats(project, own, kept);
  const { number = BigInt(block.number), timestamp = BigInt(block.timestamp) } = block.exact ?? {};
  const blockHash = (asked: bigint) => {
    const { activeFork, blockHashes } = own.interceptor.kept;
    return blockHashes.get(asked) ?? (activeFork === undefined ? firstHash(asked) : undefined);
  };
  own.exact = { number, timestamp, blockHash };
  own.blockHash = (asked) => blockHash(BigInt(asked));
  return own;
}

/** Returns a block's hash as forge answers where no chain is behind: the hash of the number's digits. */
function firstHash(number: bigint): Uint8Array {
  return keccak(stringToBytes(String(number)));
}
