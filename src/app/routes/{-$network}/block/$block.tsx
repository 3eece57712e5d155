/** A block by its number or hash. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { ASKED_ON_ENTRY, askOnEntry } from '../../../route-question';
import { parameter, wholeNumber } from '../../../search-parameters';
import { askForBlock } from '../../../views/block/ask-for-block';
import { BlockPage } from '../../../views/block/BlockPage';

export const Route = createFileRoute('/{-$network}/block/$block')({
  validateSearch: v.object({
    /** Page of its transactions. */
    page: parameter(wholeNumber(1)),
  }),
  loader: ({ context: { wiring, network }, params, abortController }) =>
    askOnEntry(wiring.workers, 'chain', abortController.signal, askForBlock(network.id, params.block)),
  ...ASKED_ON_ENTRY,
  component: BlockRoute,
});

function BlockRoute() {
  const { block } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  return <BlockPage wanted={block} page={page} answer={Route.useLoaderData()} />;
}
