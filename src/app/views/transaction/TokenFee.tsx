/** What a transaction paid in a token (`token-fee.ts`). */
import type { ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';
import { formatAmount } from '../../../core/format/amounts';
import { AddressView } from '../../ui/identity/AddressView';
import { useNames } from '../../use-names';
import { FEE_TOKEN_DECIMALS, tokenFeeOf } from './token-fee';

export function TokenFee({
  transaction,
  receipt,
}: {
  transaction: Transaction;
  receipt: ReceiptWithoutLogs | undefined;
}) {
  const fee = tokenFeeOf(transaction, receipt);
  const names = useNames(transaction.networkId, [fee?.token]);
  if (fee === undefined) return <span className="text-muted">not stated</span>;
  return (
    <>
      {formatAmount(fee.amount, FEE_TOKEN_DECIMALS)}{' '}
      <AddressView address={fee.token} name={names[fee.token]} form="name" />
    </>
  );
}
