/**
 * Accounts and storage slots under a state root, by the answers of
 * eth_getProof (EIP-1186): the account trie maps keccak256(address) to
 * rlp([nonce, balance, storage root, code hash]), its storage trie maps
 * keccak256(slot) to rlp(value).
 */

import { fromRlp } from 'viem';
import { bytesToHash, bytesToHex, hexToBytes } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Address, Hash, Hex } from '../chain/primitives';
import { EMPTY_TRIE_ROOT, readProof } from './trie';

/** keccak256 of no code. */
export const EMPTY_CODE_HASH = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470' as Hash;

/** What eth_getProof gives: nodes from the root down, and values that only the nodes prove. */
export type AccountProof = {
  address: Address;
  accountProof: readonly Hex[];
  storageProof: readonly { key: Hash; proof: readonly Hex[] }[];
};

/** An account that does not exist has nonce 0, balance 0, no code and no storage. */
export type ProvenAccount = {
  exists: boolean;
  nonce: bigint;
  balance: bigint;
  codeHash: Hash;
  storageRoot: Hash;
  storage: ReadonlyMap<Hash, bigint>;
};

/** Returns the account as the state root says; a sentence when the proof does not hold. */
export function proveAccount(stateRoot: Hash, given: AccountProof): { account: ProvenAccount } | { reason: string } {
  const found = readProof(stateRoot, keccak(hexToBytes(given.address)), given.accountProof);
  if (found.state === 'invalid')
    return { reason: `The proof of account ${given.address} does not hold: ${found.reason}.` };
  const fields = found.state === 'present' ? accountFields(found.value) : ABSENT;
  if (fields === undefined) return { reason: `The proof of account ${given.address} does not end in an account.` };
  const storage = new Map<Hash, bigint>();
  for (const { key, proof } of given.storageProof) {
    const slot = readProof(fields.storageRoot, keccak(hexToBytes(key)), proof);
    const value = slot.state === 'present' ? scalarOf(slot.value) : slot.state === 'absent' ? 0n : undefined;
    if (value === undefined) return { reason: `The proof of slot ${key} of ${given.address} does not hold.` };
    storage.set(key, value);
  }
  return { account: { ...fields, exists: found.state === 'present', storage } };
}

type AccountFields = { nonce: bigint; balance: bigint; storageRoot: Hash; codeHash: Hash };

const ABSENT: AccountFields = { nonce: 0n, balance: 0n, storageRoot: EMPTY_TRIE_ROOT, codeHash: EMPTY_CODE_HASH };

function accountFields(encoded: Uint8Array): AccountFields | undefined {
  const fields = decode(encoded);
  if (!Array.isArray(fields) || fields.length !== 4) return undefined;
  if (!fields.every((field) => field instanceof Uint8Array && field.length <= 32)) return undefined;
  const [nonce, balance, storageRoot, codeHash] = fields;
  if (storageRoot.length !== 32 || codeHash.length !== 32) return undefined;
  return {
    nonce: scalar(nonce),
    balance: scalar(balance),
    storageRoot: bytesToHash(storageRoot),
    codeHash: bytesToHash(codeHash),
  };
}

function scalarOf(encoded: Uint8Array): bigint | undefined {
  const value = decode(encoded);
  return value instanceof Uint8Array && value.length <= 32 ? scalar(value) : undefined;
}

/** An integer as RLP has it: no bytes are zero. */
function scalar(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes));
}

function decode(encoded: Uint8Array): unknown {
  try {
    return fromRlp(encoded, 'bytes');
  } catch {
    return undefined;
  }
}
