import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listPlace } from '../../search-parameters';
import { TransfersPage } from '../../views/lists/TransferList';

export const Route = createFileRoute('/{-$network}/nft-transfers')({
  validateSearch: v.object(listPlace),
  component: TransfersRoute,
});

function TransfersRoute() {
  return <TransfersPage kind="nft" />;
}
