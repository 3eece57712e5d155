/** Contracts of mainnet with the compiler's recorded output: codes, ABIs, storage layouts, sources as explorers write them. */
import { join } from 'node:path';
import { type AbiParameter, hexToBytes } from 'viem';
import { readCompiledCode } from '../../../src/core/contract/build-output/compiled-code';
import { auxdataOfAssembly } from '../../../src/core/contract/matching/auxdata-positions';
import { compareCreationCode, compareRuntimeCode } from '../../../src/core/contract/matching/compare-code';
import { judge } from '../check';
import { listJson, readJson } from '../data-files';
import type { CaseResult, Suite } from '../suite';
import type { CompiledOutput, StandardInput } from '../verify/compile';
import { judgeCompiled } from '../verify/compiled-case';

export const suite: Suite = {
  name: 'verify-edb-mainnet',
  async *run(folder) {
    const files = listJson(folder);
    const runtimeCodes = codesOfTraces(folder, files);
    for (const file of files) {
      if (file.startsWith('solc')) yield* judgeRecording(file, readJson(join(folder, file)), runtimeCodes);
    }
  },
};

type Recording = {
  data?: {
    meta: { ContractName: string; CompilerVersion: string; ConstructorArguments?: string };
    input: StandardInput;
    output: { contracts: Record<string, Record<string, CompiledOutput & { evm: CompiledCodes }>> };
  } | null;
};
type CompiledCodes = { bytecode: { object: string }; deployedBytecode: { object: string }; legacyAssembly?: unknown };

async function* judgeRecording(
  file: string,
  value: unknown,
  codes: ReadonlyMap<string, string>,
): AsyncIterable<CaseResult> {
  const { data } = value as Recording;
  if (!data) {
    yield { name: file, outcome: 'skipped', reason: 'the recording is empty' };
    return;
  }
  const { meta, input, output } = data;
  const found = Object.entries(output.contracts).find(([, contracts]) => contracts[meta.ContractName] !== undefined);
  const contract = found?.[1][meta.ContractName];
  if (found === undefined || contract === undefined) {
    yield { name: file, outcome: 'failed', reason: `the output has no ${meta.ContractName}` };
    return;
  }
  const { bytecode, deployedBytecode, legacyAssembly } = contract.evm;
  for (const [what, code] of [
    ['creation', bytecode],
    ['runtime', deployedBytecode],
  ] as const) {
    const compiled = readCompiledCode(code);
    if (compiled === undefined) continue;
    yield await judge(`${file} ${what} auxdata`, (check) => {
      const listed = auxdataOfAssembly(compiled.bytes, legacyAssembly);
      check.that('the assembly tells the positions', listed !== undefined);
      // A compilation without hashes leaves the guess and the assembly with the same closing map.
      check.equal(
        'positions',
        compiled.auxdata.map(({ start }) => start),
        listed?.map(({ start }) => start),
      );
    });
  }
  const creation = readCompiledCode(bytecode);
  const inputs = (contract.abi as { type: string; inputs?: AbiParameter[] }[]).find(
    ({ type }) => type === 'constructor',
  )?.inputs;
  if (creation !== undefined && meta.ConstructorArguments) {
    yield await judge(`${file} constructor arguments`, (check) => {
      const args = hexToBytes(`0x${meta.ConstructorArguments?.replace(/^0x/, '') ?? ''}`);
      const chain = new Uint8Array([...creation.bytes, ...args]);
      const compared = compareCreationCode(creation, chain, inputs ?? []);
      check.that(compared.problem ?? 'the codes match', compared.match !== undefined);
    });
  }
  const address = /0x[\da-f]{40}/i.exec(file)?.[0].toLowerCase() ?? '';
  const chain = codes.get(address);
  const runtime = readCompiledCode(deployedBytecode);
  if (chain !== undefined && runtime !== undefined) {
    yield await judge(`${file} runtime on chain`, (check) => {
      const compared = compareRuntimeCode(runtime, hexToBytes(`0x${chain.replace(/^0x/, '')}`));
      check.that(
        `they match: ${JSON.stringify(compared.differences[0] ?? compared.problem)}`,
        compared.match !== undefined,
      );
    });
  }
  yield* judgeCompiled(file, {
    version: meta.CompilerVersion,
    input,
    contract: meta.ContractName,
    path: found[0],
    expected: {
      abi: contract.abi,
      storageLayout: contract.storageLayout,
      creation: bytecode.object,
      runtime: deployedBytecode.object,
      edited: false,
    },
  });
}

/** Runtime code by address, as the traces of the baseline recorded it. */
function codesOfTraces(folder: string, files: readonly string[]): Map<string, string> {
  const codes = new Map<string, string>();
  for (const file of files.filter((name) => name.startsWith('rpc_baseline')))
    visit(readJson(join(folder, file)), codes, 0);
  return codes;
}

function visit(value: unknown, codes: Map<string, string>, level: number): void {
  if (level > 8 || typeof value !== 'object' || value === null) return;
  const { bytecode, code_address, created_contract, create_scheme } = value as Record<string, unknown>;
  if (
    typeof bytecode === 'string' &&
    typeof code_address === 'string' &&
    created_contract === false &&
    !create_scheme
  ) {
    // The recorder wrote the code as its machine holds it, with STOPs appended so that no PUSH reaches over the end.
    codes.set(code_address.toLowerCase(), bytecode.replace(/(00)+$/, ''));
  }
  for (const below of Object.values(value)) visit(below, codes, level + 1);
}
