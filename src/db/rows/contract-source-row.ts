/** Table `contractSources`: which contract of which compiler run made the code at an address. */
import * as v from 'valibot';
import { address, nameOrigin, networkId, rowReader } from './fields';

const row = v.object({
  networkId,
  address,
  /** keccak256 of the runtime code that was compared. */
  codeHash: v.string(),
  /** Id of the run. */
  compilation: v.string(),
  file: v.string(),
  contract: v.string(),
  match: v.picklist(['exact', 'partial']),
  origin: nameOrigin,
  fetchedAt: v.number(),
});

export type ContractSourceRow = v.InferOutput<typeof row>;

/** Undefined where the row is damaged. */
export const fromContractSourceRow = rowReader(row);
