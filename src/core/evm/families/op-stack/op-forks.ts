/**
 * The forks of the OP Stack and when chains take them: by the Superchain
 * registry (8336d2ae, 2026-08-04, and its pull request 1313 of 2026-08-21 for
 * World Chain), by op-reth's release v2.10.0 (2026-11-25, Lagoon), by the configurations that Base and Celo have themselves
 * (base/base, crates/common/chains, 2026-09-25; celo-org/celo-kona,
 * crates/celo-reth, 34985c4 of 2026-08-21), and for all others by what a header
 * shows (OP Stack specification,
 * protocol/{canyon,ecotone,holocene,isthmus,jovian}/exec-engine.md, and
 * protocol/lagoon/).
 *
 * Base's Beryl (1782410400), Cobalt (1790791200) and Denim (2026-11-05, 18:00
 * UTC) change its B20 tokens, which have no code, and how often it makes
 * blocks, but not the machine (docs.base.org, upgrades). Since Denim five
 * blocks share a second.
 */
import type { NetworkId } from '../../../chain/primitives';
import { BLOBS_CANCUN, BLOBS_PRAGUE, type BlobSchedule, Fork } from '../../rules/forks';
import type { RuledBlock } from '../family';
import { ruleAt } from '../schedule';
import times from './fork-times.gen.json';

/** In order, so that `fork >= OpFork.fjord` asks whether a rule is in force. Azul is Base's, which left the others after Jovian. */
export const OpFork = {
  bedrock: 0,
  regolith: 1,
  canyon: 2,
  ecotone: 3,
  fjord: 4,
  granite: 5,
  holocene: 6,
  isthmus: 7,
  jovian: 8,
  azul: 9,
  karst: 10,
  lagoon: 11,
} as const;
export type OpFork = (typeof OpFork)[keyof typeof OpFork];

type Schedule = readonly (readonly [OpFork, number])[];

/** Columns of the table of times. */
const COLUMNS = [
  OpFork.canyon,
  OpFork.ecotone,
  OpFork.fjord,
  OpFork.granite,
  OpFork.holocene,
  OpFork.isthmus,
  OpFork.jovian,
  OpFork.karst,
];

const LAGOON = { mainnet: 1_799_683_201, sepolia: 1_796_918_401 };

/** Returns the schedule of a chain of the table that takes Lagoon. */
function withLagoon(id: keyof typeof times, time: number): Schedule {
  return [[OpFork.lagoon, time], ...scheduleOf(times[id])];
}

const OP_MAINNET = withLagoon('10', LAGOON.mainnet);

/** Chains that left the registry, or whose later forks are not in its state here. */
const OWN: Readonly<Record<number, Schedule>> = {
  10: OP_MAINNET,
  130: withLagoon('130', LAGOON.mainnet),
  1868: withLagoon('1868', LAGOON.mainnet),
  57073: withLagoon('57073', LAGOON.mainnet),
  1301: withLagoon('1301', LAGOON.sepolia),
  1946: withLagoon('1946', LAGOON.sepolia),
  763373: withLagoon('763373', LAGOON.sepolia),
  11155420: withLagoon('11155420', LAGOON.sepolia),
  480: [[OpFork.karst, 1_789_992_000], ...scheduleOf(times['480'])],
  4801: [[OpFork.karst, 1_788_868_800], ...scheduleOf(times['4801'])],
  8453: [[OpFork.azul, 1_779_991_200], ...scheduleOf(times['10'].slice(0, 7))],
  84532: [[OpFork.azul, 1_776_708_000], ...scheduleOf(times['11155420'].slice(0, 7))],
  42220: [[OpFork.jovian, 1_774_958_788], ...scheduleOf(times['42220'])],
  11142220: [[OpFork.jovian, 1_773_749_037], [OpFork.isthmus, 0], ...scheduleOf(times['11142220'])],
};

/** The fork of a block, and the others that it may be of as far as is known here. */
export type ForkAt = { fork: OpFork; others: readonly OpFork[] };

/** First second of which the registry's state here says nothing: 2026-08-05. */
const UNREAD = 1_785_888_000;

