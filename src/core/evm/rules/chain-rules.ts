/**
 * Which rules a block was made under: those of Ethereum and its public
 * testnets by schedule, those of a family of chains by its own file
 * (`families/`), those of development chains by what node and header say, and
 * Ethereum's, tried, on every other chain. Only what is no EVM is refused.
 *
 * Activations: the configurations of go-ethereum (params/config.go) and the
 * meta EIPs 7568 (through Cancun), 7600 (Prague), 7607 (Osaka), 7773
 * (Amsterdam) and 7892.
 */

import type { Network } from '../../chain/network';
import type { NetworkId } from '../../chain/primitives';
import { isZkNetwork } from '../../chain/special-networks';
import { fail, ok, type Result } from '../../values/result';
import type { ChainRules, Family, RuledBlock } from '../families/family';
import type { Protocol } from '../families/protocol';
import { BLOBS_BPO1, BLOBS_BPO2, BLOBS_CANCUN, BLOBS_PRAGUE, type BlobSchedule, Fork } from './forks';
import { hasKnownRules, type ScheduledChain } from './known-chains';
import { firstTried, nextTried, type WorkedRules } from './tried-rules';

/** Chains of Ethereum's own rules. Blocks before Paris, seconds since the epoch after it. */
type Schedule = {
  /** First block of each fork, newest first. */
  blocks: readonly (readonly [Fork, number])[];
  /** First second of each fork, newest first; those between Osaka and Amsterdam change blobs only (EIP-7892). */
  times: readonly (readonly [ChainRules, number])[];
};

const SHANGHAI: ChainRules = { fork: Fork.shanghai, blobs: BLOBS_CANCUN };
const CANCUN: ChainRules = { fork: Fork.cancun, blobs: BLOBS_CANCUN };
const PRAGUE: ChainRules = { fork: Fork.prague, blobs: BLOBS_PRAGUE };
const OSAKA: ChainRules = { fork: Fork.osaka, blobs: BLOBS_PRAGUE };
const BERLIN: ChainRules = { fork: Fork.berlin, blobs: BLOBS_CANCUN };
const BEFORE_BERLIN = [Fork.istanbul, Fork.petersburg, Fork.byzantium, Fork.spuriousDragon, Fork.homestead].map(
  (fork): ChainRules => ({ fork, blobs: BLOBS_CANCUN }),
);
const BPO1: ChainRules = { fork: Fork.osaka, blobs: BLOBS_BPO1 };
const BPO2: ChainRules = { fork: Fork.osaka, blobs: BLOBS_BPO2 };
const AMSTERDAM: ChainRules = { fork: Fork.amsterdam, blobs: BLOBS_BPO2 };

const SCHEDULES: Readonly<Record<ScheduledChain, Schedule>> & Readonly<Record<number, Schedule | undefined>> = {
  // Mainnet
  1: {
    blocks: [
      [Fork.paris, 15_537_394],
      [Fork.london, 12_965_000],
      [Fork.berlin, 12_244_000],
      [Fork.istanbul, 9_069_000],
      [Fork.petersburg, 7_280_000],
      [Fork.byzantium, 4_370_000],
      [Fork.spuriousDragon, 2_675_000],
      [Fork.tangerineWhistle, 2_463_000],
      [Fork.homestead, 1_150_000],
      [Fork.frontier, 0],
    ],
    times: [
      [BPO2, 1_767_747_671],
      [BPO1, 1_765_290_071],
      [OSAKA, 1_764_798_551],
      [PRAGUE, 1_746_612_311],
      [CANCUN, 1_710_338_135],
      [SHANGHAI, 1_681_338_455],
    ],
  },
  // Sepolia, where the merge is told by the header.
  11155111: {
    blocks: [[Fork.london, 0]],
    times: [
      [AMSTERDAM, 1_791_294_816],
      [BPO2, 1_761_607_008],
      [BPO1, 1_761_017_184],
      [OSAKA, 1_760_427_360],
      [PRAGUE, 1_741_159_776],
      [CANCUN, 1_706_655_072],
      [SHANGHAI, 1_677_557_088],
    ],
  },
  // Holesky
  17000: {
    blocks: [[Fork.paris, 0]],
    times: [
      [BPO2, 1_760_389_824],
      [BPO1, 1_759_800_000],
      [OSAKA, 1_759_308_480],
      [PRAGUE, 1_740_434_112],
      [CANCUN, 1_707_305_664],
      [SHANGHAI, 1_696_000_704],
    ],
  },
  // Hoodi
  560048: {
    blocks: [[Fork.paris, 0]],
    times: [
      [BPO2, 1_762_955_544],
      [BPO1, 1_762_365_720],
      [OSAKA, 1_761_677_592],
      [PRAGUE, 1_742_999_832],
      [CANCUN, 0],
    ],
  },
};

