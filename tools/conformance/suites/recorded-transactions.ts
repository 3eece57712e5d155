/** Every transaction of Erigon's rpc-tests is opened from each recorded source, and must show what the recordings say. */
import { readErigonRecordings } from '../recorded/erigon';
import { openAll } from '../recorded/open';
import type { Suite } from '../suite';

export const suite: Suite = {
  name: 'recorded-transactions',
  folder: 'erigon-rpc-tests',
  async *run(folder) {
    for (const recordings of readErigonRecordings(folder)) yield* openAll(recordings);
  },
};
