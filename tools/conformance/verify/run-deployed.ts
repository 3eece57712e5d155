/** Every contract of a folder of fixtures on a chain of its own. */
import { join } from 'node:path';
import { listJson, readJson } from '../data-files';
import type { CaseResult } from '../suite';
import { judgeDeployed } from './deployed-case';
import { startDeployedChain } from './deployed-chain';
import { contractsOfFile } from './fixture-contracts';

export async function* runDeployed(folder: string): AsyncIterable<CaseResult> {
  const chain = await startDeployedChain();
  try {
    for (const file of listJson(folder)) {
      const value = readJson(join(folder, file));
      if (typeof value !== 'object' || value === null) continue;
      for (const contract of contractsOfFile(file, value)) yield* judgeDeployed(chain, contract);
    }
  } finally {
    await chain.stop();
  }
}
