/** What holds for a call of a test as a transaction in forge 1.7.1: why it cannot begin, and what its price of gas moves. */

import type { BlockEnvironment } from '../../evm/environment';
import { Fork } from '../../evm/rules/forks';
import { intrinsicGas, type TransactionInput } from '../../evm/transaction/transaction-input';
import { maxGasLimit } from '../../evm/transaction/validity';
import type { TestSettings } from '../settings';

/** Gas of the transaction that makes the factory of CREATE2, which comes before a suite's own. */
export const FACTORY_GAS = 68_137;

/** Returns why forge executes nothing of the call, in its words; undefined where it begins. */
export function whyRefused(
  transaction: TransactionInput,
  block: BlockEnvironment,
  { limitsTransactions }: TestSettings,
): string | undefined {
  const { gasLimit, to, data } = transaction;
  const maxInitCode = block.protocol?.prices?.maxInitCodeSize ?? Number.POSITIVE_INFINITY;
  const { intrinsic, floor } = intrinsicGas(transaction, block.fork);
  const said = (text: string) => `EVM error; transaction validation error: ${text}`;
  const cap = limitsTransactions ? maxGasLimit({ fork: block.fork }) : Number.POSITIVE_INFINITY;
  if (gasLimit > cap) return said(`transaction gas limit (${gasLimit}) is greater than the cap (${cap})`);
  if (to === undefined && block.fork >= Fork.shanghai && data.length > maxInitCode)
    return said('create initcode size limit');
  if (gasLimit < intrinsic) return said(`call gas cost (${intrinsic}) exceeds the gas limit (${gasLimit})`);
  if (gasLimit < floor) return said(`gas floor (${floor}) exceeds the gas limit (${gasLimit})`);
  return undefined;
}

/**
 * Returns the wei that sender and coinbase get behind a call. forge takes nothing before it, whatever the price, and
 * gives back the gas that was not used at the price that holds at its end (`vm.txGasPrice`).
 */
export function weiAfterCall(
  gasLimit: bigint,
  gasUsed: number,
  { price, baseFee }: { price: bigint; baseFee: bigint },
): { sender: bigint; coinbase: bigint } {
  const tip = price > baseFee ? price - baseFee : 0n;
  return { sender: price * (gasLimit - BigInt(gasUsed)), coinbase: tip * BigInt(gasUsed) };
}
