/**
 * Where identities lead. The page around decides, because a link needs the
 * network it stands in; without it identities are plain text.
 */
import type { LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Address, Hash } from '../../../core/chain/primitives';

export type AccountKind = 'contract' | 'wallet';

export type IdentityLinks = {
  /** `kind` where it is known; the page of the other kind redirects. */
  address: (address: Address, kind?: AccountKind) => LinkProps;
  transaction: (hash: Hash) => LinkProps;
  block: (block: number | Hash) => LinkProps;
  /** The EIP-55 spelling. */
  checksum: (address: Address) => Promise<string>;
};

const Links = createContext<IdentityLinks | undefined>(undefined);
export const IdentityLinksProvider = Links.Provider;

export function useIdentityLinks(): IdentityLinks | undefined {
  return useContext(Links);
}
