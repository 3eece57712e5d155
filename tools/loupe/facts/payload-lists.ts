/** The lists that a transaction carries: access list (EIP-2930), blobs (EIP-4844), authorisations (EIP-7702). */
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { Transaction } from '../../../src/core/chain/transaction';
import type { AuthorizationOutcome } from '../../../src/workers/trace/steps.api';

export type AuthorizationFact = {
  /** Account that signed; absent where the signature is of nobody, and where the transaction was not executed here. */
  authority?: Address;
  /** Account whose code it runs from then on; address zero ends a delegation. */
  delegate: Address;
  /** 0 for any chain. */
  chainId: string;
  nonce: string;
  /** Absent where the transaction was not executed here. */
  applied?: boolean;
  /** What forbade it. */
  refusal?: NonNullable<AuthorizationOutcome['refusal']>;
};

/** Each is absent where it is empty. */
export type PayloadLists = {
  accessList?: readonly { address: Address; storageKeys: readonly Hash[] }[];
  /** Versioned hashes of blobs. */
  blobs?: readonly Hash[];
  authorizations?: readonly AuthorizationFact[];
};

/** Returns the lists of a transaction; `outcomes` of its authorisations, in their order, are absent where it was not executed here. */
export function payloadLists(
  { accessList = [], blobVersionedHashes = [], authorizationList = [] }: Transaction,
  outcomes: readonly AuthorizationOutcome[] | undefined,
): PayloadLists {
  const authorizations = authorizationList.map(({ address, chainId, nonce }, at): AuthorizationFact => {
    const { authority, refusal } = outcomes?.[at] ?? {};
    return {
      ...(authority && { authority }),
      delegate: address,
      chainId: chainId.toString(),
      nonce: nonce.toString(),
      ...(outcomes && { applied: refusal === undefined }),
      ...(refusal && { refusal }),
    };
  });
  return {
    ...(accessList.length > 0 && {
      accessList: accessList.map(({ address, storageKeys }) => ({ address, storageKeys })),
    }),
    ...(blobVersionedHashes.length > 0 && { blobs: blobVersionedHashes }),
    ...(authorizations.length > 0 && { authorizations }),
  };
}
