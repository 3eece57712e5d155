/** How far a contract is verified, which decides what its page offers (spec: verification levels). */
import type { ContractKnowledge, NameOrigin } from '../knowledge';

export type VerificationStatus = 'public' | 'private' | 'abi' | 'unverified';

const PUBLIC: readonly (NameOrigin | undefined)[] = ['sourcify', 'blockscout', 'etherscan'];
const PRIVATE: readonly (NameOrigin | undefined)[] = ['verifiedHere', 'buildOutput'];

/** public: services have its source · private: only this browser has · abi: an ABI was given · unverified. */
export function verificationStatus({ abiOrigin }: Pick<ContractKnowledge, 'abiOrigin'>): VerificationStatus {
  if (PUBLIC.includes(abiOrigin)) return 'public';
  if (PRIVATE.includes(abiOrigin)) return 'private';
  return abiOrigin === 'readerAbi' ? 'abi' : 'unverified';
}
