/** Calldata from a function and its arguments as texts, where only its signature is known. */
import type { AbiFunction } from 'viem';
import { encodeTypedCall } from '../abi/encode';
import { parseSignature } from '../abi/signature';
import type { Hex } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';

/** Parses a signature, `transfer(address to, uint256 amount)`, into its function; the error is one sentence. */
export function functionOf(signature: string): Result<AbiFunction, string> {
  const parsed = parseSignature(signature.trim());
  if (!parsed.ok) return parsed;
  const { kind, name, inputs, outputs, stateMutability } = parsed.value;
  if (kind !== 'function') return fail(`This is a signature of ${kind === 'constructor' ? 'a' : 'an'} ${kind}.`);
  return ok({ type: 'function', name, inputs, outputs, stateMutability });
}

/** Encodes the calldata of `signature` with the texts; the error is one sentence. */
export function encodeTyped(signature: string, args: readonly string[]): Result<Hex, string> {
  const entry = functionOf(signature);
  if (!entry.ok) return entry;
  const { calldata, summary } = encodeTypedCall(entry.value, args);
  return calldata === undefined ? fail(summary) : ok(calldata);
}
