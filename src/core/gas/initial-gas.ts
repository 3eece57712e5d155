/**
 * Gas a transaction costs before its first instruction: 21000 + 16 per non-zero
 * calldata byte + 4 per zero byte + 2400 per access list account + 1900 per
 * access list storage key (EIP-2028, EIP-2930), and for those that have them
 * the creation (EIP-2, EIP-3860) and the authorisations (EIP-7702).
 */
import type { Transaction } from '../chain/transaction';

export type InitialGasPart = {
  /** For the reader, in the plural where it is counted. */
  what: string;
  count: number;
  /** Gas for each. */
  each: number;
};

export type InitialGas = { gas: number; parts: readonly InitialGasPart[] };

type Sent = Pick<Transaction, 'input' | 'to' | 'accessList' | 'authorizationList'>;

/** The initial gas under the rules since Berlin, part by part; parts that do not occur are left out, the base is first. */
export function initialGas({ input, to, accessList = [], authorizationList = [] }: Sent): InitialGas {
  const bytes = (input.length - 2) / 2;
  let zeros = 0;
  for (let at = 2; at < input.length; at += 2) if (input[at] === '0' && input[at + 1] === '0') zeros += 1;
  const creates = to === undefined;
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  const all: InitialGasPart[] = [
    { what: 'transaction', count: 1, each: 21_000 },
    { what: 'non-zero calldata bytes', count: bytes - zeros, each: 16 },
    { what: 'zero calldata bytes', count: zeros, each: 4 },
    { what: 'access list accounts', count: accessList.length, each: 2_400 },
    { what: 'access list storage keys', count: keys, each: 1_900 },
    { what: 'contract creation', count: creates ? 1 : 0, each: 32_000 },
    { what: 'words of init code', count: creates ? Math.ceil(bytes / 32) : 0, each: 2 },
    { what: 'authorizations', count: authorizationList.length, each: 25_000 },
  ];
  const parts = all.filter(({ count }) => count > 0);
  return { gas: parts.reduce((sum, { count, each }) => sum + count * each, 0), parts };
}
