/** What the transaction carries: its input, and the lists newer types have. */
import type { Transaction } from '../../../core/chain/transaction';
import { InputData } from './InputData';
import { PayloadLists } from './PayloadLists';
import type { OpenTrace } from './use-open-transaction';

export function Payload({
  transaction,
  trace,
}: {
  transaction: Transaction;
  trace: Extract<OpenTrace, { state: 'open' }> | undefined;
}) {
  return (
    <>
      {transaction.input !== '0x' && <InputData transaction={transaction} trace={trace} />}
      <PayloadLists transaction={transaction} />
    </>
  );
}
