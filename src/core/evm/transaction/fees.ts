/** What a transaction costs its sender beside the value, by Ethereum's rules. */
import { BLOB_GAS } from '../../chain/blob-gas';
import { blobBaseFee } from '../environment';
import type { FeePart, Payment } from '../families/protocol';
import { Fork } from '../rules/forks';

/** Returns what `gas` units cost and who gets it: the base fee and the fee of blobs are burnt, the rest is the coinbase's (EIP-1559, EIP-4844). */
export function ethereumFees({ transaction, block, price, gas }: Payment): FeePart[] {
  const parts: FeePart[] = [];
  const base = block.fork >= Fork.london ? block.baseFee : 0n;
  if (base > 0n) parts.push({ kind: 'base', wei: gas * base });
  parts.push({ kind: 'priority', wei: gas * (price - base), to: block.coinbase });
  const blobs = BigInt(transaction.blobHashes.length) * BLOB_GAS;
  if (transaction.type === 3 && blobs > 0n) parts.push({ kind: 'blob', wei: blobs * blobBaseFee(block) });
  return parts;
}

/** Returns the sum of the parts in wei. */
export function sumOf(parts: readonly FeePart[]): bigint {
  return parts.reduce((sum, { wei }) => sum + wei, 0n);
}
