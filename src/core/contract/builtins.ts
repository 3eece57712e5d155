/**
 * Addresses whose meaning is known without asking: precompiles by fork, system
 * contracts of the protocol, and contracts deployed at one address on many
 * chains. Names are of origin `builtin`.
 */

import type { Name } from '../chain/name';
import { PRECOMPILES, WITHOUT_FUNCTIONS } from '../chain/precompiles';
import type { Address, NetworkId } from '../chain/primitives';
import { contractOfChain, PROTOCOL_CONTRACTS } from './chain-contracts';

export type BuiltinKind = 'precompile' | 'system' | 'deployed' | 'tool';

export type Builtin = {
  address: Address;
  name: Name;
  kind: BuiltinKind;
  /** Origin of the code: an EIP, or what deploys it. */
  source: string;
};

const CONTRACTS: readonly (readonly [string, string, BuiltinKind, string])[] = [
  ...WITHOUT_FUNCTIONS,
  ['0x00000000219ab540356cbb839cbe05303d7705fa', 'Beacon Deposit Contract', 'system', 'EIP-6110'],
  ['0xfffffffffffffffffffffffffffffffffffffffe', 'System Address', 'system', 'EIP-4788'],
  ['0x000000000000000000636f6e736f6c652e6c6f67', 'console', 'tool', 'console.log of Hardhat and Foundry'],
  ['0x7109709ecfa91a80626ff3989d68f67f5b1dd12d', 'Foundry cheatcodes', 'tool', 'forge-std Vm'],
  ['0xca11bde05977b3631167028862be2a173976ca11', 'Multicall3', 'deployed', 'mds1/multicall3'],
  ['0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', 'EntryPoint v0.6', 'deployed', 'EIP-4337'],
  ['0x0000000071727de22e5e9d8baf0edac6f37da032', 'EntryPoint v0.7', 'deployed', 'EIP-4337'],
  ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', 'EntryPoint v0.8', 'deployed', 'EIP-4337'],
  ['0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed', 'CreateX', 'deployed', 'pcaversaccio/createx'],
  ['0x1820a4b7618bde71dce8cdc73aab6c95905fad24', 'ERC-1820 Registry', 'deployed', 'EIP-1820'],
  ['0x000000000022d473030f116ddee9f6b43ac78ba3', 'Permit2', 'deployed', 'Uniswap'],
];

const BUILTINS: ReadonlyMap<Address, Builtin> = new Map(
  [
    ...[...PRECOMPILES].map(([address, { name, source }]) => builtin(address, name, 'precompile', source)),
    ...PROTOCOL_CONTRACTS.map(([address, name, source]) => builtin(address as Address, name, 'system', source)),
    ...CONTRACTS.map(([address, name, kind, source]) => builtin(address as Address, name, kind, source)),
  ].map((entry) => [entry.address, entry]),
);

/**
 * Returns the built-in knowledge of `address` on any chain, or of the chain
 * where one is given. Contracts `deployed` at the same address everywhere are
 * named for what they should be. Nothing here looks at their code, which is why
 * `builtin` is among the last of `NAME_ORIGINS`.
 */
export function builtinAt(address: Address, chain?: NetworkId): Builtin | undefined {
  const own = chain === undefined ? undefined : contractOfChain(chain, address);
  return own ? builtin(address, own.name, 'system', own.source) : BUILTINS.get(address);
}

function builtin(address: Address, text: string, kind: BuiltinKind, source: string): Builtin {
  return { address, name: { text, origin: 'builtin' }, kind, source };
}
