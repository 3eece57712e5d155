/** Where ArbOS keeps what is read of it (OffchainLabs/nitro, arbos/storage, arbos/arbosState, arbos/l1pricing, arbos/l2pricing). */
import { concatBytes } from 'viem';
import { hexToBytes } from '../../../chain/hex';
import { keccak, keccakHex } from '../../../chain/keccak';
import type { Hash, Hex } from '../../../chain/primitives';
import { least } from '../../../values/least';
import { fromBigInt } from '../../precompiles/result';
import type { StateView } from '../state-view';

export const ARBOS_STATE = hexToBytes('0xa4b05fffffffffffffffffffffffffffffffffff');

/** Returns the slot of a key of a space: keccak256 of the space and the page's number, then the place in the page. */
function slotOf(space: Hex, key: number): bigint {
  const digits = key.toString(16).padStart(64, '0');
  const page = keccakHex(`${space}${digits.slice(0, 62)}`);
  return BigInt(`${page.slice(0, 64)}${digits.slice(62)}`);
}

const ROOT: Hex = '0x';
const L1_PRICING = keccakHex('0x00');
const L2_PRICING = keccakHex('0x01');
const BLOCK_HASHES = keccakHex('0x06');

export const NETWORK_ACCOUNT = slotOf(ROOT, 3);
export const INFRA_ACCOUNT = slotOf(ROOT, 6);
/** Wei for one of sixteen parts of a compressed byte. */
export const PRICE_PER_UNIT = slotOf(L1_PRICING, 7);
/** Gas that the transactions of a block, and since version 50 a single one, execute with at most. */
export const BLOCK_GAS = slotOf(L2_PRICING, 1);
export const TRANSACTION_GAS = slotOf(L2_PRICING, 7);
export const LEAST_BASE_FEE = slotOf(L2_PRICING, 3);

/** The number of the block of layer 1 that ArbOS knows of. */
const L1_BLOCK = slotOf(BLOCK_HASHES, 0);

/**
 * Returns the hash that ArbOS gives a block of layer 1 (OffchainLabs/nitro, arbos/blockhash, arbos/internal_tx.go);
 * undefined where a slot is to be fetched first. The first transaction of a block writes what it learns of layer 1: its
 * parent's hash stands for the newest, and what is made of that for others that were passed over. That transaction is
 * not executed here, so that a state from before it is told by its number of layer 1.
 */
export function l1BlockHash(
  state: StateView,
  asked: number,
  { l1Block, parentHash, version }: { l1Block: number; parentHash: Hash; version: number },
): Uint8Array | undefined {
  if (!state.requireSlot(ARBOS_STATE, L1_BLOCK)) return undefined;
  const known = Number(state.slot(ARBOS_STATE, L1_BLOCK));
  if (known < l1Block) {
    if (asked === l1Block - 1) return hexToBytes(parentHash);
    if (asked > Math.max(known, l1Block - 257)) {
      const number = new DataView(new ArrayBuffer(8));
      if (version >= HASHES_DIFFER) number.setBigUint64(0, BigInt(asked), true);
      return keccak(concatBytes([hexToBytes(parentHash), new Uint8Array(number.buffer)]));
    }
  }
  const slot = slotOf(BLOCK_HASHES, 1 + (asked % 256));
  return state.requireSlot(ARBOS_STATE, slot) ? fromBigInt(state.slot(ARBOS_STATE, slot), 32) : undefined;
}

/** Before this version all that were passed over had one hash. */
const HASHES_DIFFER = 8;

/** Returns the account that a slot of ArbOS names; undefined where it names none. */
export function accountIn(state: StateView, key: bigint): Uint8Array | undefined {
  const value = state.slot(ARBOS_STATE, key);
  return value === 0n ? undefined : fromBigInt(value, 20);
}

/** Returns what of the base fee goes to the account for infrastructure, where there is one. */
export function infraPriceOf(state: StateView, baseFee: bigint): bigint {
  return least(state.slot(ARBOS_STATE, LEAST_BASE_FEE), baseFee);
}
