/** Gas of chains that bring data to another layer: what is paid for it, and what is held back from execution. */
import type { BlockEnvironment } from '../environment';
import type { State } from '../state/state';
import { ViewedState } from '../state/view';
import type { TransactionInput } from './transaction-input';

/** Returns the transaction with the gas for its data where the protocol takes some and nothing states how much; calls that pay nothing pay none. */
export function withDataGas(
  state: State,
  transaction: TransactionInput,
  block: BlockEnvironment,
  price: bigint,
): TransactionInput {
  const { dataGas } = block.protocol ?? {};
  if (dataGas === undefined || transaction.dataGas !== undefined || transaction.isForced || price === 0n)
    return transaction;
  return { ...transaction, dataGas: dataGas({ state: new ViewedState(state), transaction, block, price }) };
}

/** Returns the gas of its limit that it does not execute with, and gets back; `paid`: what is paid before the first instruction. */
export function heldGas(state: State, transaction: TransactionInput, block: BlockEnvironment, paid: number): bigint {
  if (transaction.isForced) return 0n;
  const most = block.protocol?.mostGas?.(new ViewedState(state), transaction, paid);
  return most === undefined || transaction.gasLimit <= most ? 0n : transaction.gasLimit - most;
}
