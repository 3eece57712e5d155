/**
 * What stands below an address field while a name is typed into it in place of an address. The page around decides,
 * because a name needs the registry of a network; without it a field takes addresses only.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { Address } from '../../../core/chain/primitives';

export type NameLookupProps = {
  name: string;
  /** The reader has seen the address that the name stands for, and takes it. */
  onUse: (address: Address) => void;
};

const TypedName = createContext<ComponentType<NameLookupProps> | undefined>(undefined);
export const NameLookupProvider = TypedName.Provider;

export function useNameLookup(): ComponentType<NameLookupProps> | undefined {
  return useContext(TypedName);
}
