import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listSearch } from '../../search-parameters';
import { TransactionsPage } from '../../views/lists/TransactionList';

export const Route = createFileRoute('/{-$network}/transactions')({
  validateSearch: v.object(listSearch),
  component: () => <TransactionsPage />,
});
