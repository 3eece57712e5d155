/** The precompiled contracts by address and fork. */
import { assert } from '../../values/assert';
import type { BlockFields } from '../block-fields';
import type { StateView } from '../families/state-view';
import { Fork } from '../rules/forks';
import { type Limbs, toBigInt } from '../words/words';
import { ecrecover } from './ecrecover';
import { type Library, loadedLibrary } from './libraries';
import { charge, type Precompile } from './result';

/**
 * `run` may be called once `library`, where there is one, is loaded, and once
 * `require` answers true: it requires what `run` reads of the state.
 */
export type PrecompiledContract = {
  address: number;
  since: Fork;
  library?: Library;
  require?: (state: StateView, input: Uint8Array, caller: Uint8Array, block: BlockFields) => boolean;
  run: Precompile;
};

const ECRECOVER = 0x01;

const table: readonly PrecompiledContract[] = [
  { address: ECRECOVER, since: Fork.frontier, library: 'secp256k1', run: ecrecover },
  { address: 0x02, since: Fork.frontier, ...hashes('sha256') },
  { address: 0x03, since: Fork.frontier, ...hashes('ripemd160') },
  { address: 0x04, since: Fork.frontier, run: identity },
  {
    address: 0x05,
    since: Fork.byzantium,
    library: 'modexp',
    run: (...given) => loadedLibrary('modexp').modexp(...given),
  },
  { address: 0x06, since: Fork.byzantium, ...bn254('bn254Add') },
  { address: 0x07, since: Fork.byzantium, ...bn254('bn254Mul') },
  { address: 0x08, since: Fork.byzantium, ...bn254('bn254Pairing') },
  {
    address: 0x09,
    since: Fork.istanbul,
    library: 'blake2',
    run: (...given) => loadedLibrary('blake2').blake2f(...given),
  },
  {
    address: 0x0a,
    since: Fork.cancun,
    library: 'kzg',
    run: (...given) => loadedLibrary('kzg').kzgPointEvaluation(...given),
  },
  { address: 0x0b, since: Fork.prague, ...bls12('blsG1Add') },
  { address: 0x0c, since: Fork.prague, ...bls12('blsG1MultiExp') },
  { address: 0x0d, since: Fork.prague, ...bls12('blsG2Add') },
  { address: 0x0e, since: Fork.prague, ...bls12('blsG2MultiExp') },
  { address: 0x0f, since: Fork.prague, ...bls12('blsPairing') },
  { address: 0x10, since: Fork.prague, ...bls12('blsMapG1') },
  { address: 0x11, since: Fork.prague, ...bls12('blsMapG2') },
  {
    address: 0x100,
    since: Fork.osaka,
    library: 'p256',
    run: (...given) => loadedLibrary('p256').p256Verify(...given),
  },
];
const byAddress = new Map(table.map((entry) => [entry.address, entry]));
/** Nearly every account has a higher address: comparing with it spares calls the look-up in `byAddress`. */
const HIGHEST = Math.max(...byAddress.keys());

/** 0x04 */
function identity(input: Uint8Array, gas: number): ReturnType<Precompile> {
  return charge(15 + 3 * Math.ceil(input.length / 32), gas, () => input.slice());
}

function hashes(name: keyof typeof import('./hashes')): Pick<PrecompiledContract, 'library' | 'run'> {
  return { library: 'hashes', run: (...given) => loadedLibrary('hashes')[name](...given) };
}

function bn254(name: keyof typeof import('./bn254')): Pick<PrecompiledContract, 'library' | 'run'> {
  return { library: 'bn254', run: (...given) => loadedLibrary('bn254')[name](...given) };
}

function bls12(name: keyof typeof import('./bls12')): Pick<PrecompiledContract, 'library' | 'run'> {
  return { library: 'bls12', run: (...given) => loadedLibrary('bls12')[name](...given) };
}

/** Returns Ethereum's precompile at an address that has one since some fork. */
export function ethereumPrecompile(address: number): PrecompiledContract {
  const entry = byAddress.get(address);
  assert(entry, 'there is a precompile');
  return entry;
}

/** Returns the precompile at the address in the low 160 bits of w[a…], or undefined. */
export function precompileAt(fork: Fork, w: Limbs, a: number): PrecompiledContract | undefined {
  if ((w[a + 1] | w[a + 2] | w[a + 3] | w[a + 4]) !== 0 || w[a] > HIGHEST) return undefined;
  const entry = byAddress.get(w[a]);
  return entry && entry.since <= fork ? entry : undefined;
}

/** Where simulations moved precompiles (eth_simulateV1): by address, the one that is there now; undefined for none any more. */
export type MovedPrecompiles = ReadonlyMap<bigint, bigint | undefined>;

/** What simulations put in the place of ecrecover. */
export type Recoverer = (recover: Precompile) => Precompile;

/** What of a block decides which precompiles it has. */
export type PrecompileRules = {
  fork: Fork;
  protocol?: { precompiles?: ReadonlyMap<bigint, PrecompiledContract | undefined> };
  movedPrecompiles?: MovedPrecompiles;
  recoverer?: Recoverer;
};

/** Does as `precompileAt`, for a block of any chain, whose precompiles may have been moved, and whose ecrecover may be replaced. */
export function precompileIn(block: PrecompileRules, w: Limbs, a: number): PrecompiledContract | undefined {
  const { movedPrecompiles, recoverer } = block;
  const entry = movedPrecompiles ? movedTo(block, movedPrecompiles, w, a) : ownPrecompile(block, w, a);
  return recoverer && entry?.address === ECRECOVER ? { ...entry, run: recoverer(entry.run) } : entry;
}

function movedTo(
  block: PrecompileRules,
  moved: MovedPrecompiles,
  w: Limbs,
  a: number,
): PrecompiledContract | undefined {
  const address = BigInt.asUintN(160, toBigInt(w, a));
  if (!moved.has(address)) return ownPrecompile(block, w, a);
  const entry = byAddress.get(Number(moved.get(address) ?? -1));
  return entry && entry.since <= block.fork ? entry : undefined;
}

function ownPrecompile({ fork, protocol }: PrecompileRules, w: Limbs, a: number): PrecompiledContract | undefined {
  const others = protocol?.precompiles;
  if (others) {
    const address = BigInt.asUintN(160, toBigInt(w, a));
    if (others.has(address)) return others.get(address);
  }
  return precompileAt(fork, w, a);
}

const addressesSince = new Map<Fork, readonly bigint[]>();

/** Returns the addresses of the precompiles of a block, as numbers: warm from the start of every transaction (EIP-2929). */
export function precompileAddresses({ fork, protocol }: Pick<PrecompileRules, 'fork' | 'protocol'>): readonly bigint[] {
  let ethereum = addressesSince.get(fork);
  if (ethereum === undefined) {
    ethereum = table.filter((entry) => entry.since <= fork).map((entry) => BigInt(entry.address));
    addressesSince.set(fork, ethereum);
  }
  const others = protocol?.precompiles;
  if (others === undefined) return ethereum;
  return [...new Set([...ethereum, ...others.keys()])].filter(
    (address) => !others.has(address) || others.get(address) !== undefined,
  );
}
