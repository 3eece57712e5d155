/** What the transactions of a block paid to its miner. */
import type { TransactionSummary } from './summaries';

/**
 * Returns the fees beyond the base fee, which is burnt (EIP-1559), in wei; all of the fees where there is none.
 * Undefined where the fee of a transaction is not known. Some rollups have transactions that pay less than the base
 * fee: these give no tip.
 */
export function tipsOfBlock(
  baseFeePerGas: bigint | undefined,
  transactions: readonly (Pick<TransactionSummary, 'fee' | 'gasUsed'> | undefined)[],
): bigint | undefined {
  let sum = 0n;
  for (const summary of transactions) {
    if (summary?.fee === undefined || summary.gasUsed === undefined) return undefined;
    const tip = summary.fee - (baseFeePerGas ?? 0n) * BigInt(summary.gasUsed);
    if (tip > 0n) sum += tip;
  }
  return sum;
}
