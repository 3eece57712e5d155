/** One item of a collection, by the address of its contract and its id. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { listPlace, parameter, text } from '../../../../search-parameters';
import { ItemRoute } from '../../../../views/nft/ItemRoute';

export const Route = createFileRoute('/{-$network}/nft/$address/$id')({
  validateSearch: v.object({ ...listPlace, ownersAfter: parameter(text), ownersRows: parameter(text) }),
  component: NftRoute,
});

function NftRoute() {
  const { address, id } = Route.useParams();
  return <ItemRoute key={`${address} ${id}`} address={address} id={id} />;
}
