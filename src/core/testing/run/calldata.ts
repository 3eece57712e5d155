/** Calldata of functions, and what they return, in viem's values. */

import { type AbiFunction, decodeAbiParameters, encodeAbiParameters } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import type { Hex } from '../../chain/primitives';

/** Returns the calldata of a call. Throws for values that are none of the types. */
export function calldataOf(entry: Pick<AbiFunction, 'name' | 'inputs'>, args: readonly unknown[]): Hex {
  const encoded = entry.inputs.length === 0 ? '0x' : encodeAbiParameters(entry.inputs, args);
  return `${selectorOf(signatureOf(entry))}${encoded.slice(2)}` as Hex;
}

/** Returns the first value that a function returned; undefined for data that is none. */
export function returnedValue({ outputs }: Pick<AbiFunction, 'outputs'>, data: Uint8Array): unknown {
  try {
    return (decodeAbiParameters(outputs, data) as readonly unknown[])[0];
  } catch {
    return undefined;
  }
}
