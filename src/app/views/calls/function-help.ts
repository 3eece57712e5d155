/** What the fields and lines of functions say beside their types: the author's words, and units for amounts. */
import { createContext, useContext, useMemo } from 'react';
import type { Address } from '../../../core/chain/primitives';
import type { AmountUnit } from '../../../core/chain/units';
import { GWEI } from '../../../core/chain/units';
import type { ContractDocs } from '../../../core/contract/functions/natspec';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { useQuestion } from '../../use-question';

const NO_DOCS: ContractDocs = {};

/** Returns the author's documentation of the functions of a contract; nothing while it is not known, or where nobody has sources. */
export function useContractDocs(address: Address, isVerified: boolean): ContractDocs {
  const { network } = useNetwork();
  const answer = useQuestion(
    'contracts',
    `docs ${network.id} ${address}`,
    (contracts, job) => contracts.contractDocs(job, network.id, address),
    { when: isVerified },
  );
  return answer.last ?? NO_DOCS;
}

const Units = createContext<readonly AmountUnit[]>([]);
export const AmountUnitsProvider = Units.Provider;

/** Returns the units in which an amount among the arguments may be typed. */
export function useAmountUnits(): readonly AmountUnit[] {
  return useContext(Units);
}

/** Returns the token's own unit first, where the contract is one, then those of the chain's currency. */
export function useUnitsOf(token: ContractKnowledge['token']): readonly AmountUnit[] {
  const { nativeCurrency } = useNetwork().network;
  return useMemo(() => {
    const { symbol = '', decimals = 0 } = token ?? {};
    const own = decimals > 0 ? [{ symbol: harmlessText(symbol, 12) || 'token', decimals }] : [];
    const currency = nativeCurrency.decimals === 18 ? [nativeCurrency, GWEI] : [nativeCurrency];
    return [...own, ...currency].filter(
      (unit, index, all) => all.findIndex(({ symbol: other }) => other === unit.symbol) === index,
    );
  }, [token, nativeCurrency]);
}
