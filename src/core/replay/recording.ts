/**
 * Listens to a machine and keeps what it did: rows of the call tree, logs and
 * selfdestructs among them, and the steps.
 */

import type { Frame } from '../evm/frames/frame';
import { Halt, haltText } from '../evm/frames/halt';
import { StepColumns } from '../evm/recording/steps';
import type { EnteredFrame, Watcher } from '../evm/recording/watcher';
import type { AccountIndex, SlotIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { isZero, LIMBS, type Limbs, toBytes } from '../evm/words/words';
import { DEFAULT_LIMITS, type TraceLimits } from '../trace/parser';
import { RowKind } from '../trace/rows';
import { TraceBuilder } from '../trace/trace-builder';
import { AccessColumns } from './accesses';
import { Preimages } from './preimages';

// FrameKind and RowKind number calls and creates alike.
const word = new Uint8Array(32);
/**
 * A transaction can hand a megabyte of memory to each of thousands of calls for
 * 100 gas apiece; what is kept of it must fit into a worker.
 */
const RECORDING_LIMITS: TraceLimits = { ...DEFAULT_LIMITS, maxPayloadBytes: 256 << 20 };

export class Recording implements Watcher {
  readonly steps = new StepColumns();
  readonly accesses = new AccessColumns();
  readonly preimages = new Preimages();
  /** Every account that was looked at or acted on, in the order of the first time. */
  readonly accounts = new Set<AccountIndex>();
  /** Those of `accounts` that code reached, as an instruction's operand or by delegation. */
  readonly reached = new Set<AccountIndex>();
  readonly builder = new TraceBuilder('replay', RECORDING_LIMITS);
  /** For each row, the step it began at: the next one for a frame, its own for a log or a selfdestruct. */
  readonly rowSteps: number[] = [];
  /** Rows of events that no instruction emitted. */
  readonly ofProtocol = new Set<number>();
  /** For each failed create, by row, the index of the address that it was to make: its code ran as that account. */
  readonly notMade = new Map<number, number>();
  /** Rows of the frames that run, outermost first. */
  private readonly open: number[] = [];

  constructor(private readonly state: State) {
    this.builder.logsInOrder = true;
  }

  enter(frame: EnteredFrame): number {
    const { builder, open } = this;
    const row = builder.addRow(frame.kind, open.length === 0 ? -1 : open[open.length - 1]);
    this.rowSteps[row] = this.steps.length;
    builder.from[row] = this.address(frame.from);
    builder.to[row] = this.address(frame.to);
    const carries = frame.kind !== RowKind.staticcall && frame.kind !== RowKind.delegatecall;
    if (carries && frame.value) builder.value[row] = this.word(frame.value, 0);
    builder.gas[row] = frame.gas;
    builder.inputStart[row] = builder.payloadLength;
    builder.inputLength[row] = this.append(frame.input);
    open.push(row);
    this.steps.enterFrame(row);
    return row;
  }

  exit(row: number, halt: Halt, detail: string, gasUsed: number, output: Uint8Array): void {
    const { builder, open } = this;
    open.pop();
    builder.gasUsed[row] = gasUsed;
    builder.outputStart[row] = builder.payloadLength;
    builder.outputLength[row] = this.append(output);
    if (halt !== Halt.none) {
      builder.error[row] = builder.textOf(haltText(halt, detail));
      // A create that failed made no account.
      const kind = builder.kind[row];
      if (kind === RowKind.create || kind === RowKind.create2) {
        this.notMade.set(row, builder.to[row]);
        builder.to[row] = -1;
      }
    }
    // Code runs one instruction at least.
    else if (this.rowSteps[row] === this.steps.length) builder.codeless.add(row);
    if (open.length > 0) this.steps.enterFrame(open[open.length - 1]);
  }

  log(
    address: AccountIndex,
    topics: Limbs,
    topicCount: number,
    data: Uint8Array,
    ofTransfer: boolean,
    lasts = false,
  ): void {
    const { builder } = this;
    // What the protocol logs when the last frame has ended stands below the first, and stays where that failed.
    const row = builder.addRow(RowKind.log, this.open[this.open.length - 1] ?? 0);
    if (lasts || this.open.length === 0) builder.lasting.add(row);
    if (ofTransfer) this.ofProtocol.add(row);
    // The ether of the transaction itself moves before the first step.
    this.rowSteps[row] = ofTransfer ? Math.max(0, this.steps.length - 1) : this.steps.length;
    builder.from[row] = this.address(address);
    const packed = new Uint8Array(topicCount * 32 + data.length);
    for (let i = 0; i < topicCount; i++) toBytes(topics, i * 8, packed, i * 32);
    packed.set(data, topicCount * 32);
    builder.inputStart[row] = builder.payloadLength;
    builder.inputLength[row] = this.append(packed);
    builder.outputStart[row] = topicCount;
  }

  /** Rows of logs stay: a frame's failure marks them as undone. */
  truncateLogs(): void {}

  account(account: AccountIndex): void {
    this.accounts.add(account);
    // The transaction names its own before its first frame.
    if (this.open.length > 0) this.reached.add(account);
  }

  storageRead(_frame: Frame, slot: SlotIndex, transient: boolean): void {
    const { current } = transient ? this.state.transient : this.state.slots;
    this.accesses.pushRead(this.steps.length, slot, transient, current, slot * LIMBS);
  }

  storageWrite(frame: Frame, slot: SlotIndex, transient: boolean): void {
    const { current } = transient ? this.state.transient : this.state.slots;
    const value = frame.sp - 2 * LIMBS;
    this.accesses.pushWrite(this.steps.length, slot, transient, current, slot * LIMBS, frame.stack, value);
  }

  keccak(memory: Uint8Array, offset: number, size: number, stack: Limbs, at: number): void {
    this.preimages.push(memory, offset, size, stack, at);
  }

  selfdestruct(frame: Frame, beneficiary: AccountIndex, balance: Limbs): void {
    const { builder } = this;
    const row = builder.addRow(RowKind.selfdestruct, this.open[this.open.length - 1]);
    this.rowSteps[row] = this.steps.length - 1; // told after the step
    builder.from[row] = this.address(frame.self);
    builder.to[row] = this.address(beneficiary);
    builder.value[row] = this.word(balance, 0);
    builder.gas[row] = 0;
    builder.gasUsed[row] = 0;
  }

  step(pc: number, cost: number): void {
    this.steps.push(pc, cost);
  }

  private address(account: AccountIndex): number {
    return this.builder.addressOfBytes(this.state.addressBytes(account), 0);
  }

  private word(w: Limbs, at: number): number {
    if (isZero(w, at)) word.fill(0);
    else toBytes(w, at, word, 0);
    return this.builder.wordOfBytes(word, 0);
  }

  private append(bytes: Uint8Array): number {
    const { builder } = this;
    if (bytes.length === 0 || !builder.reserve(bytes.length)) return 0;
    builder.payload.set(bytes, builder.payloadLength);
    builder.payloadLength += bytes.length;
    return bytes.length;
  }
}
