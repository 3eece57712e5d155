/** Functions recovered from code: of a contract, or of the facets of a diamond that nobody verified. */
import type { Address, NetworkId, Selector } from '../../../core/chain/primitives';
import type { KnownFacet } from '../../../core/contract/facet-functions';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { ContractsService } from '../../../workers/client';
import type { RecoveredFunction } from '../../../workers/contracts/contracts.api';
import type { JobId } from '../../../workers/ids';

/** `facet` of a diamond: whose code the function is in. */
export type RecoveredIn = RecoveredFunction & { facet?: Address };

/** Whose code is read: that at an address, or that of facets, of which only what their ABIs lack counts. */
export type RecoverableCode = Address | readonly KnownFacet[];

/** Recovers functions from code. A function that the diamond names and whose code tells nothing is listed by its selector alone. */
export async function recoverFunctions(
  contracts: ContractsService,
  job: JobId,
  networkId: NetworkId,
  code: RecoverableCode,
): Promise<Result<readonly RecoveredIn[], Failure>> {
  if (typeof code === 'string') return contracts.recoverFunctions(job, networkId, code);
  const found: RecoveredIn[] = [];
  for (const { address, undescribed } of code) {
    if (undescribed.length === 0) continue;
    const recovered = await contracts.recoverFunctions(job, networkId, address);
    if (!recovered.ok && recovered.error.code === 'cancelled') return recovered;
    const bySelector = new Map((recovered.ok ? recovered.value : []).map((each) => [each.selector, each]));
    for (const selector of undescribed)
      found.push({ ...(bySelector.get(selector) ?? unrecovered(selector)), facet: address });
  }
  return ok(found);
}

function unrecovered(selector: Selector): RecoveredFunction {
  return { selector, types: '', stateMutability: '', candidates: [] };
}
