/** Debug builds of contracts compiled via IR and optimised: variables are those of the unoptimised build when it runs alone. */
import { join } from 'node:path';
import { listJson, readJson } from '../data-files';
import type { Suite } from '../suite';
import { judgeDebugBuilds } from '../verify/debug-build-case';
import { contractsOfFile } from '../verify/fixture-contracts';

/** Contracts that are run; the files have the same ones again and again. */
const CONTRACTS = 30;

export const suite: Suite = {
  name: 'debug-build',
  folder: 'verify-sourcify',
  async *run(folder) {
    const seen = new Set<string>();
    let judged = 0;
    for (const file of listJson(folder)) {
      const value = readJson(join(folder, file));
      if (typeof value !== 'object' || value === null) continue;
      for (const contract of contractsOfFile(file, value)) {
        const key = JSON.stringify([contract.version, Object.values(contract.input.sources)]);
        if (judged >= CONTRACTS || seen.has(key)) continue;
        seen.add(key);
        for await (const result of judgeDebugBuilds(contract)) {
          if (result.outcome !== 'skipped') judged++;
          yield result;
        }
      }
    }
  },
};
