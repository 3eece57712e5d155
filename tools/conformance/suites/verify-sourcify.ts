/** Verifications that Sourcify and Blockscout recorded: match kinds, what had to be filled in, ABIs and storage layouts. */
import { join } from 'node:path';
import { listJson, readJson } from '../data-files';
import type { CaseResult, Suite } from '../suite';
import { type BlockscoutCase, isBlockscoutCase, judgeBlockscout } from '../verify/blockscout-case';
import { judgeCompiled } from '../verify/compiled-case';
import { contractsOfFile } from '../verify/fixture-contracts';
import { isRecordedCase, judgeRecorded } from '../verify/recorded-case';

export const suite: Suite = {
  name: 'verify-sourcify',
  async *run(folder) {
    for (const file of listJson(folder)) yield* judgeFile(file, readJson(join(folder, file)));
  },
};

async function* judgeFile(file: string, value: unknown): AsyncIterable<CaseResult> {
  if (typeof value !== 'object' || value === null) return;
  if (isRecordedCase(value)) yield* judgeRecorded(file, value);
  else if (isBlockscoutCase(value)) {
    yield* judgeBlockscout(file, value as BlockscoutCase);
    return;
  }
  const contracts = contractsOfFile(file, value);
  for (const { name, ...compiled } of contracts) yield* judgeCompiled(name, compiled);
  if (contracts.length > 0 || isRecordedCase(value)) return;
  yield { name: file, outcome: 'skipped', reason: 'the file has no expectation that can be checked without a chain' };
}
