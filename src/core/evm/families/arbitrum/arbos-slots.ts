/** Where ArbOS keeps what is read of it (OffchainLabs/nitro, arbos/storage, arbos/arbosState, arbos/l1pricing, arbos/l2pricing). */
import { keccak256 } from 'viem';
import { hexToBytes } from '../../../chain/hex';
import type { Hex } from '../../../chain/primitives';
import { least } from '../../../values/least';
import { fromBigInt } from '../../precompiles/result';
import type { StateView } from '../state-view';

export const ARBOS_STATE = hexToBytes('0xa4b05fffffffffffffffffffffffffffffffffff');

/** Returns the slot of a key of a space: keccak256 of the space and the page's number, then the place in the page. */
function slotOf(space: Hex, key: number): bigint {
  const page = keccak256(`${space}${'00'.repeat(31)}`);
  return BigInt(`${page.slice(0, 64)}${key.toString(16).padStart(2, '0')}`);
}

const ROOT: Hex = '0x';
const L1_PRICING = keccak256('0x00');
const L2_PRICING = keccak256('0x01');

export const NETWORK_ACCOUNT = slotOf(ROOT, 3);
export const INFRA_ACCOUNT = slotOf(ROOT, 6);
/** Wei for one of sixteen parts of a compressed byte. */
export const PRICE_PER_UNIT = slotOf(L1_PRICING, 7);
/** Gas that the transactions of a block, and since version 50 a single one, execute with at most. */
export const BLOCK_GAS = slotOf(L2_PRICING, 1);
export const TRANSACTION_GAS = slotOf(L2_PRICING, 7);
export const LEAST_BASE_FEE = slotOf(L2_PRICING, 3);

/** Returns the account that a slot of ArbOS names; undefined where it names none. */
export function accountIn(state: StateView, key: bigint): Uint8Array | undefined {
  const value = state.slot(ARBOS_STATE, key);
  return value === 0n ? undefined : fromBigInt(value, 20);
}

/** Returns what of the base fee goes to the account for infrastructure, where there is one. */
export function infraPriceOf(state: StateView, baseFee: bigint): bigint {
  return least(state.slot(ARBOS_STATE, LEAST_BASE_FEE), baseFee);
}
