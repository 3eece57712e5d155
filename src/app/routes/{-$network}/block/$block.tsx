import { createFileRoute } from '@tanstack/react-router';
import { BlockPage } from '../../../views/block/BlockPage';

/** Block number or hash. `page` of its transactions, from 1. */
export const Route = createFileRoute('/{-$network}/block/$block')({
  validateSearch: (input: Record<string, unknown>): { page?: number } => {
    const page = Number(input.page);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  component: BlockRoute,
});

function BlockRoute() {
  const { block } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  return <BlockPage wanted={block} page={page} />;
}
