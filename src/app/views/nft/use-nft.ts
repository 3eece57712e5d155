/** Metadata and pictures of items, and the reader's permission to ask for them. */
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { TokenStandard } from '../../../core/chain/token-standard';
import { useNetwork } from '../../network-context';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';

export type ItemId = { network: Network; token: Address; standard: TokenStandard; tokenId: bigint };

/** Loads the metadata of an item. Asked again when the reader allows hosts to be asked. */
export function useMetadata({ network, token, standard, tokenId }: ItemId, when: boolean) {
  const [consent] = usePreference('providers');
  return useQuestion(
    'tokens',
    `metadata ${network.id} ${token} ${tokenId}`,
    (tokens, job) => tokens.loadMetadata(job, network.id, token, standard, tokenId),
    { when: when && consent !== undefined, version: consent?.nft },
  );
}

/** Returns the picture at a URI that metadata named; none is asked for while that is undefined. */
export function usePicture(uri: string | undefined) {
  const [consent] = usePreference('providers');
  const { id } = useNetwork().network;
  return useQuestion(
    'tokens',
    `picture ${id} ${uri ?? ''}`,
    (tokens, job) => tokens.loadPicture(job, uri ?? '', 'nft', id),
    { when: uri !== undefined && consent !== undefined, version: consent?.nft },
  );
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
