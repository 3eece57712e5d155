import type { Network } from '../../../core/chain/network';
import type { TransactionSummary } from '../../../core/chain/summaries';
import type { Column } from '../../ui/table/column';
import { useFailureReasons } from '../../use-failure-reasons';
import { type FunctionNames, useFunctionNames } from '../../use-function-names';
import { useNames } from '../../use-names';
import { transactionColumns } from './transaction-columns';

/** Returns the columns of a list of transactions, with what is known of names, functions and failures of these ones. */
export function useTransactionColumns(
  { id, nativeCurrency }: Network,
  summaries: readonly TransactionSummary[],
): { columns: readonly Column<TransactionSummary>[]; functionName: FunctionNames } {
  const names = useNames(
    id,
    summaries.flatMap(({ from, to }) => [from, to]),
  );
  const functionName = useFunctionNames(id, summaries);
  const reasons = useFailureReasons(id, summaries);
  return { columns: transactionColumns(names, functionName, reasons, nativeCurrency), functionName };
}
