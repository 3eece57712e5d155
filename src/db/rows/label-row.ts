/** Table `labels`: names the reader gave to addresses, at most 64 characters. */
import * as v from 'valibot';
import { address, networkId, rowReader } from './fields';

const row = v.object({ networkId, address, name: v.string(), changedAt: v.number() });

export type LabelRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromLabelRow = rowReader(row);
