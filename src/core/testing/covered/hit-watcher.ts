/** Counts how often each instruction ran and what gas it used, by the code it is of. Nothing else is noted, so that a run takes little longer. */
import { type Frame, FrameKind } from '../../evm/frames/frame';
import type { Halt } from '../../evm/frames/halt';
import { EMPTY_WATCHER, type EnteredFrame, type Watcher } from '../../evm/recording/watcher';

/** A run that is watched, with its frame while one runs. */
export type WatchedRun = { readonly machine: { readonly frame: Frame | undefined } | undefined };

/** How often each instruction of a code ran, and the gas that it used without what it called, by its pc. */
export type RanCode = { hits: Uint32Array; gas: Float64Array };

const NOTHING: RanCode = { hits: new Uint32Array(0), gas: new Float64Array(0) };

export class HitWatcher implements Watcher {
  readonly log = EMPTY_WATCHER.log;
  readonly truncateLogs = EMPTY_WATCHER.truncateLogs;
  readonly account = EMPTY_WATCHER.account;
  readonly storageRead = EMPTY_WATCHER.storageRead;
  readonly storageWrite = EMPTY_WATCHER.storageWrite;
  readonly keccak = EMPTY_WATCHER.keccak;
  readonly selfdestruct = EMPTY_WATCHER.selfdestruct;
  /** The execution that is watched; set before it runs. */
  run: WatchedRun | undefined;
  private byCode = new Map<Uint8Array, RanCode>();
  private code: Uint8Array | undefined;
  private ran: RanCode = NOTHING;
  private last = 0;
  /** Whether the frame that was entered last has not run an instruction. */
  private isFresh = false;

  step(pc: number, cost: number): void {
    const code = this.run?.machine?.frame?.code;
    if (code !== this.code) this.change(code);
    this.ran.hits[pc]++;
    this.ran.gas[pc] += cost;
    this.last = pc;
    this.isFresh = false;
  }

  /** A call that has just been told costs what it hands on, too; a creation does not. */
  enter({ kind, depth, gas }: EnteredFrame): number {
    const isCall = kind !== FrameKind.create && kind !== FrameKind.create2;
    if (depth > 0 && isCall) this.ran.gas[this.last] -= gas;
    this.isFresh = depth > 0;
    return 0;
  }

  /** What ran no instruction, as a precompile, is of the call itself. */
  exit(_row: number, _halt: Halt, _detail: string, gasUsed: number): void {
    if (this.isFresh) this.ran.gas[this.last] += gasUsed;
    this.isFresh = false;
  }

  /** Codes that ran since the last time. */
  get codes(): number {
    return this.byCode.size;
  }

  /** Returns what ran since the last time, by code. */
  take(): ReadonlyMap<Uint8Array, RanCode> {
    const taken = this.byCode;
    this.byCode = new Map();
    this.code = undefined;
    return taken;
  }

  private change(code: Uint8Array | undefined): void {
    this.code = code;
    if (code === undefined) return;
    let ran = this.byCode.get(code);
    if (ran === undefined) {
      ran = { hits: new Uint32Array(code.length + 1), gas: new Float64Array(code.length + 1) };
      this.byCode.set(code, ran);
    }
    this.ran = ran;
  }
}
