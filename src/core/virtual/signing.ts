/** Signatures of a virtual network: the well-known test accounts, and senders that were taken over. */
import { privateKeyToAddress, sign } from 'viem/accounts';
import type { Address, Hash, Hex } from '../chain/primitives';
import { encodeRawTransaction, type RawTransaction } from '../chain/raw-transaction';
import type { EthereumTransaction, TransactionSignature } from '../chain/transaction';
import { bytesToHash, hexToBytes } from '../hex';
import { hashBytes } from './mutable-trie';

/**
 * Private keys of the ten accounts that development nodes derive from the
 * mnemonic "test test test test test test test test test test test junk":
 * public knowledge, and never to be used on a real chain.
 */
const TEST_KEYS: readonly Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
];

/** The test accounts with their keys, in the order of the mnemonic. */
export const TEST_ACCOUNTS: ReadonlyMap<Address, Hex> = new Map(
  TEST_KEYS.map((key) => [privateKeyToAddress(key).toLowerCase() as Address, key]),
);

/** Signs a hash of 32 bytes with a test key. */
export async function signHash(hash: Hash, key: Hex): Promise<TransactionSignature> {
  const { r, s, yParity = 0 } = await sign({ hash, privateKey: key });
  return { r: filled(r), s: filled(s), v: BigInt(yParity), yParity };
}

/** The transaction signed with a test key; legacy ones by EIP-155. */
export async function signTransaction(transaction: RawTransaction, key: Hex): Promise<RawTransaction> {
  const { signature: _, ...unsigned } = transaction;
  const digest = bytesToHash(hashBytes(hexToBytes(encodeRawTransaction(unsigned as RawTransaction))));
  const signature = await signHash(digest, key);
  return { ...unsigned, signature: inForm(transaction, signature) } as RawTransaction;
}

/**
 * The transaction of a sender without its key. In the place of the signature
 * stands the sender, so that two senders of equal fields do not share a hash.
 */
export function markSender(transaction: RawTransaction, from: Address): RawTransaction {
  const signature: TransactionSignature = {
    r: `0x${from.slice(2).padStart(64, '0')}`,
    s: `0x${'1'.padStart(64, '0')}`,
    v: 0n,
    yParity: 0,
  };
  return { ...transaction, signature: inForm(transaction, signature) } as RawTransaction;
}

/** Whether the sender stands in the place of the signature. */
export function hasMarkedSender({ from, signature }: EthereumTransaction): boolean {
  return signature !== undefined && BigInt(signature.s) === 1n && BigInt(signature.r) === BigInt(from);
}

/** Legacy transactions carry the chain id in v (EIP-155). */
function inForm({ type, chainId }: RawTransaction, signature: TransactionSignature): TransactionSignature {
  if (type !== 0) return signature;
  const { yParity = 0 } = signature;
  return { ...signature, v: BigInt(yParity) + (chainId === undefined ? 27n : 35n + 2n * BigInt(chainId)) };
}

function filled(half: Hex): Hex {
  return `0x${half.slice(2).padStart(64, '0')}`;
}
