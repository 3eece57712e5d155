/** One item of a collection, by the address of its contract and its id. */
import { createFileRoute } from '@tanstack/react-router';
import { listPlace, searchOf, text } from '../../../../search-parameters';
import { ItemRoute } from '../../../../views/nft/ItemRoute';

export const Route = createFileRoute('/{-$network}/nft/$address/$id')({
  validateSearch: searchOf({ ...listPlace, ownersAfter: text, ownersRows: text }),
  component: NftRoute,
});

function NftRoute() {
  const { address, id } = Route.useParams();
  return <ItemRoute key={`${address} ${id}`} address={address} id={id} />;
}
