/** Signatures of a virtual network: the well-known test accounts, and senders that were taken over. */
import { sign } from 'viem/accounts';
import { bytesToHash, hexToBytes } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Address, Hash, Hex } from '../chain/primitives';
import { encodeRawTransaction, type RawTransaction } from '../chain/raw-transaction';
import type { SentTransaction, TransactionSignature } from '../chain/transaction';

/**
 * The ten accounts that development nodes derive from the mnemonic
 * "test test test test test test test test test test test junk", in its order,
 * with their private keys: public knowledge, and never to be used on a real chain.
 */
export const TEST_ACCOUNTS: ReadonlyMap<Address, Hex> = new Map<Address, Hex>([
  [
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Address,
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  ],
  [
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as Address,
    '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  ],
  [
    '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc' as Address,
    '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  ],
  [
    '0x90f79bf6eb2c4f870365e785982e1f101e93b906' as Address,
    '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  ],
  [
    '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65' as Address,
    '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  ],
  [
    '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc' as Address,
    '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  ],
  [
    '0x976ea74026e726554db657fa54763abd0c3a0aa9' as Address,
    '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  ],
  [
    '0x14dc79964da2c08b23698b3d3cc7ca32193d9955' as Address,
    '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  ],
  [
    '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f' as Address,
    '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  ],
  [
    '0xa0ee7a142d267c1f36714e4a8f75612f20a79720' as Address,
    '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  ],
]);

/** Signs a hash of 32 bytes with a test key. */
export async function signHash(hash: Hash, key: Hex): Promise<TransactionSignature> {
  const { r, s, yParity = 0 } = await sign({ hash, privateKey: key });
  return { r: filled(r), s: filled(s), v: BigInt(yParity), yParity };
}

/** Signs the transaction with a test key; legacy ones by EIP-155. */
export async function signTransaction(transaction: RawTransaction, key: Hex): Promise<RawTransaction> {
  const { signature: _, ...unsigned } = transaction;
  const digest = bytesToHash(keccak(hexToBytes(encodeRawTransaction(unsigned as RawTransaction))));
  const signature = await signHash(digest, key);
  return { ...unsigned, signature: inForm(transaction, signature) } as RawTransaction;
}

/**
 * Returns the transaction of a sender without its key. It has the sender in
 * place of the signature, so that two senders of equal fields do not share a
 * hash.
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

/** Returns whether the signature holds the sender in place of a signature. */
export function hasMarkedSender({ from, signature }: SentTransaction): boolean {
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
