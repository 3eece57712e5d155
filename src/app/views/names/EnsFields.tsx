/** Lets the address fields of a page take names of the Ethereum Name Service, looked up on the page's network. */
import type { ReactNode } from 'react';
import { TypedNameProvider } from '../../ui/form/typed-name';
import { lazyPart } from '../../ui/lazy-part';

const TypedEnsName = lazyPart(() => import('./TypedEnsName').then((module) => module.TypedEnsName));

export function EnsFields({ children }: { children: ReactNode }) {
  return <TypedNameProvider value={TypedEnsName}>{children}</TypedNameProvider>;
}
