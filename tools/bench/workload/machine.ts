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

export function machineWorkloads(): MachineWorkload[] {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'Machine.sol': { content: readFileSync(join(import.meta.dirname, 'Machine.sol'), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { severity: string; formattedMessage: string }[];
    contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
  };
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
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
