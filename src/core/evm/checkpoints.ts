/**
 * Copies of a running machine, taken every so many steps, so that any step can
 * be had again by running on from the copy before it.
 *
 * A frame that waits for its call does not change, so checkpoints share its
 * copy for as long as it waits. Where the copies outgrow their budget every
 * second one is dropped and the interval doubles.
 */
import type { Frame } from './frame';
import { type LogEntry, Machine } from './machine';
import type { StepIndex } from './steps';
import type { Watcher } from './watcher';

type FrozenFrame = {
  /** Never run: copied again for each resumption. */
  frame: Frame;
  parent: FrozenFrame | undefined;
  size: number;
};

type Checkpoint = {
  step: number;
  top: FrozenFrame | undefined;
  state: Machine['state'];
  logs: readonly LogEntry[];
  refund: number;
  size: number;
};

export class Checkpoints {
  private taken: Checkpoint[] = [];
  private size = 0;
  private readonly waiting = new Map<Frame, { frozen: FrozenFrame; stays: number }>();

  constructor(
    /** Steps between two checkpoints; doubles when the budget is used up. */
    public interval = 16384,
    /** Bytes. */
    private readonly budget = 12 << 20,
  ) {}

  /** Takes one when the interval has passed since the last. Call between two steps. */
  offer(machine: Machine): void {
    const last = this.taken.at(-1);
    if (last !== undefined && machine.steps < last.step + this.interval) return;
    const seen = new Set<Frame>();
    let size = 0;
    const freeze = (frame: Frame | undefined, running: boolean): FrozenFrame | undefined => {
      if (frame === undefined) return undefined;
      seen.add(frame);
      const known = this.waiting.get(frame);
      // The same stay: it has waited since it was last copied.
      if (!running && known?.stays === frame.stays) return known.frozen;
      const parent = freeze(frame.parent, false);
      const copy = frame.copy(undefined, true);
      const frozen = { frame: copy, parent, size: copy.memory.length + copy.stack.byteLength };
      size += frozen.size;
      if (running) this.waiting.delete(frame);
      else this.waiting.set(frame, { frozen, stays: frame.stays });
      return frozen;
    };
    const top = freeze(machine.frame, true);
    for (const frame of this.waiting.keys()) if (!seen.has(frame)) this.waiting.delete(frame);
    const state = machine.state.copy();
    size += state.size;
    this.taken.push({ step: machine.steps, top, state, logs: machine.logs.slice(), refund: machine.refund, size });
    this.size += size;
    if (this.size > this.budget && this.taken.length > 8) this.thin();
  }

  private thin(): void {
    this.interval *= 2;
    this.taken = this.taken.filter((_, i) => i % 2 === 0);
    this.size = this.taken.reduce((sum, checkpoint) => sum + checkpoint.size, 0);
  }

  /** A machine of its own at the last checkpoint at or before `step`; undefined before the first. */
  resume(original: Machine, step: StepIndex, watcher: Watcher | undefined): Machine | undefined {
    const checkpoint = this.taken.findLast((candidate) => candidate.step <= step);
    if (checkpoint === undefined) return undefined;
    const machine = new Machine(checkpoint.state.copy(), original.block, original.transaction, watcher);
    machine.steps = checkpoint.step;
    machine.logs = checkpoint.logs.slice();
    machine.refund = checkpoint.refund;
    const thaw = (frozen: FrozenFrame | undefined): Frame | undefined => frozen?.frame.copy(thaw(frozen.parent));
    machine.frame = thaw(checkpoint.top);
    return machine;
  }
}
