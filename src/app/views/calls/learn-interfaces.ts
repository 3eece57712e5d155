/** The interfaces that a contract lacks: its own, and those of what it runs. */
import { verificationLevel } from '../../../core/contract/functions/call-tabs';
import type { ContractsService } from '../../../workers/client';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import type { JobId } from '../../../workers/ids';

/** Returns the addresses of which not even an ABI is known; none for a wallet. */
export function unknownInterfaces({
  type,
  address,
  knowledge,
  implementation,
  facets,
}: AccountSummary): AccountSummary['address'][] {
  if (type === 'wallet') return [];
  const own = verificationLevel(knowledge) === 'unverified' ? [address] : [];
  if (facets !== undefined) {
    const unknown = facets.filter((facet) => verificationLevel(facet.knowledge) === 'unverified');
    return [...own, ...unknown.map((facet) => facet.address)];
  }
  const behind = knowledge.proxy?.implementation;
  return [...own, ...(behind !== undefined && verificationLevel(implementation) === 'unverified' ? [behind] : [])];
}

/** Asks providers for them. Answers whether one became known, which the account has when it is loaded again. */
export async function learnInterfaces(
  contracts: ContractsService,
  job: JobId,
  account: AccountSummary,
): Promise<boolean> {
  let isLearned = false;
  for (const each of unknownInterfaces(account)) {
    const level = await contracts.learnInterface(job, account.networkId, each);
    // What cannot be had stays unverified.
    if (level.ok && level.value !== 'unverified') isLearned = true;
  }
  return isLearned;
}
