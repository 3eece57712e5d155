/**
 * Hashes and arithmetic of large numbers and on curves: more code than the rest of the interpreter,
 * and most transactions need none of it. It is loaded when one does: the
 * machine stops and says which is missing (`Missing` in ../state/state.ts), the
 * caller loads it, and execution goes on where it stood.
 */
import { assert } from '../../values/assert';

const LOADERS = {
  /** Signature recovery. */
  secp256k1: () => import('../../chain/recover-address'),
  /** SHA-256 and RIPEMD-160. */
  hashes: () => import('./hashes'),
  /** BLAKE2b's compression function (EIP-152). */
  blake2: () => import('./blake2f'),
  /** Powers of large numbers (EIP-198). */
  modexp: () => import('./modexp'),
  /** Signature verification (EIP-7951). */
  p256: () => import('./p256'),
  /** alt_bn128 (EIP-196, EIP-197). */
  bn254: () => import('./bn254'),
  /** BLS12-381 (EIP-2537). */
  bls12: () => import('./bls12'),
  /** Proofs of KZG commitments (EIP-4844). */
  kzg: () => import('./kzg'),
};

export type Library = keyof typeof LOADERS;
type Loaded = { [Name in Library]?: Awaited<ReturnType<(typeof LOADERS)[Name]>> };

const loaded: Loaded = {};

export function isLoaded(library: Library): boolean {
  return loaded[library] !== undefined;
}

/** Loads it for all machines of this thread; rejects when its file cannot be had. */
export async function loadLibrary<Name extends Library>(library: Name): Promise<void> {
  const load = LOADERS[library] as () => Promise<Loaded[Name]>;
  loaded[library] ??= await load();
}

/** Returns whether all of them are loaded. */
export function areLibrariesLoaded(): boolean {
  return Object.keys(LOADERS).every((library) => isLoaded(library as Library));
}

/** Loads all of them, for executions that nobody waits upon to stop. */
export async function loadLibraries(): Promise<void> {
  for (const library of Object.keys(LOADERS) as Library[]) await loadLibrary(library);
}

/** Returns the functions of a library that was loaded. */
export function loadedLibrary<Name extends Library>(library: Name): NonNullable<Loaded[Name]> {
  const functions = loaded[library];
  assert(functions, `${library} is loaded before a precompile that needs it runs`);
  return functions;
}
