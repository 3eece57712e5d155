/** The functions of an ABI that can be called, with what calls them. */
import type { Abi, AbiFunction } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import type { Address, Selector } from '../../chain/primitives';

export type CallableFunction = {
  entry: AbiFunction;
  signature: string;
  selector: Selector;
  /** Whether calling it changes nothing: it is `view` or `pure`, or constant for an old compiler. */
  reads: boolean;
  /** For a diamond: the facet that has the function. */
  facet?: Address;
};

/** Returns the functions of an ABI by name; entries without one are left out, and of two with one selector the second. Linear. */
export function callableFunctions(abi: Abi): readonly CallableFunction[] {
  const found = new Map<Selector, CallableFunction>();
  for (const entry of abi) {
    if (entry.type !== 'function' || entry.name === '') continue;
    const signature = signatureOf(entry);
    const selector = selectorOf(signature);
    if (!found.has(selector)) found.set(selector, { entry, signature, selector, reads: isRead(entry) });
  }
  return [...found.values()].sort((a, b) => a.signature.localeCompare(b.signature));
}

export function isRead({ stateMutability }: Pick<AbiFunction, 'stateMutability'>): boolean {
  return stateMutability === 'view' || stateMutability === 'pure';
}
