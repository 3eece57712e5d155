/** Metadata and pictures of items, asked for once they come into sight. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { TokenStandard } from '../../../core/contract/knowledge';
import type { Picture } from '../../../workers/tokens/tokens.api';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';

export type ItemId = { network: Network; token: Address; standard: TokenStandard; tokenId: bigint };

/** What the metadata of an item says. Asked again when the reader allows hosts to be asked. */
export function useMetadata({ network, token, standard, tokenId }: ItemId, when: boolean) {
  const [consent] = usePreference('providers');
  return useQuestion(
    'tokens',
    `metadata ${network.id} ${token} ${tokenId}`,
    (tokens, job) => tokens.loadMetadata(job, network.id, token, standard, tokenId),
    { when: when && consent !== undefined, version: consent?.nft },
  );
}

/** The picture at a URI that metadata named; none is asked for while that is undefined. */
export function usePicture(uri: string | undefined) {
  const [consent] = usePreference('providers');
  return useQuestion('tokens', `picture ${uri ?? ''}`, (tokens, job) => tokens.loadPicture(job, uri ?? '', 'nft'), {
    when: uri !== undefined && consent !== undefined,
    version: consent?.nft,
  });
}

/** `isAllowed` is undefined until the choice is read. */
export type NftConsent = { isAllowed: boolean | undefined; allow: () => void };

/** The reader's permission to ask the hosts that contracts name, and how to give it. */
export function useNftConsent(): NftConsent {
  const [consent, save] = usePreference('providers');
  return {
    isAllowed: consent === undefined ? undefined : consent.nft === true,
    allow: () => void save({ ...consent, nft: true }),
  };
}

/** Whether the element was on the screen, or nearly. */
export function useSeen(): { seen: boolean; place: RefObject<HTMLElement | null> } {
  const place = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { seen, place };
}

/**
 * A URL of the picture for an `img` element. Drawings (SVG) become `data:` URLs: opened in a tab of their own they have
 * an origin of their own, where a `blob:` URL has the app's.
 */
export function usePictureUrl(picture: Extract<Picture, { state: 'here' }> | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (picture === undefined) return;
    const blob = new Blob([picture.bytes as Uint8Array<ArrayBuffer>], { type: picture.type });
    let isCurrent = true;
    let made: string | undefined;
    if (picture.type === 'image/svg+xml') {
      const reader = new FileReader();
      reader.onload = () => {
        if (isCurrent && typeof reader.result === 'string') setUrl(reader.result);
      };
      reader.readAsDataURL(blob);
    } else {
      made = URL.createObjectURL(blob);
      setUrl(made);
    }
    return () => {
      isCurrent = false;
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [picture]);
  return url;
}
