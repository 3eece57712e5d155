/** Fees that are paid in a token, as on Celo. Few chains have them. */
import { paysInToken } from '../../../core/chain/fee-currency';
import type { Address } from '../../../core/chain/primitives';
import type { ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';

/** Tokens that pay have as many, others stand behind a contract that gives them as many (docs.celo.org, fee abstraction). */
export const FEE_TOKEN_DECIMALS = 18;

/** Returns the token that the fees and prices of the transaction are in; undefined where the chain's currency pays. */
export function feeTokenOf({ rollup }: Pick<Transaction, 'rollup'>): Address | undefined {
  return paysInToken(rollup) ? (rollup?.feeCurrency?.toLowerCase() as Address) : undefined;
}

/**
 * Returns what a transaction paid in a token, or pays at most while it is not mined; undefined where the chain's currency
 * pays, or the node gave no price.
 */
export function tokenFeeOf(
  transaction: Transaction,
  receipt: Pick<ReceiptWithoutLogs, 'gasUsed' | 'effectiveGasPrice'> | undefined,
): { token: Address; amount: bigint } | undefined {
  const price = receipt ? receipt.effectiveGasPrice : transaction.maxFeePerGas;
  const token = feeTokenOf(transaction);
  if (price === undefined || token === undefined) return undefined;
  return { token, amount: BigInt(receipt?.gasUsed ?? transaction.gas) * price };
}
