/**
 * Table `simulations`: what a reader simulated, its outcome, and all that it read, so that it runs again without a
 * network.
 */
import * as v from 'valibot';
import type { Block } from '../../core/chain/transaction';
import { storedBlock, toStoredBlock } from './block-row';
import { address, count, hash, networkId, parseRow } from './fields';
import { type KeptWitness, storedWitness, toStoredWitness } from './trace-row';

/** A chain's rules at a block, in numbers. */
const rules = v.object({
  fork: v.number(),
  blobs: v.object({ target: v.number(), max: v.number(), baseFeeUpdateFraction: v.number() }),
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
  placed: v.optional(v.array(placed)),
  /** The outcome in one line, for lists. */
  summary: v.string(),
  success: v.boolean(),
  steps: count,
  standing: v.object({ block: storedBlock, rules, blockTime: count }),
  witness: storedWitness,
});

export type SimulationRow = Omit<v.InferOutput<typeof row>, 'witness'> & { witness: KeptWitness };
export type KeptSimulation = Omit<SimulationRow, 'standing'> & {
  standing: { block: Block & { number: number }; rules: v.InferOutput<typeof rules>; blockTime: number };
};

export function toSimulationRow(kept: KeptSimulation): SimulationRow {
  const { standing, witness, ...fields } = kept;
  return {
    ...fields,
    standing: { ...standing, block: toStoredBlock(standing.block) },
    witness: toStoredWitness(witness),
  };
}

/** Undefined where the row is damaged. */
export function fromSimulationRow(stored: unknown): KeptSimulation | undefined {
  const kept = parseRow(row, stored);
  const number = kept?.standing.block.number;
  if (kept === undefined || number === undefined) return undefined;
  return { ...kept, standing: { ...kept.standing, block: { ...kept.standing.block, number } } };
}
