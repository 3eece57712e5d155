/** The item that a path names, or what is wrong with the path. */
import { isAddress } from '../../../core/chain/address-shape';
import { parseTokenId } from '../../../core/tokens/token-id';
import { ok } from '../../../core/values/result';
import { Message } from '../../ui/Message';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { useLoaded } from '../../use-loaded';
import { useWiring } from '../../wiring';
import { InvalidAddress } from '../account/AccountPage';
import { ItemPage } from './ItemPage';

export function ItemRoute({ address, id }: { address: string; id: string }) {
  const { abi } = useWiring().workers;
  // Only a checksum needs the abi worker, which hashes for it.
  const parsed = useLoaded(address, async () => (isAddress(address) ? ok(address) : abi.parseAddress(address)));
  const tokenId = parseTokenId(id);
  if (parsed === undefined) return <PageSkeleton />;
  if (!parsed.ok) return <InvalidAddress kind="contract" problem={parsed.error} />;
  if (tokenId === undefined) {
    return (
      <Message title="Invalid token id">
        A token id is a whole number from 0 to 2^256 - 1, in decimal digits or as hex with 0x.
      </Message>
    );
  }
  return <ItemPage key={`${parsed.value} ${tokenId}`} token={parsed.value} tokenId={tokenId} />;
}
