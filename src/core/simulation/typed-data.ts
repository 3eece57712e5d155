/**
 * Typed data (EIP-712) that somebody signs as a step of a simulation. Nobody has
 * the key, so the signature is made up of the hash and the signer, and is the
 * same each time. The steps after it take it for the signer's.
 */
import { concat, hashTypedData, pad, stringToHex, type TypedDataDefinition } from 'viem';
import { keccakHex } from '../chain/keccak';
import type { Address, Hash, Hex } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';

export type MadeUpSignature = { signer: Address; digest: Hash; v: number; r: Hash; s: Hash };

/** The lower of the two values of `v`, which contracts that check signatures accept. */
const V = 27;

/** Reads the hash that is signed; or returns a sentence on what is wrong with the JSON. */
export function readTypedData(text: string): Result<Hash, string> {
  try {
    const data = JSON.parse(text, exactly) as Partial<Record<string, unknown>> | null;
    if (!data?.types || !data.primaryType || !data.domain || !data.message)
      return fail('Typed data is JSON with types, primaryType, domain and message.');
    return ok(hashTypedData(data as unknown as TypedDataDefinition) as Hash);
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : '').split('\n');
    return fail(`This is no typed data: ${why.slice(0, 200)}`);
  }
}

/** A number in JSON holds 53 bits. */
function exactly(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Error(`${key.slice(0, 60)} is a larger number than JSON holds, and has to be in quotes.`);
  return value;
}

/** `s` is below half of the curve's order (EIP-2). */
export function madeUpSignature(signer: Address, digest: Hash): MadeUpSignature {
  const seed = keccakHex(concat([stringToHex('simulated signature'), digest, signer]));
  return { signer, digest, v: V, r: seed, s: `0x00${keccakHex(seed).slice(4)}` as Hash };
}

/** Returns the 65 bytes that contracts take: r, s, v. */
export function signatureBytes({ v, r, s }: MadeUpSignature): Hex {
  return concat([r, s, `0x${v.toString(16)}`]);
}

/** Encodes the input that a contract hands to ecrecover. */
export function recoverInput({ digest, v, r, s }: MadeUpSignature): Hex {
  return concat([digest, pad(`0x${v.toString(16)}`), r, s]);
}
