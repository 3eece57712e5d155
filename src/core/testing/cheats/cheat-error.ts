/** How a cheatcode fails: the call of it reverts with a sentence. */

import { encodeAbiParameters, encodeErrorResult, parseAbi } from 'viem';
import { hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';

/** A cheatcode refuses. The test sees a revert with this sentence. */
export class CheatError extends Error {}

/** A cheatcode that does not work here; the test that calls it fails for that. */
export class Unsupported extends CheatError {}

/** A cheatcode ends with returndata of its own as a revert. */
export class CheatRevert extends Error {
  constructor(readonly data: Uint8Array) {
    super('a cheatcode reverts');
  }
}

export const CHEATCODE_ERROR = parseAbi(['error CheatcodeError(string message)']);
const ERROR = parseAbi(['error Error(string message)']);
/** Selectors of `CheatcodeError(string)` and `Error(string)`. */
export const STRING_ERRORS = ['0xeeaa9e6f', '0x08c379a0'];

/** Returns the revert data that tells the sentence, as `CheatcodeError(string)`. */
export function cheatErrorData(message: string): Uint8Array {
  return hexToBytes(encodeErrorResult({ abi: CHEATCODE_ERROR, errorName: 'CheatcodeError', args: [message] }));
}

/** Returns the revert data that tells the sentence, as `Error(string)`. */
export function errorData(message: string): Uint8Array {
  return hexToBytes(encodeErrorResult({ abi: ERROR, errorName: 'Error', args: [message] }));
}

/** Returns an address as it is encoded alone. */
export function addressData(address: Address): Uint8Array {
  return hexToBytes(encodeAbiParameters([{ type: 'address' }], [address]));
}

/** Returns a text as it is encoded alone. */
export function stringData(text: string): Uint8Array {
  return hexToBytes(encodeAbiParameters([{ type: 'string' }], [text]));
}
