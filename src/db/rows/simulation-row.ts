/**
 * Table `simulations`: what a reader simulated, its outcome, and all that it read, so that it runs again without a
 * network.
 */
import * as v from 'valibot';
import type { Block } from '../../core/chain/transaction';
import { FAMILY_NAMES } from '../../core/evm/families/family-names';
import { storedBlock } from './block-row';
import { address, count, hash, list, networkId, parseRow, rowWriter } from './fields';
import { storedWitness } from './trace-row';

/** A chain's rules at a block, in numbers, and what they are made again by where they are not Ethereum's. */
const rules = v.object({
  fork: v.number(),
  blobs: v.object({ target: v.number(), max: v.number(), baseFeeUpdateFraction: v.number() }),
  basis: v.exactOptional(v.picklist(['receipt', 'tried'])),
  family: v.exactOptional(v.picklist(FAMILY_NAMES)),
  /** Name of the fork by the development node that made the block. */
  hardfork: v.exactOptional(v.string()),
});

const placed = v.object({
  block: count,
  step: v.optional(count),
  address,
  key: hash,
  value: hash,
  name: v.string(),
});

const row = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  networkId,
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  name: v.string(),
  note: v.string(),
  /** JSON of a draft (core/simulation/draft.ts). */
  draft: v.string(),
  /** The slots and values that named overrides became; absent where there are none. */
  placed: v.exactOptional(list(placed)),
  /** The outcome in one line, for lists. */
  summary: v.string(),
  success: v.boolean(),
  steps: count,
  standing: v.object({ block: storedBlock, rules, blockTime: count }),
  witness: storedWitness,
});

export type SimulationRow = v.InferOutput<typeof row>;
export type KeptSimulation = Omit<SimulationRow, 'standing'> & {
  standing: Omit<SimulationRow['standing'], 'block'> & { block: Block & { number: number } };
};

export const toSimulationRow = rowWriter(row);

/** Returns undefined where the row is damaged. */
export function fromSimulationRow(stored: unknown): KeptSimulation | undefined {
  const kept = parseRow(row, stored);
  const number = kept?.standing.block.number;
  if (kept === undefined || number === undefined) return undefined;
  return { ...kept, standing: { ...kept.standing, block: { ...kept.standing.block, number } } };
}
