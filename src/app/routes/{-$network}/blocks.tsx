import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listSearch } from '../../search-parameters';
import { BlocksPage } from '../../views/lists/BlockList';

export const Route = createFileRoute('/{-$network}/blocks')({
  validateSearch: v.object(listSearch),
  component: BlocksPage,
});
