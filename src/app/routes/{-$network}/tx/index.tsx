/** A transaction's address without its hash: the list of them. */
import { createFileRoute } from '@tanstack/react-router';
import { listSearch, searchOf } from '../../../search-parameters';
import { Callout } from '../../../ui/Callout';
import { TransactionsPage } from '../../../views/lists/TransactionList';

export const Route = createFileRoute('/{-$network}/tx/')({
  validateSearch: searchOf(listSearch),
  component: WithoutHash,
});

function WithoutHash() {
  return (
    <TransactionsPage>
      <Callout role="alert">Tx hash not provided. These are the transactions of the chain.</Callout>
    </TransactionsPage>
  );
}
