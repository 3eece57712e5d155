/**
 * Gas for posting a transaction to layer 1, and what it leaves to execute with
 * (OffchainLabs/nitro, arbos/l1pricing/l1pricing.go and arbos/tx_processor.go).
 */
import type { TransactionInput } from '../../transaction/transaction-input';
import { encodedOf } from '../as-sent';
import type { Payment } from '../protocol';
import type { StateView } from '../state-view';
import {
  ARBOS_STATE,
  BLOCK_GAS,
  INFRA_ACCOUNT,
  LEAST_BASE_FEE,
  NETWORK_ACCOUNT,
  PRICE_PER_UNIT,
  TRANSACTION_GAS,
} from './arbos-slots';
import { brotliLength } from './brotli-length';

/** Units of price in a byte: what a byte of calldata cost on layer 1. */
const UNITS_PER_BYTE = 16n;
/** Units that nodes add as long as the transaction is not signed. */
const SPARE_UNITS = 16n * UNITS_PER_BYTE;
/** No limit below it was ever held back from: the bound is not asked for then. */
const ALWAYS_EXECUTED = 32_000_000n;
/** Since then each transaction has a bound of its own. */
const BOUND_BY_TRANSACTION = 50;

/** Returns the slots of ArbOS that the fees and the gas of a transaction go by. */
export function slotsFor({ gasLimit, dataGas, isForced }: TransactionInput, version: number): readonly bigint[] {
  const always = [NETWORK_ACCOUNT, INFRA_ACCOUNT, LEAST_BASE_FEE];
  if (isForced) return always;
  return [
    ...always,
    ...(dataGas === undefined ? [PRICE_PER_UNIT] : []),
    ...(gasLimit > ALWAYS_EXECUTED ? [boundOf(version)] : []),
  ];
}

/** Returns the transaction with the gas for posting it, and the gas that is held back from it. Calls that pay nothing pay nothing for it. */
export function enterPosted(
  payment: Omit<Payment, 'gas'>,
  paid: (transaction: TransactionInput) => number,
  { version, collectsTips }: { version: number; collectsTips: boolean },
): { transaction: TransactionInput; held: bigint } {
  const { state, price } = payment;
  let { transaction } = payment;
  if (transaction.isForced) return { transaction, held: 0n };
  if (transaction.dataGas === undefined && price > 0n)
    transaction = { ...transaction, dataGas: postingGas(payment, collectsTips) };
  const most = mostGas(state, transaction, paid(transaction), version);
  return { transaction, held: transaction.gasLimit > most ? transaction.gasLimit - most : 0n };
}

/**
 * The gas for posting a transaction of which no receipt is there: at the price that ArbOS has for it, and by the
 * size that is estimated. An estimate of a limit is as generous as that of a node: a longer transaction, a tenth more for
 * layer 1, an eighth less for gas.
 */
function postingGas(payment: Omit<Payment, 'gas'>, collectsTips: boolean): number {
  const { state, transaction, block, price } = payment;
  const paid = collectsTips ? price : block.baseFee;
  if (paid === 0n) return 0;
  const units = UNITS_PER_BYTE * BigInt(brotliLength(encodedOf(payment)));
  const unitPrice = state.slot(ARBOS_STATE, PRICE_PER_UNIT);
  if (!transaction.isEstimate) return Number((units * unitPrice) / paid);
  const spare = ((units + SPARE_UNITS) * 101n) / 100n;
  const least = state.slot(ARBOS_STATE, LEAST_BASE_FEE);
  const lower = (paid * 7n) / 8n > least ? (paid * 7n) / 8n : least;
  return Number((spare * unitPrice * 11n) / 10n / (lower > 0n ? lower : paid));
}

/** Gas that a transaction executes with at most, with what it paid before: the rest is held back until it ends. */
function mostGas(state: StateView, transaction: TransactionInput, paid: number, version: number): bigint {
  if (transaction.gasLimit <= ALWAYS_EXECUTED) return transaction.gasLimit;
  const bound = state.slot(ARBOS_STATE, boundOf(version));
  // The bound of a transaction has its intrinsic gas in it, that of a block has not.
  return bound + BigInt(version < BOUND_BY_TRANSACTION ? paid : (transaction.dataGas ?? 0));
}

function boundOf(version: number): bigint {
  return version < BOUND_BY_TRANSACTION ? BLOCK_GAS : TRANSACTION_GAS;
}
