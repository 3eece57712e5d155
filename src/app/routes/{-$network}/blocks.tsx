import { createFileRoute } from '@tanstack/react-router';
import { listSearch, searchOf } from '../../search-parameters';
import { BlocksPage } from '../../views/lists/BlockList';

export const Route = createFileRoute('/{-$network}/blocks')({
  validateSearch: searchOf(listSearch),
  component: BlocksPage,
});