/** What a node says of its own rules. */
export type StatedRules = {
  /** Whether the node is one for development, whatever its chain id. */
  isDevelopment: boolean;
  /** Name of the fork in the node's words. */
  hardfork?: string;
  /** `hardfork`, where its rules are known. */
  fork?: Fork;
  blobs?: BlobSchedule;
  /** First block the node made itself, where it forked a chain. */
  since?: number;
  /** The family of the chain, loaded. */
  family?: Family;
  /** Rules that were tried on the chain before and gave receipts of it. */
  worked?: WorkedRules | undefined;
  /** How a chain whose rules are tried is known to count gas (own-gas.ts). */
  own?: Protocol | undefined;
};

/**
 * Returns the rules of the block, or one sentence on why there are none. A development node's chain goes by its
 * schedule only in the blocks before its own, whatever chain id it was given. A development chain gets what its node
 * states of the blocks it made, whatever fields it writes into headers; else the newest rules that those fields
 * show. Osaka adds none, so that it counts as Prague then (see `alsoPossible`). So does a chain that nothing is
 * known of, whose rules are tried.
 */
export function chainRules(
  network: Pick<Network, 'id' | 'name'>,
  block: RuledBlock,
  stated?: StatedRules,
): Result<ChainRules, string> {
  const { id, name } = network;
  if (isZkNetwork(id)) return fail(`${name} runs a machine of its own (zero-knowledge), not the EVM.`);
  if (!isOwn(block, stated)) {
    const schedule = SCHEDULES[id];
    if (schedule) return ok(scheduled(schedule, block));
    if (stated?.family) return stated.family.rulesAt(network, block);
  }
  const named = stated?.hardfork === undefined ? undefined : stated.family?.rulesNamed?.(stated.hardfork);
  if (named !== undefined) return ok(named);
  if (stated?.hardfork !== undefined && stated.fork === undefined)
    return fail(`The node of ${name} runs ${stated.hardfork}, by its own rules.`);
  const header = shown(block);
  if (stated?.fork !== undefined && isOwn(block, stated))
    return ok({ fork: stated.fork, blobs: stated.blobs ?? header.blobs });
  return ok(
    hasKnownRules(id) || stated?.isDevelopment ? header : firstTried(header, block, stated?.worked, stated?.own),
  );
}

/** Whether a development node made the block, and took it from no other chain. */
function isOwn({ number = Number.POSITIVE_INFINITY }: RuledBlock, stated: StatedRules | undefined): boolean {
  return stated?.isDevelopment === true && number >= (stated.since ?? 0);
}

