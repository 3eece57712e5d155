/** Who signed the authorisations of set-code transactions (EIP-7702), and which of them count. */
import { keccak } from '../../chain/keccak';
import { loadedLibrary } from '../precompiles/libraries';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import * as W from '../words/words';
import type { EntryGas } from './entry-gas';
import type { SignedAuthorization } from './transaction-input';

/**
 * Why an authorisation was passed over (EIP-7702): `chain` it is for another,
 * `signature` of nobody, `nonce` not the account's, or the last there can be,
 * `code` the account has its own.
 */
export type AuthorizationRefusal = 'chain' | 'signature' | 'code' | 'nonce';

/** What an authorisation came to: `authority` is undefined where its signature is of nobody, `refusal` where it was applied. */
export type AppliedAuthorization = {
  authority: AccountIndex | undefined;
  refusal: AuthorizationRefusal | undefined;
};

const DELEGATION_PREFIX = [0xef, 0x01, 0x00];
const NO_CODE = new Uint8Array(0);
const word = new Uint32Array(8);

/** Authorities by what they signed: an execution asks for them again for each account that it misses. */
const recovered = new WeakMap<SignedAuthorization, Uint8Array | undefined>();

/** Returns the address that signed the authorisation (EIP-7702), recovered once for each object. The library `secp256k1` must be loaded. */
export function authorityOf(entry: SignedAuthorization): Uint8Array | undefined {
  if (!recovered.has(entry)) recovered.set(entry, recoverAuthority(entry));
  return recovered.get(entry);
}

/** Recovers who signed keccak256(0x05 ++ rlp([chainId, address, nonce])). */
function recoverAuthority(entry: SignedAuthorization): Uint8Array | undefined {
  if (entry.s > 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n) return undefined;
  if (entry.yParity > 1) return undefined;
  const body = [...rlpNumber(entry.chainId), 0x94, ...entry.address, ...rlpNumber(entry.nonce)];
  const head = body.length < 56 ? [0xc0 + body.length] : [0xf8, body.length];
  const hash = keccak(Uint8Array.from([0x05, ...head, ...body]));
  const signature = new Uint8Array(64);
  W.fromBigInt(entry.r, word, 0);
  W.toBytes(word, 0, signature, 0);
  W.fromBigInt(entry.s, word, 0);
  W.toBytes(word, 0, signature, 32);
  return loadedLibrary('secp256k1').recoverAddress(hash, entry.yParity, signature);
}

/** Returns the first reason, in the order of EIP-7702, why the account is not delegated; undefined when it may be. Makes the account warm. */
function whyRefused(
  state: State,
  ownChain: bigint,
  { chainId, nonce }: SignedAuthorization,
  authority: AccountIndex | undefined,
): AuthorizationRefusal | undefined {
  if (chainId !== 0n && chainId !== ownChain) return 'chain';
  if (nonce >= 2n ** 64n - 1n) return 'nonce';
  if (authority === undefined) return 'signature';
  state.warmAccount(authority);
  const code = state.codes[state.code[authority]];
  if (code.bytes.length > 0 && !code.delegate) return 'code';
  return state.nonce[authority] === nonce ? undefined : 'nonce';
}

/**
 * Sets the code of each authority that signed correctly (EIP-7702), passing over the others. Returns what each came to, in
 * their order, and the gas to give back; `isPaid` is false when gas ran out on the way. `entry` is there since Amsterdam.
 */
export function applyAuthorizations(
  state: State,
  chainId: bigint,
  list: readonly SignedAuthorization[],
  authorities: readonly (AccountIndex | undefined)[],
  entry: EntryGas | undefined,
): { applied: readonly AppliedAuthorization[]; refund: number; isPaid: boolean } {
  const applied: AppliedAuthorization[] = [];
  let refund = 0;
  for (const [i, signed] of list.entries()) {
    const authority = authorities[i];
    const refusal = whyRefused(state, chainId, signed, authority);
    applied.push({ authority, refusal });
    if (refusal !== undefined || authority === undefined) continue;
    const clears = signed.address.every((byte) => byte === 0);
    if (entry) {
      if (!entry.payAuthorization(authority, clears)) return { applied, refund, isPaid: false };
    } else if (state.exists(authority)) refund += 12500;
    state.setCode(authority, clears ? NO_CODE : Uint8Array.from([...DELEGATION_PREFIX, ...signed.address]));
    state.setNonce(authority, state.nonce[authority] + 1n);
  }
  return { applied, refund, isPaid: true };
}

function rlpNumber(value: bigint): number[] {
  if (value === 0n) return [0x80];
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return bytes.length === 1 && bytes[0] < 0x80 ? bytes : [0x80 + bytes.length, ...bytes];
}
