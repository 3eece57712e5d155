/** Transactions that HTTP clients recorded from endpoints and explorers of several chains are opened. */
import { readHttpRecordings } from '../recorded/http';
import { openAll } from '../recorded/open';
import type { Suite } from '../suite';

export const suite: Suite = {
  name: 'http-samples',
  async *run(folder) {
    for (const recordings of readHttpRecordings(folder)) yield* openAll(recordings);
  },
};
