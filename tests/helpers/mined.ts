/** Transactions that are in a block before anything is said of them. */
import type { Address, Hash, Hex } from '../../src/core/chain/primitives';
import type { Anvil } from './anvil';

/** The fields of a receipt that tests read, as the node answers them. */
export type MinedReceipt = {
  transactionHash: Hash;
  blockHash: Hash;
  blockNumber: Hex;
  transactionIndex: Hex;
  status: Hex;
  gasUsed: Hex;
  contractAddress: Address;
};

/**
 * The receipt of a transaction that the node took. Anvil mines at once, but on
 * a busy machine the receipt comes a moment later than the hash, and for another
 * moment the transaction itself is still answered as one that waits.
 */
export async function receiptOf(anvil: Pick<Anvil, 'call'>, hash: Hash): Promise<MinedReceipt> {
  for (;;) {
    const receipt = await anvil.call<MinedReceipt | null>('eth_getTransactionReceipt', [hash]);
    if (receipt === null) continue;
    const transaction = await anvil.call<{ blockHash: Hash | null } | null>('eth_getTransactionByHash', [hash]);
    if (transaction?.blockHash) return receipt;
  }
}

/** Sends a transaction of one of the node's accounts, and answers its receipt once it is in a block. */
export async function sendMined(anvil: Pick<Anvil, 'call'>, transaction: object): Promise<MinedReceipt> {
  return receiptOf(anvil, await anvil.call<Hash>('eth_sendTransaction', [transaction]));
}
