/**
 * Table `virtualNetworks`: a virtual network without its blocks: its fork point, its settings and standing, and the
 * accounts that may send without a signature.
 */
import * as v from 'valibot';
import type { Address, Hash, NetworkId } from '../../core/chain/primitives';
import { isEthereumTransaction, transactionOf } from '../../core/chain/transaction';
import type { ChainRules } from '../../core/evm/families/family';
import { FAMILY_NAMES, type FamilyName } from '../../core/evm/families/family-names';
import { Fork } from '../../core/evm/rules/forks';
import type { SealedTransaction } from '../../core/virtual/block-execution';
import type { Standing } from '../../core/virtual/chain-keeper';
import type { ForkComparison } from '../../core/virtual/fork-again';
import type { KeptChange } from '../../core/virtual/kept-change';
import { MAX_INTERVAL } from '../../core/virtual/max-interval';
import { address, count, hash, list, networkId, parseRow, rowWriter } from './fields';
import { storedTransaction } from './transaction-row';
import { storedChange } from './virtual-change';

export type KeptVirtualNetwork = {
  networkId: NetworkId;
  name: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** The fork point; absent for a network without a parent. */
  parent?: { networkId: NetworkId; name: string; number: number; hash: Hash };
  rules: ChainRules;
  /**
   * Family of chains that the rules belong to; absent for Ethereum's. `hardfork` is the name that a development node
   * gave them.
   */
  family?: { name: FamilyName; hardfork?: string };
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
const pool = list(v.object({ transaction: storedTransaction, isUnsigned: v.boolean() }));
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
  differing: list(
    v.object({
      hash,
      hashNow: v.exactOptional(hash),
      number: count,
      differences: list(
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
  family: v.exactOptional(v.object({ name: v.picklist(FAMILY_NAMES), hardfork: v.exactOptional(v.string()) })),
  head: v.object({ number: count, hash, timestamp: count }),
  isAutomatic: v.boolean(),
  /** A longer one, as a file may state it, is read as the longest. */
  interval: v.pipe(
    count,
    v.transform((seconds) => Math.min(seconds, MAX_INTERVAL)),
  ),
  autoImpersonate: v.boolean(),
  impersonated: list(address),
  forkedAgain: v.exactOptional(v.object({ from: count, at: v.number(), comparison })),
  base: list(storedChange),
  course,
  pool,
  snapshots: list(v.object({ id: count, undone: count, height: count, course, pool })),
  lastSnapshot: v.number(),
});

export type VirtualNetworkRow = v.InferOutput<typeof row>;

const toStored = rowWriter(row);

/** The rules of a family are functions, which are not stored: `family` says how to make them again. */
export function toVirtualNetworkRow({ standing, rules, ...kept }: KeptVirtualNetwork): VirtualNetworkRow {
  const { fork, blobs } = rules;
  const snapshots = standing.snapshots.map(([id, snapshot]) => ({ ...snapshot, id }));
  return toStored({ ...kept, rules: { fork, blobs }, ...standing, snapshots });
}

/** Returns undefined where the row is damaged. */
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

type StoredCourse = v.InferOutput<typeof course>;

function fromStoredCourse(stored: StoredCourse): Standing['course'] {
  return { ...stored, blockInterval: stored.blockInterval };
}

/** The waiting transactions, without those of a type that Ethereum does not have. */
function fromStoredPool(stored: v.InferOutput<typeof pool>): SealedTransaction[] {
  return stored.flatMap(({ transaction: given, isUnsigned }) => {
    const transaction = transactionOf(given);
    return isEthereumTransaction(transaction) ? [{ transaction, isUnsigned }] : [];
  });
}
