/** Verifications that Sourcify and Blockscout recorded: match kinds, what had to be filled in, ABIs and storage layouts. */
import { join } from 'node:path';
import { listJson, readJson } from '../data-files';
import type { CaseResult, Suite } from '../suite';
import { type BlockscoutCase, isBlockscoutCase, judgeBlockscout } from '../verify/blockscout-case';
import { judgeCompiled } from '../verify/compiled-case';
import { isRecordedCase, judgeRecorded } from '../verify/recorded-case';
import { contractsOfBundle } from '../verify/source-bundle';

export const suite: Suite = {
  name: 'verify-sourcify',
  async *run(folder) {
    for (const file of listJson(folder)) yield* judgeFile(file, readJson(join(folder, file)));
  },
};

async function* judgeFile(file: string, value: unknown): AsyncIterable<CaseResult> {
  if (typeof value !== 'object' || value === null) return;
  if (isRecordedCase(value)) {
    yield* judgeRecorded(file, value);
    const { input, output } = value as typeof value & { input: RecordedInput };
    if (input.stdJsonInput.language !== 'Solidity') return;
    const separator = input.contractIdentifier.lastIndexOf(':');
    yield* judgeCompiled(file, {
      version: input.compilerVersion,
      input: input.stdJsonInput,
      contract: input.contractIdentifier.slice(separator + 1),
      path: input.contractIdentifier.slice(0, separator),
      expected: {
        abi: output.compilationArtifacts.abi,
        storageLayout: output.compilationArtifacts.storageLayout,
        creation: output.creationBytecode,
        runtime: output.deployedBytecode,
        edited: false,
      },
    });
    return;
  }
  if (isBlockscoutCase(value)) {
    yield* judgeBlockscout(file, value as BlockscoutCase);
    return;
  }
  if ('files' in value && typeof value.files === 'object' && value.files !== null) {
    const contracts = contractsOfBundle(value.files as Record<string, unknown>);
    for (const { name, ...compiled } of contracts) yield* judgeCompiled(`${file} ${name}`, compiled);
    if (contracts.length > 0) return;
  }
  yield { name: file, outcome: 'skipped', reason: 'the file has no expectation that can be checked without a chain' };
}

type RecordedInput = {
  compilerVersion: string;
  contractIdentifier: string;
  stdJsonInput: { language: string; sources: Record<string, { content: string }>; settings: Record<string, unknown> };
};
