/** Table `addressVisits`: addresses whose page the reader opened. */
import * as v from 'valibot';
import { address, networkId, rowReader } from './fields';

/** `name` as the page showed it, empty where it had none; `visitedAt` in milliseconds since the epoch. */
const row = v.object({ networkId, address, visitedAt: v.number(), name: v.string() });

export type AddressVisitRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromAddressVisitRow = rowReader(row);
