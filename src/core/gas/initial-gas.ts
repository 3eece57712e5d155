/**
 * Gas a transaction costs before its first instruction: 21000 + 16 per non-zero
 * calldata byte + 4 per zero byte + 2400 per access list account + 1900 per
 * access list storage key (EIP-2028, EIP-2930), and for those that have them
 * the creation (EIP-2, EIP-3860) and the authorisations (EIP-7702). Since
 * Amsterdam by what the transaction does (EIP-2780, draft of 2026-08-04).
 */
import type { Transaction } from '../chain/transaction';
import { Fork } from '../evm/rules/forks';

export type InitialGasPart = {
  /** For the reader, in the plural where it is counted. */
  what: string;
  count: number;
  /** Gas for each. */
  each: number;
};

export type InitialGas = { gas: number; parts: readonly InitialGasPart[] };

/** `from` and `value` count since Amsterdam. */
export type Sent = Pick<Transaction, 'input' | 'to' | 'accessList' | 'authorizationList'> &
  Partial<Pick<Transaction, 'from' | 'value'>>;

/** Returns the initial gas under the rules of a fork, part by part; parts that do not occur are left out, the base is first. */
export function initialGas(sent: Sent, fork: Fork = Fork.prague): InitialGas {
  const all = fork >= Fork.amsterdam ? partsByResource(sent) : partsUntilOsaka(sent, fork);
  const parts = all.filter(({ count }) => count > 0);
  return { gas: sumOf(parts), parts };
}

function partsUntilOsaka({ input, to, accessList = [], authorizationList = [] }: Sent, fork: Fork): InitialGasPart[] {
  const { bytes, zeros } = countBytes(input);
  const creates = to === undefined;
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  return [
    { what: 'transaction', count: 1, each: 21_000 },
    { what: 'non-zero calldata bytes', count: bytes - zeros, each: fork >= Fork.istanbul ? 16 : 68 },
    { what: 'zero calldata bytes', count: zeros, each: 4 },
    { what: 'access list accounts', count: accessList.length, each: 2_400 },
    { what: 'access list storage keys', count: keys, each: 1_900 },
    { what: 'contract creation', count: creates && fork >= Fork.homestead ? 1 : 0, each: 32_000 },
    { what: 'words of init code', count: creates && fork >= Fork.shanghai ? Math.ceil(bytes / 32) : 0, each: 2 },
    { what: 'authorizations', count: authorizationList.length, each: 25_000 },
  ];
}

/** An access list is paid by its entries (EIP-8038) and by its bytes (EIP-7981). */
function partsByResource({ input, from, to, value = 0n, accessList = [], authorizationList = [] }: Sent) {
  const { bytes, zeros } = countBytes(input);
  const creates = to === undefined;
  const isOwn = to === from;
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  return [
    { what: 'transaction', count: 1, each: 12_000 },
    { what: 'recipient', count: creates || isOwn ? 0 : 1, each: 3_000 },
    { what: 'ether sent', count: creates || isOwn || value === 0n ? 0 : 1, each: 6_000 },
    { what: 'non-zero calldata bytes', count: bytes - zeros, each: 16 },
    { what: 'zero calldata bytes', count: zeros, each: 4 },
    { what: 'access list accounts', count: accessList.length, each: 2_900 + 20 * 64 },
    { what: 'access list storage keys', count: keys, each: 2_000 + 32 * 64 },
    { what: 'contract creation', count: creates ? 1 : 0, each: 12_000 },
    { what: 'words of init code', count: creates ? Math.ceil(bytes / 32) : 0, each: 2 },
    { what: 'authorizations', count: authorizationList.length, each: 7_816 },
  ];
}

/** Returns the least that the transaction is charged for its calldata, 0 before Prague (EIP-7623, EIP-7976). */
export function floorGas(sent: Sent, fork: Fork): number {
  if (fork < Fork.prague) return 0;
  const { bytes, zeros } = countBytes(sent.input);
  if (fork >= Fork.amsterdam) {
    const rest = initialGas({ ...sent, input: '0x', accessList: [], authorizationList: [] }, fork).gas;
    const listed = (sent.accessList ?? []).reduce((sum, { storageKeys }) => sum + 20 + 32 * storageKeys.length, 0);
    return rest + 64 * (bytes + listed);
  }
  return 21_000 + 10 * (zeros + 4 * (bytes - zeros));
}

/**
 * Returns the parts of an initial gas that is known to be `gas`, of a
 * transaction that paid for `gasUsed`: under the rules that give it, else with
 * what is left as a part.
 */
export function explainInitialGas(sent: Sent, gas: number, gasUsed: number): readonly InitialGasPart[] {
  const newest = initialGas(sent);
  const rules = [Fork.paris, Fork.petersburg, Fork.frontier, Fork.amsterdam].map((fork) => initialGas(sent, fork));
  const explained = [newest, ...rules].find((each) => each.gas === gas);
  if (explained !== undefined) return explained.parts;
  const left = gas - newest.gas;
  const what = gasUsed === floorGas(sent, Fork.prague) ? 'rise to the floor price of calldata' : 'charge of the chain';
  return left > 0 ? [...newest.parts, { what, count: 1, each: left }] : newest.parts;
}

function countBytes(input: Transaction['input']): { bytes: number; zeros: number } {
  let zeros = 0;
  for (let at = 2; at < input.length; at += 2) if (input[at] === '0' && input[at + 1] === '0') zeros++;
  return { bytes: (input.length - 2) / 2, zeros };
}

function sumOf(parts: readonly InitialGasPart[]): number {
  return parts.reduce((sum, { count, each }) => sum + count * each, 0);
}
