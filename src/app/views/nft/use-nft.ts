/** Metadata and pictures of items, and the reader's permission to ask for them. */
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { TokenStandard } from '../../../core/chain/token-standard';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';

export type ItemId = { network: Network; token: Address; standard: TokenStandard; tokenId: bigint };

/**
 * Loads the metadata of an item, and the picture that it names; both are asked for again when the reader allows hosts to
 * be asked. `picture` is undefined while there is none to ask for. Both go by one reading of the choice: with two, the
 * picture would be asked for before and after the second one hears of it.
 */
export function useItem({ network, token, standard, tokenId }: ItemId, when: boolean) {
  const [consent] = usePreference('providers');
  const version = consent?.nft;
  const metadata = useQuestion(
    'tokens',
    `metadata ${network.id} ${token} ${tokenId}`,
    (tokens, job) => tokens.loadMetadata(job, network.id, token, standard, tokenId),
    { when: when && consent !== undefined, version },
  );
  const uri = metadata.state === 'here' && metadata.value.state === 'here' ? metadata.value.metadata.image : undefined;
  const picture = useQuestion(
    'tokens',
    `picture ${network.id} ${uri ?? ''}`,
    (tokens, job) => tokens.loadPicture(job, uri ?? '', 'nft', network.id),
    { when: uri !== undefined && consent !== undefined, version },
  );
  return { metadata, picture: uri === undefined ? undefined : picture };
}

/** `isAllowed` is undefined until the choice is read. */
export type NftConsent = { isAllowed: boolean | undefined; allow: () => void };

/** Returns the reader's permission to ask the hosts that contracts name, and how to give it. */
export function useNftConsent(): NftConsent {
  const [consent, save] = usePreference('providers');
  return {
    isAllowed: consent === undefined ? undefined : consent.nft === true,
    allow: () => void save({ ...consent, nft: true }),
  };
}