/**
 * Returns the fork of a block of the chain. Nothing but its header tells it where no schedule does, or where the chain
 * took one since its schedule was read. Some forks have the headers of the one before.
 */
export function opForkAt(id: NetworkId, block: RuledBlock): ForkAt {
  const shown = (shownFork(block) ?? []).filter((fork) => fork !== OpFork.lagoon || mayBeLagoon(block));
  const schedule = scheduleOfChain(id);
  const scheduled = ruleAt(schedule, block.timestamp);
  if (scheduled !== undefined && scheduled >= (shown[0] ?? OpFork.bedrock)) {
    const isNewest = scheduled === schedule[0]?.[0];
    const mayBeNewer = block.timestamp >= UNREAD && isNewest && scheduled !== OpFork.azul;
    return { fork: scheduled, others: mayBeNewer ? shown.filter((fork) => fork > scheduled) : [] };
  }
  const [fork = OpFork.regolith, ...others] = likeliest(shown, block.timestamp);
  return { fork, others };
}

/** Returns whether the block is of a time when any public chain has Lagoon. */
export function mayBeLagoon({ timestamp }: Pick<RuledBlock, 'timestamp'>): boolean {
  return timestamp >= LAGOON.sepolia;
}

/** Returns the fork that development nodes call so, in any case of letters; undefined for other names. */
export function opForkNamed(name: string): OpFork | undefined {
  return Object.entries(OpFork).find(([own]) => own === name.toLowerCase())?.[1];
}

/** Returns whether it is known here when the chain takes its forks. */
export function hasOpSchedule(id: NetworkId): boolean {
  return scheduleOfChain(id).length > 0;
}

function scheduleOfChain(id: NetworkId): Schedule {
  const row = (times as Readonly<Record<string, readonly number[] | undefined>>)[String(id)];
  return OWN[id] ?? (row === undefined ? [] : scheduleOf(row));
}

/** Newest first. Every chain of the table began with Regolith at least. */
function scheduleOf(row: readonly number[]): Schedule {
  const forks = row.map((time, at) => [COLUMNS[at], time] as const);
  return [...forks.reverse(), [OpFork.regolith, 0]];
}

/** Returns the forks that have such headers, oldest first; undefined for fields that none adds. */
function shownFork({
  extraData = '0x',
  requestsHash,
  parentBeaconBlockRoot,
  withdrawals,
}: RuledBlock): readonly OpFork[] | undefined {
  if (extraData.length === 36 && extraData.startsWith('0x01')) return [OpFork.jovian, OpFork.karst, OpFork.lagoon];
  if (requestsHash !== undefined) return [OpFork.isthmus];
  if (extraData.length === 20 && extraData.startsWith('0x00')) return [OpFork.holocene];
  if (parentBeaconBlockRoot !== undefined) return [OpFork.ecotone, OpFork.fjord, OpFork.granite];
  if (withdrawals !== undefined) return [OpFork.canyon];
  return undefined;
}

/** Puts the fork first that OP Mainnet had at that time, where the header allows it; else the newest. */
function likeliest(shown: readonly OpFork[], timestamp: number): readonly OpFork[] {
  const usual = ruleAt(OP_MAINNET, timestamp);
  const newestFirst = shown.toReversed();
  return usual !== undefined && shown.includes(usual)
    ? [usual, ...newestFirst.filter((fork) => fork !== usual)]
    : newestFirst;
}

/** Returns the fork of Ethereum whose instructions, prices and precompiles these are (ethereum-optimism/optimism, rust/op-revm, spec.rs). */
export function ethereumFork(fork: OpFork): Fork {
  if (fork >= OpFork.azul) return Fork.osaka;
  if (fork >= OpFork.isthmus) return Fork.prague;
  if (fork >= OpFork.ecotone) return Fork.cancun;
  return fork >= OpFork.canyon ? Fork.shanghai : Fork.paris;
}

/** Returns a schedule of blobs, of which there are none: the excess stays 0 and the price 1. */
export function blobsOf(fork: OpFork): BlobSchedule {
  return fork >= OpFork.isthmus ? BLOBS_PRAGUE : BLOBS_CANCUN;
}
