/** ABIs and compiler artifacts of real contracts, and the ABI, RLP and key tests of ethereum/tests. */
import { join } from 'node:path';
import { findAbis, judgeContract } from '../abi-json/contracts';
import { judgeEthereumTest } from '../abi-json/ethereum-tests';
import { listJson, readJson } from '../data-files';
import type { Suite } from '../suite';

export const suite: Suite = {
  name: 'abi-json',
  async *run(folder) {
    for (const file of listJson(folder)) {
      const value = readJson(join(folder, file));
      let judged = 0;
      for (const found of findAbis(value)) {
        yield* judgeContract(file + found.path, found);
        judged++;
      }
      if (judged > 0 || typeof value !== 'object' || value === null) continue;
      for (const [key, test] of Object.entries(value)) {
        for await (const result of judgeEthereumTest(`${file} ${key}`, test)) {
          yield result;
          judged++;
        }
      }
      if (judged === 0) yield { name: file, outcome: 'failed', reason: 'no ABI and no test found in it' };
    }
  },
};
