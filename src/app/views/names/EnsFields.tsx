/** Lets the address fields of a page take names of the Ethereum Name Service, looked up on the page's network. */
import type { ReactNode } from 'react';
import { NameLookupProvider } from '../../ui/form/name-lookup-context';
import { lazyPart } from '../../ui/lazy-part';

const TypedEnsName = lazyPart(async () => (await import('./TypedEnsName')).TypedEnsName);

export function EnsFields({ children }: { children: ReactNode }) {
  return <NameLookupProvider value={TypedEnsName}>{children}</NameLookupProvider>;
}
