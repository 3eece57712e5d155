/**
 * Table `virtualNetworks`: a virtual network without its blocks: its fork point, its settings and standing, and the
 * accounts that may send without a signature.
 */
import * as v from 'valibot';
import type { Address, Hash, NetworkId } from '../../core/chain/primitives';
import { isEthereumTransaction, transactionOf } from '../../core/chain/transaction';
import type { ChainRules } from '../../core/evm/rules/chain-rules';
import { Fork } from '../../core/evm/rules/forks';
import type { SealedTransaction } from '../../core/virtual/block-execution';
import type { Standing } from '../../core/virtual/chain-keeper';
import type { ForkComparison } from '../../core/virtual/fork-again';
import type { KeptChange } from '../../core/virtual/kept-change';
import { MAX_INTERVAL } from '../../core/virtual/max-interval';
import { address, count, definedFields, hash, networkId, parseRow } from './fields';
import { storedTransaction, toStoredTransaction } from './transaction-row';
import { storedChange, toStoredChange } from './virtual-change';

export type KeptVirtualNetwork = {
  networkId: NetworkId;
  name: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** The fork point; absent for a network without a parent. */
  parent?: { networkId: NetworkId; name: string; number: number; hash: Hash };
  rules: ChainRules;
  head: { number: number; hash: Hash; timestamp: number };
  isAutomatic: boolean;
  /** Seconds between blocks that are sealed by time, 0 for none. */
  interval: number;
  autoImpersonate: boolean;
  impersonated: readonly Address[];
  /**
   * The last time that it was forked again: the block of the fork, the time (milliseconds since the epoch), and what
   * differed.
   */
  forkedAgain?: { from: number; at: number; comparison: ForkComparison };
  base: readonly KeptChange[];
  standing: Standing;
};

const FORKS = Object.values(Fork);
const fork = v.custom<Fork>((value) => FORKS.some((known) => known === value));
const pool = v.array(v.object({ transaction: storedTransaction, isUnsigned: v.boolean() }));
const course = v.object({
  timeOffset: v.number(),
  gasLimit: count,
  coinbase: address,
  blockInterval: v.exactOptional(count),
  next: v.object({
    timestamp: v.exactOptional(count),
    baseFee: v.exactOptional(v.bigint()),
    prevRandao: v.exactOptional(hash),
  }),
});

const comparison = v.object({
  blocks: count,
  transactions: count,
  fitted: count,
  differing: v.array(
    v.object({
      hash,
      hashNow: v.exactOptional(hash),
      number: count,
      differences: v.array(
        v.object({
          what: v.picklist(['left out', 'status', 'gas', 'events', 'output']),
          before: v.string(),
          after: v.string(),
        }),
      ),
    }),
  ),
});

const row = v.object({
  networkId,
  name: v.string(),
  createdAt: v.number(),
  parent: v.exactOptional(v.object({ networkId, name: v.string(), number: count, hash })),
  rules: v.object({
    fork,
    blobs: v.object({ target: v.number(), max: v.number(), baseFeeUpdateFraction: v.number() }),
  }),
  head: v.object({ number: count, hash, timestamp: count }),
  isAutomatic: v.boolean(),
  /** A longer one, as a file may state it, is read as the longest. */
  interval: v.pipe(
    count,
    v.transform((seconds) => Math.min(seconds, MAX_INTERVAL)),
  ),
  autoImpersonate: v.boolean(),
  impersonated: v.array(address),
  forkedAgain: v.exactOptional(v.object({ from: count, at: v.number(), comparison })),
  base: v.array(storedChange),
  course,
  pool,
  snapshots: v.array(v.object({ id: count, undone: count, height: count, course, pool })),
  lastSnapshot: v.number(),
});

export type VirtualNetworkRow = v.InferOutput<typeof row>;

export function toVirtualNetworkRow({ standing, base, ...kept }: KeptVirtualNetwork): VirtualNetworkRow {
  return definedFields({
    networkId: kept.networkId,
    name: kept.name,
    createdAt: kept.createdAt,
    parent: kept.parent && { ...kept.parent },
    rules: { fork: kept.rules.fork, blobs: { ...kept.rules.blobs } },
    head: { ...kept.head },
    isAutomatic: kept.isAutomatic,
    interval: kept.interval,
    autoImpersonate: kept.autoImpersonate,
    impersonated: [...kept.impersonated],
    forkedAgain: kept.forkedAgain && {
      ...kept.forkedAgain,
      comparison: toStoredComparison(kept.forkedAgain.comparison),
    },
    base: base.map(toStoredChange),
    course: toStoredCourse(standing.course),
    pool: standing.pool.map(toStoredEntry),
    snapshots: standing.snapshots.map(([id, { undone, height, course, pool }]) => ({
      id,
      undone,
      height,
      course: toStoredCourse(course),
      pool: pool.map(toStoredEntry),
    })),
    lastSnapshot: standing.lastSnapshot,
  });
}

/** Undefined where the row is damaged. */
export function fromVirtualNetworkRow(stored: unknown): KeptVirtualNetwork | undefined {
  const kept = parseRow(row, stored);
  if (kept === undefined) return undefined;
  const { course, pool, snapshots, lastSnapshot, ...fields } = kept;
  return {
    ...fields,
    standing: {
      course: fromStoredCourse(course),
      pool: fromStoredPool(pool),
      snapshots: snapshots.map(({ id, undone, height, course, pool }) => [
        id,
        { undone, height, course: fromStoredCourse(course), pool: fromStoredPool(pool) },
      ]),
      lastSnapshot,
    },
  };
}

function toStoredComparison({ differing, ...counts }: ForkComparison): v.InferOutput<typeof comparison> {
  return {
    ...counts,
    differing: differing.map(({ differences, ...transaction }) => ({ ...transaction, differences: [...differences] })),
  };
}

type StoredCourse = v.InferOutput<typeof course>;

function toStoredCourse({ next, ...given }: Standing['course']): StoredCourse {
  const { timestamp, baseFee, prevRandao } = next;
  return definedFields({
    timeOffset: given.timeOffset,
    gasLimit: given.gasLimit,
    coinbase: given.coinbase,
    blockInterval: given.blockInterval,
    next: definedFields({ timestamp, baseFee, prevRandao }),
  });
}

function fromStoredCourse(stored: StoredCourse): Standing['course'] {
  return { ...stored, blockInterval: stored.blockInterval };
}

function toStoredEntry({ transaction, isUnsigned }: SealedTransaction): v.InferOutput<typeof pool>[number] {
  return { transaction: toStoredTransaction(transaction), isUnsigned };
}

/** The waiting transactions, without those of a type that Ethereum does not have. */
function fromStoredPool(stored: v.InferOutput<typeof pool>): SealedTransaction[] {
  return stored.flatMap(({ transaction: given, isUnsigned }) => {
    const transaction = transactionOf(given);
    return isEthereumTransaction(transaction) ? [{ transaction, isUnsigned }] : [];
  });
}