/** Returns the fork that a node calls so, in any case of letters; undefined for a name that is not known here. */
export function forkNamed(name: string): Fork | undefined {
  return NAMES.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** Forks that changed no rule of execution go by the one before. */
const NAMES = new Map<string, Fork>([
  ...Object.entries(Fork).map(([name, fork]) => [name.toLowerCase(), fork] as const),
  ['dao', Fork.homestead],
  ['daofork', Fork.homestead],
  ['tangerine', Fork.tangerineWhistle],
  ['muirglacier', Fork.istanbul],
  ['arrowglacier', Fork.london],
  ['grayglacier', Fork.london],
  ['merge', Fork.paris],
  // They change how many blobs a block may hold, and nothing that executes (EIP-7892).
  ...['bpo1', 'bpo2', 'bpo3', 'bpo4', 'bpo5'].map((name) => [name, Fork.osaka] as const),
]);

/**
 * Returns a sentence on what changed the state in a block by no rule of
 * execution; undefined for all blocks but one. In the block of EIP-779 the
 * ether of 116 accounts moved to another before the first transaction.
 */
export function irregularity(networkId: NetworkId, block: number): string | undefined {
  if (networkId !== 1 || block !== 1_920_000) return undefined;
  return 'Block 1,920,000 moved the ether of The DAO by an irregular state change (EIP-779), which is not executed here.';
}

/**
 * Returns the rules that the header of a chain does not tell from `rules`: a
 * development chain may be past Prague, or before Berlin, one that nothing is
 * known of under any newer fork. What came of a block tells. None where a schedule says the rules.
 */
export function alsoPossible(
  network: Pick<Network, 'id' | 'name'>,
  block: RuledBlock,
  rules: ChainRules,
  stated?: StatedRules,
): readonly ChainRules[] {
  if (SCHEDULES[network.id] !== undefined && !isOwn(block, stated)) return [];
  if (rules.family) return rules.family.alsoPossible?.(network, block, rules) ?? [];
  if (rules.basis === 'tried') return nextTried(rules, shown(block), stated?.own);
  if (rules === PRAGUE) return [OSAKA, BPO1];
  return rules === BERLIN ? BEFORE_BERLIN : [];
}

/**
 * Returns whether the rules that the node states make a difference. They do
 * where no schedule has the rules, or where the node is on the reader's machine
 * and may be one for development under a public chain's id.
 */
export function goesByTheNode(network: Pick<Network, 'id' | 'name'>, isLocal = false): boolean {
  return (isLocal || SCHEDULES[network.id] === undefined) && !isZkNetwork(network.id);
}

/**
 * Who makes the blocks of a chain: one of Ethereum's own rules, a development
 * node, which follows them but signs for accounts without their keys, a chain
 * of a known family, whose encodings are known with it, or a
 * chain whose headers and prices may follow rules of their own.
 */
export type BlockMaker = 'ethereum' | 'development' | 'family' | 'other';

export function blockMaker(network: Pick<Network, 'id' | 'name'>, block: RuledBlock, stated?: StatedRules): BlockMaker {
  // A development node may be given any chain's id; blocks that it forked are that chain's.
  if (isOwn(block, stated)) return 'development';
  if (SCHEDULES[network.id] !== undefined) return 'ethereum';
  if (stated?.family) return 'family';
  return hasKnownRules(network.id) || stated?.isDevelopment ? 'development' : 'other';
}

/** Returns a sentence on why a transaction of this envelope type cannot be executed again; undefined when it can. */
export function refusedType(type: number): string | undefined {
  if (type >= 0 && type <= 4) return undefined;
  const known = FOREIGN_TYPES.find(([first, last]) => type >= first && type <= last)?.[2];
  const said = known === undefined ? '' : ` (${known})`;
  return `Transactions of type 0x${type.toString(16).padStart(2, '0')}${said} follow rules that are not known here.`;
}

/** Envelope types of other chains: the first, the last, and where they are met. */
const FOREIGN_TYPES: readonly (readonly [number, number, string])[] = [
  [0x64, 0x6a, 'made by Arbitrum itself'],
  [0x71, 0x71, 'of ZKsync'],
  [0x76, 0x76, 'of Tempo'],
  [0x7a, 0x7c, 'of Celo'],
  [0x7d, 0x7e, 'a deposit or the like'],
  [0x7f, 0x7f, 'a state synchronisation of Polygon'],
  [0xff, 0xff, 'from a layer below ZKsync'],
];

function scheduled(schedule: Schedule, block: RuledBlock): ChainRules {
  const { number = Number.POSITIVE_INFINITY, timestamp } = block;
  // A chain that Amsterdam has no time for here yet shows it in its headers.
  if (block.blockAccessListHash !== undefined) return AMSTERDAM;
  const timed = schedule.times.find(([, since]) => timestamp >= since);
  if (timed) return timed[0];
  const fork = schedule.blocks.find(([, since]) => number >= since)?.[0] ?? Fork.frontier;
  // The block of the merge is told by a total difficulty; what it changed in a header is the difficulty.
  return { fork: fork === Fork.london && block.difficulty === 0n ? Fork.paris : fork, blobs: BLOBS_CANCUN };
}

function shown(block: RuledBlock): ChainRules {
  if (block.blockAccessListHash !== undefined) return AMSTERDAM; // EIP-7928
  if (block.requestsHash !== undefined) return PRAGUE; // EIP-7685
  if (block.parentBeaconBlockRoot !== undefined || block.excessBlobGas !== undefined) return CANCUN; // EIP-4788, 4844
  if (block.withdrawals !== undefined) return SHANGHAI; // EIP-4895
  const merged = block.difficulty === undefined || block.difficulty === 0n; // EIP-3675
  if (block.baseFeePerGas !== undefined) return { fork: merged ? Fork.paris : Fork.london, blobs: BLOBS_CANCUN }; // EIP-1559
  return BERLIN;
}
