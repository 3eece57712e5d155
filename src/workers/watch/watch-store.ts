/**
 * What watching keeps. Finds and the place up to which the chain was looked at are written at once, so that a kill
 * between two blocks neither loses nor repeats one.
 */

import type { Hash } from '../../core/chain/primitives';
import type { CompiledWatch } from '../../core/watch/compile-watch';
import type { WatchId, WatchMatch } from '../../core/watch/watch';

export type SeenBlock = { number: number; hash: Hash };
export type Gap = { first: number; last: number; of: 'blocks' | 'state' };

/** `next`: the lowest block that was not looked at. `recent`: the last ones that were, ascending. */
export type Progress = { next: number; recent: readonly SeenBlock[]; gaps: readonly Gap[] };

export type Finds = { block: SeenBlock; finds: readonly { watch: WatchId; match: WatchMatch }[] };

export interface WatchStore {
  /** Returns the watches that are on, ready to be matched; none while everything is switched off. */
  watches(): Promise<readonly CompiledWatch[]>;
  /** Undefined before anything was watched. */
  progress(): Promise<Progress | undefined>;
  /**
   * Keeps finds and `progress` together. A find that is known stays as it is, in its new block. False, and nothing
   * kept, where the progress is not `before` any more: another owner went on.
   */
  save(before: Progress | undefined, progress: Progress, found: readonly Finds[]): Promise<boolean>;
  /** Keeps `progress` as `save` does, and marks finds above `height` as gone from the chain. */
  drop(before: Progress, progress: Progress, height: number): Promise<boolean>;
}
