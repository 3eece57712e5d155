/** A node of its own with transactions that are very long or very deep, and the build output of their contract. */
import { createRequire } from 'node:module';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { type MinedReceipt, sendMined } from '../../helpers/mined';

/** What there is much of. `nested` counts the calls below the outermost: the machine allows no more (EIP-150 made it dear). */
export const COUNTS = { events: 10_000, slots: 5_000, calldata: 1_048_576, name: 24_000, nested: 1_024 } as const;

/** A function's name of 24,000 letters. */
export const LONG_NAME = `tellEverything${'Again'.repeat(4_797)}o`;

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Extremes {
    event Transfer(address indexed from, address indexed to, uint256 value);
    uint256 public last;
    mapping(uint256 => uint256) public cells;
    function emitMany(uint256 count) external {
        for (uint256 i; i < count; i++) emit Transfer(msg.sender, address(uint160(0x10000 + i)), i + 1);
    }
    function storeMany(uint256 count) external {
        for (uint256 i; i < count; i++) cells[i] = i + 7;
    }
    function swallow(bytes calldata data) external returns (uint256) { last = data.length; return last; }
    function dive(uint256 depth) external { if (depth > 0) this.dive(depth - 1); else last = 1; }
    function ${LONG_NAME}() external { last = 2; }
}
`;

const ABI = parseAbi([
  'function emitMany(uint256)',
  'function storeMany(uint256)',
  'function swallow(bytes)',
  'function dive(uint256)',
]);

/** Nothing is too much, and gas is free. */
const ARGUMENTS = ['--disable-block-gas-limit', '--hardfork', 'prague', '--base-fee', '0', '--no-request-size-limit'];

export type Extreme = 'events' | 'slots' | 'calldata' | 'name' | 'nested' | 'nothing' | 'emptyCreation';

export type Extremes = {
  rpcUrl: string;
  contract: Hex;
  hashOf: (name: Extreme) => string;
  buildOutput: string;
  stop(): Promise<void>;
};

const EVERY: readonly Extreme[] = ['events', 'slots', 'calldata', 'name', 'nested', 'nothing', 'emptyCreation'];

/** With these transactions only, in this order. */
export async function startExtremes(wanted = EVERY): Promise<Extremes> {
  const { buildOutput, creation, longSelector } = compile();
  const anvil = await startAnvil({ stepsTracing: false, args: ARGUMENTS });
  const { contractAddress: to } = await send(anvil, { data: creation, gas: 10_000_000 });
  if (to === null) throw new Error('The contract was not created.');
  const call = (data: Hex, gas: number) => send(anvil, { to, data, gas });
  const count = (functionName: 'emitMany' | 'storeMany' | 'dive', much: number) =>
    encodeFunctionData({ abi: ABI, functionName, args: [BigInt(much)] });
  const bytes: Hex = `0x${'5a'.repeat(COUNTS.calldata)}`;
  const senders: Record<Extreme, () => Promise<MinedReceipt>> = {
    events: () => call(count('emitMany', COUNTS.events), 100_000_000),
    slots: () => call(count('storeMany', COUNTS.slots), 1_000_000_000),
    calldata: () => call(encodeFunctionData({ abi: ABI, functionName: 'swallow', args: [bytes] }), 100_000_000),
    name: () => call(longSelector, 1_000_000),
    // A call hands on 63 of 64 parts of its gas: little is left after a thousand.
    nested: () => call(count('dive', COUNTS.nested), 1_000_000_000_000),
    nothing: () => send(anvil, { to: ANVIL_ACCOUNTS[1], gas: 21_000 }),
    emptyCreation: () => send(anvil, { data: '0x', gas: 100_000 }),
  };
  const hashes = new Map<Extreme, string>();
  for (const name of wanted) hashes.set(name, (await senders[name]()).transactionHash);
  const hashOf = (name: Extreme) => {
    const hash = hashes.get(name);
    if (hash === undefined) throw new Error(`This node has no ${name}.`);
    return hash;
  };
  return { rpcUrl: anvil.url, contract: to, hashOf, buildOutput, stop: () => anvil.stop() };
}

type Compiled = { evm: { bytecode: { object: string }; methodIdentifiers: Record<string, string> } };

function compile(): { buildOutput: string; creation: Hex; longSelector: Hex } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
  const input = {
    language: 'Solidity',
    sources: { 'Extremes.sol': { content: SOURCE } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true },
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers', 'metadata'], '': ['ast'] },
      },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts: Record<string, Record<string, Compiled>>;
  };
  const made = output.contracts['Extremes.sol']?.Extremes;
  if (made === undefined) throw new Error(`The contract does not compile: ${JSON.stringify(output).slice(0, 2_000)}`);
  const [version = ''] = /^\d+\.\d+\.\d+/.exec(solc.version()) ?? [];
  const [solcLongVersion = version] = /^\d+\.\d+\.\d+\+commit\.[0-9a-f]+/.exec(solc.version()) ?? [];
  return {
    buildOutput: JSON.stringify({
      _format: 'hh-sol-build-info-1',
      solcVersion: version,
      solcLongVersion,
      input,
      output,
    }),
    creation: `0x${made.evm.bytecode.object}`,
    longSelector: `0x${made.evm.methodIdentifiers[`${LONG_NAME}()`]}`,
  };
}

/** Sends what costs nothing, and waits until it is in a block. */
async function send(anvil: Anvil, transaction: { to?: string; data?: Hex; gas: number }): Promise<MinedReceipt> {
  const gas = `0x${transaction.gas.toString(16)}`;
  const receipt = await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], gasPrice: '0x0', ...transaction, gas });
  if (receipt.status === '0x0') throw new Error(`It failed: ${JSON.stringify(receipt).slice(0, 1_000)}`);
  return receipt;
}
