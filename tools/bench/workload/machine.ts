/** The contracts executing is measured on, compiled for Cancun with the optimizer at 200 runs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type MachineWorkload = {
  name: string;
  /** Init code, hex without 0x; takes no arguments. */
  creation: string;
  /** About ten million steps. */
  rounds: number;
};

type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>;

/** Deploys the machine's swaps, runs so many rounds of them in one transaction, and returns its hash. Throws where it fails. */
export async function sendSwaps(call: Call, rounds: number): Promise<string> {
  const swaps = machineWorkloads().find(({ name }) => name === 'swaps');
  if (swaps === undefined) throw new Error('The workload has no swaps.');
  const [from] = await call<string[]>('eth_accounts', []);
  const send = async (transaction: object): Promise<{ hash: string; created: string | null }> => {
    const gas = `0x${(1_000_000_000).toString(16)}`;
    const hash = await call<string>('eth_sendTransaction', [{ from, gas, gasPrice: '0x3b9aca00', ...transaction }]);
    for (;;) {
      type Receipt = { status: string; contractAddress: string | null } | null;
      const receipt = await call<Receipt>('eth_getTransactionReceipt', [hash]);
      if (receipt?.status === '0x1') return { hash, created: receipt.contractAddress };
      if (receipt) throw new Error('The workload failed.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const { created } = await send({ data: `0x${swaps.creation}` });
  // run(uint256)
  const data = `0xa444f5e9${rounds.toString(16).padStart(64, '0')}`;
  return (await send({ to: created, data })).hash;
}

type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
};

export function machineWorkloads(): MachineWorkload[] {
  const { output } = compileMachine();
  const creationOf = (contract: string): string => {
    const made = output.contracts['Machine.sol']?.[contract];
    if (made === undefined) throw new Error(`The workload has no contract ${contract}.`);
    return made.evm.bytecode.object;
  };
  return [
    { name: 'swaps', creation: creationOf('Swaps'), rounds: 1200 },
    { name: 'keccaks', creation: creationOf('Keccaks'), rounds: 15_000 },
  ];
}

/** Returns the contracts with their sources, as Hardhat's build-info: JSON text. */
export function machineBuildOutput(): string {
  return buildInfo(compileMachine());
}

/** Returns what solc made, with its input and the version that it states, as Hardhat's build-info: JSON text. */
export function buildInfo({ input, output, version }: { input: object; output: object; version: string }): string {
  const [solcLongVersion = ''] = /^\d+\.\d+\.\d+\+commit\.[0-9a-f]+/.exec(version) ?? [];
  const [solcVersion = ''] = solcLongVersion.split('+');
  return JSON.stringify({ _format: 'hh-sol-build-info-1', solcVersion, solcLongVersion, input, output });
}

function compileMachine(): { input: object; output: Output; version: string } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
  const input = {
    language: 'Solidity',
    sources: { 'Machine.sol': { content: readFileSync(join(import.meta.dirname, 'Machine.sol'), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: {
        '*': {
          '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers', 'storageLayout'],
          '': ['ast'],
        },
      },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return { input, output, version: solc.version() };
}
