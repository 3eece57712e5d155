/** Calldata of functions, and what they return, in viem's values. */

import { type AbiFunction, decodeAbiParameters, encodeAbiParameters } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import type { Hex } from '../../chain/primitives';

const selectors = new WeakMap<object, string>();

/** Hashing a signature takes longer than many a call of a fuzz test. */
function selectorOfEntry(entry: Pick<AbiFunction, 'name' | 'inputs'>): string {
  const known = selectors.get(entry);
  if (known !== undefined) return known;
  const selector = selectorOf(signatureOf(entry));
  selectors.set(entry, selector);
  return selector;
}

/** Returns the calldata of a call. Throws for values that are not of the types. */
export function calldataOf(entry: Pick<AbiFunction, 'name' | 'inputs'>, args: readonly unknown[]): Hex {
  const encoded = entry.inputs.length === 0 ? '0x' : encodeAbiParameters(entry.inputs, args);
  return `${selectorOfEntry(entry)}${encoded.slice(2)}` as Hex;
}

/** Returns the arguments of a call; undefined for calldata that is of another function. */
export function argumentsOf(
  entry: Pick<AbiFunction, 'name' | 'inputs'>,
  calldata: Hex,
): readonly unknown[] | undefined {
  if (!calldata.startsWith(selectorOfEntry(entry))) return undefined;
  try {
    return decodeAbiParameters(entry.inputs, `0x${calldata.slice(10)}`);
  } catch {
    return undefined;
  }
}

/** Returns the first value that a function returned; undefined for data that does not decode. */
export function returnedValue({ outputs }: Pick<AbiFunction, 'outputs'>, data: Uint8Array): unknown {
  try {
    return (decodeAbiParameters(outputs, data) as readonly unknown[])[0];
  } catch {
    return undefined;
  }
}
