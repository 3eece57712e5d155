/** Accounts and balances as a hosted API states them. */
import { nullish, number, object, picklist, pipe, string, transform } from 'valibot';
import { address } from '../../rpc/fields';
import { amount, chainId, shortText } from './fields';

export const ACCOUNT_TYPES = ['contract', 'wallet', 'unverified_contract'] as const;

/** `scope`: who may see it, in the host's word. */
export const addressInfoSchema = object({ type: picklist(ACCOUNT_TYPES), scope: nullish(shortText, '') });

export const accountSchema = pipe(
  object({
    address,
    network_id: chainId,
    network_route: nullish(shortText),
    balance: nullish(amount),
    staked_balance: nullish(amount),
    vesting_balance: nullish(amount),
    native_currency: nullish(shortText),
    type: picklist(ACCOUNT_TYPES),
  }),
  transform((account) => ({
    address: account.address,
    networkId: account.network_id,
    networkRoute: account.network_route ?? String(account.network_id),
    type: account.type,
    /** Wei. */
    balance: account.balance ?? undefined,
    stakedBalance: account.staked_balance ?? undefined,
    vestingBalance: account.vesting_balance ?? undefined,
    nativeCurrency: account.native_currency ?? undefined,
  })),
);

export const balanceSchema = pipe(
  object({
    balance: amount,
    balance_in_dollars: nullish(number()),
    dollar_value: nullish(number()),
    currency_symbol: nullish(string()),
  }),
  transform((answer) => ({
    /** Wei. */
    balance: answer.balance,
    /** Dollars that the whole balance is worth, and dollars per unit of the currency. */
    dollars: answer.balance_in_dollars ?? undefined,
    dollarsPerUnit: answer.dollar_value ?? undefined,
    symbol: answer.currency_symbol?.slice(0, 40) ?? undefined,
  })),
);
