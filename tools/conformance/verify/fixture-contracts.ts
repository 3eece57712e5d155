/** The contracts that a file of the verification fixtures has the sources of, whichever tool wrote it. */
import { type BlockscoutCase, contractOfBlockscout, isBlockscoutCase } from './blockscout-case';
import type { CompiledOutput, StandardInput } from './compile';
import type { Compiled } from './compiled-case';
import { isRecordedCase } from './recorded-case';
import { contractsOfBundle } from './source-bundle';

/** `name` tells the contracts of all files apart. */
export type FixtureContract = Compiled & { name: string };

/** Returns the contracts of a file, Solidity and Yul only: nothing else is compiled here. */
export function contractsOfFile(file: string, value: object): readonly FixtureContract[] {
  if (isRecordedCase(value)) return recordedContracts(file, value as unknown as Recorded);
  if (isBlockscoutCase(value)) {
    const contract = contractOfBlockscout(file, value as BlockscoutCase);
    return contract === undefined ? [] : [{ ...contract, name: file }];
  }
  if ('files' in value && typeof value.files === 'object' && value.files !== null) {
    return contractsOfBundle(value.files as Record<string, unknown>).map((contract) => ({
      ...contract,
      name: `${file} ${contract.name}`,
    }));
  }
  const outputs = (value as MainnetFile).data;
  return outputs?.output === undefined ? [] : mainnetContracts(file, outputs);
}

type Recorded = {
  input: { compilerVersion: string; contractIdentifier: string; stdJsonInput: StandardInput };
  output: {
    creationBytecode: string;
    deployedBytecode: string;
    compilationArtifacts: { abi?: unknown; storageLayout?: unknown };
  };
};

function recordedContracts(name: string, { input, output }: Recorded): readonly FixtureContract[] {
  if (input.stdJsonInput.language !== 'Solidity') return [];
  const separator = input.contractIdentifier.lastIndexOf(':');
  return [
    {
      name,
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
    },
  ];
}

type MainnetFile = {
  data?: {
    meta: { ContractName: string; CompilerVersion: string; ConstructorArguments?: string };
    input: StandardInput;
    output?: { contracts: Record<string, Record<string, CompiledOutput & MainnetCodes>> };
  } | null;
};
type MainnetCodes = { evm: { bytecode: { object: string }; deployedBytecode: { object: string } } };

/** Creation code with the constructor's arguments behind it, as it was sent. */
function mainnetContracts(
  name: string,
  { meta, input, output }: NonNullable<MainnetFile['data']>,
): readonly FixtureContract[] {
  const found = Object.entries(output?.contracts ?? {}).find(([, contracts]) => contracts[meta.ContractName]);
  const contract = found?.[1][meta.ContractName];
  if (found === undefined || contract === undefined) return [];
  const { bytecode, deployedBytecode } = contract.evm;
  return [
    {
      name,
      version: meta.CompilerVersion,
      input,
      contract: meta.ContractName,
      path: found[0],
      expected: {
        abi: contract.abi,
        storageLayout: contract.storageLayout,
        creation: bytecode.object + (meta.ConstructorArguments ?? '').replace(/^0x/, ''),
        runtime: deployedBytecode.object,
        edited: false,
      },
    },
  ];
}
