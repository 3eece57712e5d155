/** Sources of the verification fixtures edited: unchanged ones make the same trace, and a changed line changes what it should. */
import { join } from 'node:path';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { listJson, readJson } from '../data-files';
import type { Suite } from '../suite';
import { judgeEdited } from '../verify/edited-case';
import { contractsOfFile } from '../verify/fixture-contracts';

/** Contracts that are run; the files have the same ones again and again. */
const CONTRACTS = 40;

export const suite: Suite = {
  name: 'edit-source',
  folder: 'verify-sourcify',
  async *run(folder) {
    await loadLibraries();
    const seen = new Set<string>();
    let judged = 0;
    for (const file of listJson(folder)) {
      const value = readJson(join(folder, file));
      if (typeof value !== 'object' || value === null) continue;
      for (const contract of contractsOfFile(file, value)) {
        const key = JSON.stringify([contract.version, Object.values(contract.input.sources)]);
        if (judged >= CONTRACTS || seen.has(key)) continue;
        seen.add(key);
        for await (const result of judgeEdited(contract)) {
          if (result.name.endsWith('unchanged')) judged++;
          yield result;
        }
      }
    }
  },
};
