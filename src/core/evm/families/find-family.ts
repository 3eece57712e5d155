/** Finds the family of a chain. */
import type { Network } from '../../chain/network';
import type { Address } from '../../chain/primitives';
import type { Transaction } from '../../chain/transaction';
import { hasKnownRules } from '../rules/known-chains';
import type { RuledBlock } from './family';
import type { FamilyName } from './family-names';

/** Chain ids of families that no header tells. */
const IDS: Readonly<Record<number, FamilyName | undefined>> = {
  100: 'gnosis',
  10200: 'gnosis',
  56: 'bnbSmartChain',
  97: 'bnbSmartChain',
  137: 'polygon',
  80002: 'polygon',
  534352: 'scroll',
  534351: 'scroll',
  167000: 'taiko',
  167013: 'taiko',
  43114: 'avalanche',
  43113: 'avalanche',
  59144: 'linea',
  59141: 'linea',
  42220: 'celo',
  11142220: 'celo',
  80094: 'berachain',
  80069: 'berachain',
  3338: 'frontier',
  9990: 'frontier',
  2241: 'frontier',
  1284: 'frontier',
  1285: 'frontier',
  1287: 'frontier',
  592: 'frontier',
  336: 'frontier',
  81: 'frontier',
  964: 'frontier',
  945: 'frontier',
  5000: 'mantle',
  5003: 'mantle',
  42161: 'arbitrum',
  42170: 'arbitrum',
  421614: 'arbitrum',
};
/** Chains of the OP Stack whose forks are known (op-stack/fork-times.gen.json, and Base). */
const OP_STACK: readonly number[] = [
  10, 130, 177, 183, 185, 252, 254, 288, 291, 360, 480, 624, 625, 690, 863, 919, 957, 1135, 1301, 1740, 1750, 1868,
  1946, 4202, 4801, 5330, 5371, 5373, 6805, 6806, 7560, 8008, 8453, 11_011, 16_481, 28_882, 33_979, 34_443, 57_073,
  60_808, 65_536, 84_532, 325_000, 380_929, 763_373, 2_702_128, 3_397_901, 7_777_777, 7_849_306, 11_155_420,
  111_557_560, 420_130_015, 999_999_999,
];
/** Blast and opBNB have the openers of the OP Stack, and balances and precompiles of their own. */
const UNLIKE_OP: readonly number[] = [81457, 168587773, 204, 5611];

/** Who sends the first transaction of every block of the OP Stack, to whom, and who is its miner (specification, predeploys.md). */
const OP_OPENER = {
  type: 0x7e,
  from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
  to: '0x4200000000000000000000000000000000000015',
};
const OP_MINER = '0x4200000000000000000000000000000000000011' as Address;

const ARBOS = '0x00000000000000000000000000000000000a4b05' as Address;

/** The first transaction of the block, which tells a rollup whatever its id. */
export type Opener = Pick<Transaction, 'type' | 'from' | 'to'>;

/** Returns the name of the family that the chain is of, by its id or by what its blocks have; undefined where none is known. */
export function familyOf(network: Pick<Network, 'id'>, block: RuledBlock, opener?: Opener): FamilyName | undefined {
  const byId = IDS[network.id] ?? (OP_STACK.includes(network.id) ? 'opStack' : undefined);
  if (byId !== undefined || UNLIKE_OP.includes(network.id)) return byId;
  // Every block of Nitro begins with a transaction of ArbOS (OffchainLabs/nitro, arbos/internal_tx.go).
  if (opener?.type === 0x6a && opener.from === ARBOS) return 'arbitrum';
  return block.miner === OP_MINER || opensOpBlock(opener) ? 'opStack' : undefined;
}

/**
 * Returns whether the chain is known to burn its base fees, as Ethereum does (EIP-1559): those of known families but
 * Linea's and Berachain's collect them, and so do many whose rules are not known here.
 */
export function burnsBaseFees(network: Pick<Network, 'id' | 'name'>): boolean {
  return hasKnownRules(network.id) || /^(linea|berachain)$/.test(String(familyOf(network, { timestamp: 0 })));
}

const ROLLUPS: readonly (FamilyName | undefined)[] = [
  'opStack',
  'celo',
  'mantle',
  'arbitrum',
  'scroll',
  'taiko',
  'linea',
];

/** Returns whether another layer holds what the chain's blocks are made of, by its id. */
export function isRollup(network: Pick<Network, 'id' | 'name'>): boolean {
  return UNLIKE_OP.includes(network.id) || ROLLUPS.includes(familyOf(network, { timestamp: 0 }));
}

/** Forks as development nodes of the OP Stack call them (Anvil, Hardhat). */
const OP_FORKS = /^(bedrock|regolith|canyon|ecotone|fjord|granite|holocene|isthmus|jovian|karst|lagoon)$/i;

/** Returns the family whose fork a development node says it runs; undefined for Ethereum's and unknown ones. */
export function familyOfFork(name: string | undefined): FamilyName | undefined {
  return name !== undefined && OP_FORKS.test(name) ? 'opStack' : undefined;
}

/**
 * Returns the fork of the OP Stack that a header shows, as development nodes call it: since Holocene its extra data states
 * the parameters of the next base fee (specification, holocene/exec-engine.md and jovian/exec-engine.md). Undefined for
 * other headers. Not for public chains, whose extra data may be any bytes.
 */
export function opForkShown({ extraData = '0x', requestsHash }: RuledBlock): string | undefined {
  if (/^0x01.{32}$/.test(extraData)) return 'jovian';
  if (!/^0x00.{16}$/.test(extraData)) return undefined;
  return requestsHash === undefined ? 'holocene' : 'isthmus';
}

function opensOpBlock(opener: Opener | undefined): boolean {
  return opener?.type === OP_OPENER.type && opener.from === OP_OPENER.from && opener.to === OP_OPENER.to;
}
