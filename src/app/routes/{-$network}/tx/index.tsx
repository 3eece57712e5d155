/** A transaction's address without its hash. */
import { createFileRoute } from '@tanstack/react-router';
import { NoHash } from '../../../views/transaction/NoTransaction';

export const Route = createFileRoute('/{-$network}/tx/')({
  component: NoHash,
});
