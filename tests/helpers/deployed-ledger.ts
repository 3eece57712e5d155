/** The test ledger in Vyper on a node: its build output, its deployment, and calls of it. */
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import type { Address } from '../../src/core/chain/primitives';
import { type LedgerRun, LIMIT, PATH } from '../core/source/vyper/ledger';
import { ANVIL_ACCOUNTS, type Anvil } from './anvil';
import { type JsonServer, startJsonServer } from './json-server';
import { type MinedReceipt, sendMined } from './mined';

/** Enough for every call of the ledger: what fails cannot be estimated. */
const GAS = '0xf4240';

/** Returns what vyper-json would have written to a file. */
export function ledgerBuild({ input, output, version }: LedgerRun): string {
  return JSON.stringify({ input, output: { compiler: `vyper-${version}`, ...output } });
}

export async function deployLedger(node: Anvil, run: LedgerRun): Promise<Address> {
  const { abi, evm } = ledgerOf(run);
  const data = encodeDeployData({ abi, bytecode: evm.bytecode.object as Hex, args: [LIMIT] });
  return (await sendMined(node, { from: ANVIL_ACCOUNTS[0], data })).contractAddress;
}

/** Sends a call of the ledger at `to`, which may fail. */
export function sendToLedger(
  node: Anvil,
  run: LedgerRun,
  to: Address,
  functionName: string,
  args: readonly unknown[],
): Promise<MinedReceipt> {
  const data = encodeFunctionData({ abi: ledgerOf(run).abi, functionName, args: [...args] });
  return sendMined(node, { from: ANVIL_ACCOUNTS[0], to, data, gas: GAS });
}

/** A Sourcify that knows the ledger alone. */
export function startLedgerSourcify(run: LedgerRun, chainId: number, address: Address): Promise<JsonServer> {
  const compilation = {
    name: 'Ledger',
    compilerVersion: run.version,
    language: 'Vyper',
    fullyQualifiedName: `${PATH}:Ledger`,
  };
  const verified = { match: 'match', chainId: `${chainId}`, address, abi: ledgerOf(run).abi, compilation };
  return startJsonServer((path) =>
    path.startsWith(`/v2/contract/${chainId}/${address}?`)
      ? { body: { ...verified, stdJsonInput: run.input, stdJsonOutput: run.output } }
      : { status: 404, body: {} },
  );
}

function ledgerOf({ output }: LedgerRun) {
  return output.contracts[PATH].Ledger;
}
