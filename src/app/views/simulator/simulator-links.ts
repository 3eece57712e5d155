/** Where a simulator elsewhere takes a transaction, in the shape that its links have. */
import type { Transaction } from '../../../core/chain/transaction';

/** Digits of `0x` and a selector. */
const SELECTOR = 10;

/** `reSimulate` brings sender, callee and function along; `editSource` is of the callee, which a creation has not. */
export function simulatorLinks(
  base: string,
  { networkId, from, to, input }: Pick<Transaction, 'networkId' | 'from' | 'to' | 'input'>,
): { reSimulate: string; editSource: string | undefined } {
  const network = String(networkId);
  const called = to !== undefined && input.length >= SELECTOR;
  return {
    reSimulate: simulatorPage(base, {
      network,
      from,
      ...(to !== undefined && { address: to }),
      ...(called && { contractFunction: input.slice(0, SELECTOR) }),
    }),
    editSource: to === undefined ? undefined : simulatorPage(base, { network, contractAddress: to }),
  };
}

/** Returns the page of a simulator elsewhere that begins with `query`. */
export function simulatorPage(base: string, query: Readonly<Record<string, string>>): string {
  return `${base.replace(/\/+$/, '')}/simulator/new?${new URLSearchParams(query)}`;
}
