/** A token's contract is shown as a token unless the address says how: the view is written into it first. */
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../../account-context';
import { type ContractView, ContractViewSwitch } from './ContractViewSwitch';

export function TokenViewGate({ view, children }: { view: ContractView | undefined; children: ReactNode }) {
  const { token } = useAccount();
  if (token === undefined) return children;
  if (view === undefined) return <Navigate to="." search={(before) => ({ ...before, view: 'market' })} hash replace />;
  return (
    <>
      <ContractViewSwitch view={view} />
      {children}
    </>
  );
}
