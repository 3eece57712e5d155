/** A block by its number or hash. */
import { createFileRoute } from '@tanstack/react-router';
import { ASKED_ON_ENTRY, askOnEntry } from '../../../route-question';
import { listPlace, searchOf } from '../../../search-parameters';
import { InSlices } from '../../../ui/InSlices';
import { PageSkeleton } from '../../../ui/PageSkeleton';
import { askForBlock } from '../../../views/block/ask-for-block';
import { BlockPage } from '../../../views/block/BlockPage';

export const Route = createFileRoute('/{-$network}/block/$block')({
  validateSearch: searchOf(listPlace),
  loader: ({ context: { wiring, network }, params, abortController }) =>
    askOnEntry(wiring.workers, 'chain', abortController.signal, askForBlock(network.id, params.block)),
  ...ASKED_ON_ENTRY,
  component: BlockRoute,
});

function BlockRoute() {
  const { block } = Route.useParams();
  return (
    <InSlices fallback={<PageSkeleton />}>
      <BlockPage wanted={block} answer={Route.useLoaderData()} />
    </InSlices>
  );
}
