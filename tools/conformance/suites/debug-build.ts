/** Debug builds of contracts compiled via IR and optimised: variables are those of the unoptimised build when it runs alone. */
import { join } from 'node:path';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { listJson, readJson } from '../data-files';
import type { Suite } from '../suite';
import { type BuildableContract, judgeDebugBuilds } from '../verify/debug-build-case';
import { contractsOfFile } from '../verify/fixture-contracts';
import { contractsOfRepository } from '../verify/repository-contracts';

/** Contracts that are run: what the fixtures have, and of the repository's own what is left. */
const CONTRACTS = 50;

export const suite: Suite = {
  name: 'debug-build',
  folder: 'verify-sourcify',
  async *run(folder) {
    await loadLibraries();
    let judged = 0;
    for await (const contract of contractsOf(folder)) {
      if (judged >= CONTRACTS) return;
      for await (const result of judgeDebugBuilds(contract)) {
        if (result.outcome !== 'skipped') judged++;
        yield result;
      }
    }
  },
};

/** Each once: the files have the same ones again and again. */
async function* contractsOf(folder: string): AsyncIterable<BuildableContract> {
  const seen = new Set<string>();
  for (const file of listJson(folder)) {
    const value = readJson(join(folder, file));
    if (typeof value !== 'object' || value === null) continue;
    for (const contract of contractsOfFile(file, value)) {
      const key = JSON.stringify([contract.version, Object.values(contract.input.sources)]);
      if (seen.has(key)) continue;
      seen.add(key);
      yield contract;
    }
  }
  yield* contractsOfRepository();
}
