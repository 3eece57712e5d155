/** Fees that are paid in a token, as on Celo. Few chains have them. */
import { paysInToken } from '../../../core/chain/fee-currency';
import type { Address } from '../../../core/chain/primitives';
import type { ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';

/**
 * Returns what a transaction paid in a token, or pays at most while it is not mined; undefined where the chain's currency
 * pays, or the node gave no price. Tokens that pay have 18 decimals, others stand behind a contract that gives them as
 * many (docs.celo.org, fee abstraction).
 */
export function tokenFeeOf(
  { gas, rollup, maxFeePerGas }: Transaction,
  receipt: Pick<ReceiptWithoutLogs, 'gasUsed' | 'effectiveGasPrice'> | undefined,
): { token: Address; amount: bigint } | undefined {
  const price = receipt ? receipt.effectiveGasPrice : maxFeePerGas;
  const token = rollup?.feeCurrency?.toLowerCase() as Address;
  if (price === undefined || !paysInToken(rollup)) return undefined;
  return { token, amount: BigInt(receipt?.gasUsed ?? gas) * price };
}
