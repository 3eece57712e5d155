import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, wholeNumber } from '../../../search-parameters';
import { BlockPage } from '../../../views/block/BlockPage';

/** Block number or hash. `page` of its transactions, from 1. */
export const Route = createFileRoute('/{-$network}/block/$block')({
  validateSearch: v.object({ page: parameter(wholeNumber(1)) }),
  component: BlockRoute,
});

function BlockRoute() {
  const { block } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  return <BlockPage wanted={block} page={page} />;
}
