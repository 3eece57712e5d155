/**
 * Since Lagoon whoever makes a block of the OP Stack may end it with a
 * transaction that executes nothing: it lists gas that transactions of the block
 * are given back. Their receipts state it as `opGasRefund`; gas used, and the
 * fees that go by it, are less by that. Source: OP Stack specification,
 * protocol/lagoon/post-exec.md and sdm.md.
 */
import { hexToBytes } from '../../../chain/hex';
import type { Hex } from '../../../chain/primitives';
import { decodeRlpHex } from '../../../chain/rlp';
import { rollupNumber } from '../../../chain/rollup-fields';
import type { Receipt, Transaction } from '../../../chain/transaction';
import { fail, ok, type Result } from '../../../values/result';
import type { TransactionInput } from '../../transaction/transaction-input';

export const POST_EXEC = 0x7d;

/** It has no recipient, and creates nothing. */
export function postExecInput({ from }: Pick<Transaction, 'from'>): Partial<TransactionInput> & { to: Uint8Array } {
  return { isForced: true, isSilent: true, to: hexToBytes(from) };
}

/** Returns the bytes that are hashed: the type, and the list that nodes state as its input. */
export function encodePostExec({ input }: Pick<Transaction, 'input'>): Hex {
  return `0x${POST_EXEC.toString(16)}${input.slice(2)}`;
}

/**
 * Returns a sentence where the receipt states another gas that is given back than the last transaction of the block
 * lists; undefined where it states none, or the list is in a form that is not known here.
 */
export function disagreesWithPostExec(
  { index, rollup }: Pick<Receipt, 'index' | 'rollup'>,
  block: readonly Transaction[],
): string | undefined {
  const stated = rollupNumber(rollup?.opGasRefund ?? '');
  const last = block.at(-1);
  const listed = last?.type === POST_EXEC ? listedGas(last.input, index) : 0n;
  if (stated === undefined || listed === undefined || stated === listed) return undefined;
  const [own, others] = [stated, listed].map((gas) => gas.toLocaleString('en'));
  return `The receipt says that ${own} gas is given back, and the last transaction of the block lists ${others} for it.`;
}

/** The gas that a list of version 1 has for the transaction at `index`; undefined for other lists. */
function listedGas(list: Hex, index: number): bigint | undefined {
  try {
    const [version, , entries] = decodeRlpHex(list) as [Hex, Hex, readonly (readonly [Hex, Hex])[]];
    if (version !== '0x01') return undefined;
    return numberOf(entries.find(([at]) => numberOf(at) === BigInt(index))?.[1] ?? '0x');
  } catch {
    return undefined;
  }
}

function numberOf(scalar: Hex): bigint {
  return scalar === '0x' ? 0n : BigInt(scalar);
}

/** Returns the gas that the maker of the block gives back, as the receipt states it, or a sentence where that is no number. */
export function gasGivenBack(receipt: Pick<Receipt, 'rollup'> | undefined): Result<bigint, string> {
  const stated = receipt?.rollup?.opGasRefund;
  const gas = stated === undefined ? 0n : rollupNumber(stated);
  return gas === undefined
    ? fail('The endpoint states the gas that the maker of the block gives back in a way that is not known here.')
    : ok(gas);
}
