/**
 * Functions of libraries that their ABI leaves out, because they take storage
 * (Solidity docs, Libraries, function signatures and selectors). The compiler
 * states their signatures beside the ABI, as `methodIdentifiers`.
 */
import type { Abi } from 'viem';
import { MAX_ENTRIES } from '../abi/abi-index';
import { selectorOf, signatureOf } from '../abi/signature';

const MAX_SIGNATURE = 10_000;

/**
 * Returns entries for the signatures that `abi` lacks; `identifiers` are signature to selector without 0x.
 * Parameters have no names, and results are not known.
 */
export function libraryFunctions(abi: Abi, identifiers: unknown): Abi {
  if (typeof identifiers !== 'object' || identifiers === null) return [];
  const stated = Object.entries(identifiers).slice(0, MAX_ENTRIES);
  const known = new Set(abi.flatMap((entry) => (entry.type === 'function' ? [signatureOf(entry)] : [])));
  return stated.flatMap(([signature, selector]) => {
    if (known.has(signature) || signature.length > MAX_SIGNATURE || selectorOf(signature) !== `0x${selector}`)
      return [];
    // Types without parentheses: tuples do not stand in signatures of libraries, they have names.
    const parts = /^([A-Za-z_$][\w$]*)\(([^()]*)\)$/.exec(signature);
    if (parts === null) return [];
    const inputs = parts[2] === '' ? [] : parts[2].split(',').map((type) => ({ name: '', type }));
    return [{ type: 'function', name: parts[1], inputs, outputs: [], stateMutability: 'nonpayable' }];
  });
}
