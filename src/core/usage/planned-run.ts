/** What a run will ask of an endpoint before it is begun. */
import type { Weights } from './weight-limits';
import { weightOf } from './weights';

/** Calls of one method. */
export type PlannedCalls = { method: string; calls: number };

export type RunCost = { calls: number; units: number };

export function costOfRun(planned: readonly PlannedCalls[], weights: Weights): RunCost {
  const calls = planned.reduce((sum, each) => sum + each.calls, 0);
  const units = planned.reduce((sum, each) => sum + each.calls * weightOf(weights, each.method), 0);
  return { calls, units };
}

/**
 * Returns how many calls it takes to index so many blocks: each is read whole, and its receipts. Not in it: what new
 * token contracts are asked, and single receipts where an endpoint has no `eth_getBlockReceipts`.
 */
export function callsOfIndex(blocks: number): readonly PlannedCalls[] {
  return [
    { method: 'eth_getBlockByNumber', calls: blocks },
    { method: 'eth_getBlockReceipts', calls: blocks },
  ];
}
