/** Seals blocks at the interval that a network is set to. */
import type { RpcDoor } from '../../core/virtual/rpc/methods';
import { sealOne } from '../../core/virtual/rpc/sending';

export class IntervalSealing {
  private seconds = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `failed` is told why a block was not sealed; the next one is tried all the same. */
  constructor(
    private readonly door: RpcDoor,
    private readonly failed: (thrown: unknown) => void,
  ) {}

  /** Takes over the interval that the node has by now. */
  follow(): void {
    const { interval } = this.door.node;
    if (interval === this.seconds) return;
    this.stop();
    this.seconds = interval;
    if (interval > 0) this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.seconds = 0;
  }

  /** The time to the next block begins when the one before is sealed: none pile up where sealing takes longer. */
  private wait(): void {
    const timer = setTimeout(async () => {
      await this.door.afterOthers(() => sealOne(this.door.node)).catch(this.failed);
      if (this.timer === timer) this.wait();
    }, this.seconds * 1000);
    this.timer = timer;
  }
}
