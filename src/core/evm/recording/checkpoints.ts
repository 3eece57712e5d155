/**
 * Copies of a running machine, taken every so many steps, so that any step can
 * be had again by running on from the copy before it.
 *
 * Copies share what did not change between them (shared-pages.ts); a frame that waits
 * for its call does not change at all. Where they outgrow their budget every
 * second one is dropped and the interval doubles.
 */
import { assert } from '../../values/assert';
import type { Frame } from '../frames/frame';
import { Machine } from '../machine';
import { countPages, keepPages, type Pages } from '../shared-pages';
import { type KeptState, keepState, restoreState } from '../state/kept-state';
import type { StepIndex } from './steps';
import type { Watcher } from './watcher';

type FrozenFrame = {
  /** Never run: resumed each time. */
  frame: Frame;
  parent: FrozenFrame | undefined;
  stack: Pages;
  memory: Pages;
  stays: number;
};

type Checkpoint = {
  step: number;
  top: FrozenFrame | undefined;
  state: KeptState;
  logs: number;
  refund: number;
  stateGas: number;
  /** What the interceptor keeps; undefined where the block has no interceptor. */
  kept: unknown;
};

export class Checkpoints {
  /** Bytes of the copies. */
  size = 0;
  private taken: Checkpoint[] = [];
  /** Pages and frames counted in `size`. */
  private counted = new Set<Uint32Array>();
  private countedFrames = new Set<FrozenFrame>();
  /** The frames of the last checkpoint. */
  private frames = new Map<Frame, FrozenFrame>();

  /** Frames for resumed machines: making one costs more than running it for a while. */
  private readonly spare: Frame[] = [];

  constructor(
    /** Steps between two checkpoints; doubles when the budget is used up. */
    public interval = 16384,
    /** Bytes. */
    private readonly budget = 12 << 20,
  ) {}

  get count(): number {
    return this.taken.length;
  }

  /** Takes one when the interval has passed since the last. Call between two steps. */
  offer(machine: Machine): void {
    if (machine.frame === undefined) return;
    const last = this.taken.at(-1);
    if (last !== undefined && machine.steps < last.step + this.interval) return;
    const frames = new Map<Frame, FrozenFrame>();
    const checkpoint = {
      step: machine.steps,
      top: this.freeze(machine.frame, frames),
      state: keepState(machine.state, last?.state),
      logs: machine.logs.length,
      refund: machine.refund,
      stateGas: machine.stateGas,
      kept: machine.interceptor?.keep(),
    };
    this.frames = frames;
    this.taken.push(checkpoint);
    this.size += this.measure(checkpoint);
    while (this.size > this.budget && this.taken.length > 8) this.thin();
  }

  private freeze(frame: Frame | undefined, frames: Map<Frame, FrozenFrame>): FrozenFrame | undefined {
    // From the outermost inwards: there may be 1,024 of them.
    const open: Frame[] = [];
    for (let at = frame; at !== undefined; at = at.parent) open.push(at);
    let parent: FrozenFrame | undefined;
    for (let i = open.length - 1; i >= 0; i--) {
      const running = open[i];
      const before = this.frames.get(running);
      let frozen = before;
      // Waiting since it was last copied, and below the same frames: as it was.
      if (i === 0 || frozen === undefined || frozen.stays !== running.stays || frozen.parent !== parent)
        frozen = {
          frame: running.frozen(),
          parent,
          stack: keepPages(running.stack, running.sp, before?.stack),
          memory: keepPages(running.memory, running.memorySize, before?.memory),
          // A frame that runs will have changed when it waits.
          stays: i === 0 ? -1 : running.stays,
        };
      frames.set(running, frozen);
      parent = frozen;
    }
    return parent;
  }

  /** Bytes that this checkpoint adds to those counted. */
  private measure(checkpoint: Checkpoint): number {
    let size = 200;
    for (const pages of checkpoint.state.columns) size += countPages(pages, this.counted);
    for (let at = checkpoint.top; at !== undefined && !this.countedFrames.has(at); at = at.parent) {
      this.countedFrames.add(at);
      size += 400 + countPages(at.stack, this.counted) + countPages(at.memory, this.counted);
      size += at.frame.input.length + at.frame.returned.length;
    }
    return size;
  }

  private thin(): void {
    this.interval *= 2;
    this.taken = this.taken.filter((_, i) => i % 2 === 0);
    this.counted = new Set();
    this.countedFrames = new Set();
    this.size = 0;
    for (const checkpoint of this.taken) this.size += this.measure(checkpoint);
  }

  /** Whether a checkpoint lies in (from, to]. */
  hasBetween(from: number, to: number): boolean {
    const last = this.taken.findLast(({ step }) => step <= to);
    return last !== undefined && last.step > from;
  }

  /**
   * A machine of its own at the last checkpoint at or before `step`; undefined
   * before the first. Its logs are only as many as there were, not the same.
   */
  resume(original: Machine, step: StepIndex, watcher: Watcher | undefined): Machine | undefined {
    const checkpoint = this.taken.findLast((candidate) => candidate.step <= step);
    if (checkpoint === undefined) return undefined;
    const { transaction, interceptor } = original;
    const block = interceptor?.restored(checkpoint.kept) ?? original.block;
    const state = restoreState(original.state, checkpoint.state);
    const machine = new Machine(state, block, transaction, watcher, this.spare);
    machine.steps = checkpoint.step;
    machine.logs = new Array(checkpoint.logs);
    machine.refund = checkpoint.refund;
    machine.stateGas = checkpoint.stateGas;
    const frozen: FrozenFrame[] = [];
    for (let at = checkpoint.top; at !== undefined; at = at.parent) frozen.push(at);
    assert(frozen.length > 0, 'checkpoints are taken while a frame runs');
    for (let i = frozen.length - 1; i >= 0; i--) {
      const frame = machine.takeFrame();
      frame.resume(frozen[i].frame, machine.frame, frozen[i].stack, frozen[i].memory);
      frame.budget?.take(frame.memorySize);
      machine.frame = frame;
    }
    return machine;
  }

  /** Takes back the frames of a resumed machine, which must not run any more. */
  release(machine: Machine): void {
    for (let frame = machine.frame; frame !== undefined; ) {
      const { parent } = frame;
      machine.giveBack(frame);
      frame = parent;
    }
    machine.frame = undefined;
  }
}
