import { createFileRoute } from '@tanstack/react-router';
import { listSearch, searchOf } from '../../search-parameters';
import { TransactionsPage } from '../../views/lists/TransactionList';

export const Route = createFileRoute('/{-$network}/transactions')({
  validateSearch: searchOf(listSearch),
  component: () => <TransactionsPage />,
});
