/**
 * What a call counts for, in units. Endpoints that sell calls weigh them by what they cost; each does it its own way
 * and changes it, so the table is the reader's to edit.
 */

import { ALCHEMY, GELATO, GOOGLE_CLOUD } from './provider-weights';
import { MAX_WEIGHT, ONE_PER_CALL, type Weights } from './weight-limits';

export type WeightPreset = { id: string; name: string; note: string; weights: Weights };

export const WEIGHT_PRESETS: readonly WeightPreset[] = [
  { id: 'calls', name: 'One per call', note: 'a unit is a call', weights: ONE_PER_CALL },
  {
    id: 'effort',
    name: 'By effort',
    note: 'reads 1, what executes or searches 4, sending 20, traces 40',
    weights: {
      '*': 1,
      eth_call: 4,
      eth_estimateGas: 4,
      eth_createAccessList: 4,
      eth_getLogs: 4,
      eth_getBlockReceipts: 4,
      eth_getProof: 4,
      eth_simulateV1: 40,
      eth_sendRawTransaction: 20,
      eth_sendTransaction: 20,
      'debug_*': 40,
      'trace_*': 40,
      'ots_*': 4,
    },
  },
  { id: 'alchemy', name: 'Alchemy', note: 'compute units', weights: ALCHEMY },
  { id: 'gelato', name: 'Gelato', note: 'compute units', weights: GELATO },
  { id: 'google', name: 'Google Cloud', note: 'requests that a call counts for', weights: GOOGLE_CLOUD },
];

/** Returns how many units a call of a method costs. */
export function weightOf(weights: Weights, method: string): number {
  if (Object.hasOwn(weights, method)) return weights[method] ?? 1;
  const fitting = Object.keys(weights)
    .filter((key) => key.endsWith('*') && method.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return weights[fitting[0] ?? ''] ?? 1;
}

/** Rows of a table at most. */
const MAX_ROWS = 200;

/**
 * Parses the table in its text form, one `method units` a line. Fails on the first line that is malformed, and on
 * two lines for one method.
 */
export function parseWeights(text: string): { weights: Weights } | { problem: string } {
  const weights: Record<string, number> = {};
  const lines = text.split('\n').map((line) => line.trim());
  for (const [at, line] of lines.entries()) {
    if (line === '') continue;
    const parts = /^(\*|[A-Za-z][A-Za-z0-9_]*\*?)\s+(\d+(?:\.\d+)?)$/.exec(line);
    const [, method, units] = parts ?? [];
    if (method === undefined || units === undefined || Number(units) > MAX_WEIGHT) {
      return { problem: `Line ${at + 1} is no method and its units: “${line.slice(0, 60)}”` };
    }
    if (Object.hasOwn(weights, method)) return { problem: `Line ${at + 1}: ${method} stands there twice` };
    if (Object.keys(weights).length === MAX_ROWS) return { problem: `More than ${MAX_ROWS} methods` };
    weights[method] = Number(units);
  }
  return { weights };
}

export function formatWeights(weights: Weights): string {
  return Object.entries(weights)
    .map(([method, units]) => `${method} ${units}`)
    .join('\n');
}
