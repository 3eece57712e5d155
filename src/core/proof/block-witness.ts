/**
 * The witness of a block: the nodes of the tries, under the state root of the block before, that lead to what the block
 * reads, and codes. Each is known by its hash, so that whoever made it cannot change a value.
 */
import { hexToBytes } from '../chain/hex';
import { keccak, keccakHex } from '../chain/keccak';
import type { Address, Hash, Hex } from '../chain/primitives';
import { type AccountProof, proveAccount } from './account-proof';
import { findProof } from './trie';

/** Nodes, and codes, by their hashes. */
export type BlockWitness = ReadonlyMap<Hex, Hex>;

/** Returns the witness that these nodes and codes are. Linear in their bytes. */
export function toBlockWitness(preimages: readonly Hex[]): BlockWitness {
  return new Map(preimages.map((each) => [keccakHex(each), each]));
}

/**
 * Returns the proof of an account and of those of `slots` that the witness leads to; undefined where it does not lead to
 * the account.
 */
export function proofFromWitness(
  witness: BlockWitness,
  root: Hash,
  address: Address,
  slots: readonly Hash[],
): AccountProof | undefined {
  const accountProof = findProof(root, keccak(hexToBytes(address)), witness);
  if (accountProof === undefined) return undefined;
  const proven = proveAccount(root, { address, accountProof, storageProof: [] });
  if ('reason' in proven) return undefined;
  const { storageRoot } = proven.account;
  const storageProof = slots.flatMap((key) => {
    const proof = findProof(storageRoot, keccak(hexToBytes(key)), witness);
    return proof === undefined ? [] : [{ key, proof }];
  });
  return { address, accountProof, storageProof };
}
