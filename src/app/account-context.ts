/** The account of the page, for the components of its tabs. */
import { createContext, useContext } from 'react';
import { assert } from '../core/values/assert';
import type { AccountSummary } from '../workers/contracts/contracts.api';

const AccountContext = createContext<AccountSummary | undefined>(undefined);
export const AccountProvider = AccountContext.Provider;

export function useAccount(): AccountSummary {
  const account = useContext(AccountContext);
  assert(account, 'a component stands outside the page of an account');
  return account;
}
