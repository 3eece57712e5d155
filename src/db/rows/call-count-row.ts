/** Table `callCounts`: calls of one network, endpoint and method in one hour. */
import * as v from 'valibot';
import type { CallCount } from '../../core/usage/usage';
import { type AllStored, networkId, rowReader } from './fields';

const row = v.object({
  networkId,
  endpoint: v.string(),
  method: v.string(),
  /** Start of the hour, milliseconds since the epoch. */
  hour: v.number(),
  calls: v.number(),
  failed: v.number(),
  rateLimited: v.number(),
  /** Sum of round trips, milliseconds. */
  milliseconds: v.number(),
  bytes: v.number(),
});

export type CallCountRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromCallCountRow = rowReader(row);

true satisfies AllStored<CallCount, CallCountRow>;
