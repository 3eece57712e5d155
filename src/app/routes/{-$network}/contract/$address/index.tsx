import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listPlace } from '../../../../search-parameters';
import { ContractOverview } from '../../../../views/account/ContractOverview';

export const Route = createFileRoute('/{-$network}/contract/$address/')({
  validateSearch: v.object(listPlace),
  component: ContractOverview,
});
