/**
 * Table `indexChoices`: what the reader chose for the index of a network. Without a row, development chains are indexed
 * and other chains are not.
 */
import * as v from 'valibot';
import { count, networkId, rowReader } from './fields';

const row = v.object({
  networkId,
  /** `paused`: the index stays and is shown, and no endpoint is asked. */
  state: v.picklist(['on', 'paused', 'off']),
  /** Blocks below the head that the index is to have. */
  window: count,
  /** Present where internal transactions are indexed, too, for which traces of whole blocks are asked. */
  traces: v.exactOptional(v.literal(true)),
});

export type IndexChoice = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromIndexChoiceRow = rowReader(row);
