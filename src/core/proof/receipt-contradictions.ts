import type { Receipt, Transaction } from '../chain/transaction';

/**
 * Returns a sentence for each field that a transaction and its receipt both state, differently: hash, block, number,
 * position, sender and recipient. Empty when all agree. This holds by the rules of every chain, and needs no block. A
 * receipt that states neither a recipient nor a created contract leaves both out.
 */
export function receiptContradictions(transaction: Transaction, receipt: Omit<Receipt, 'logs'>): readonly string[] {
  const isTold = receipt.to !== undefined || receipt.contractAddress !== undefined;
  const claims: readonly (readonly [boolean, string])[] = [
    [receipt.transactionHash === transaction.hash, 'The receipt is of another transaction.'],
    [receipt.blockHash === transaction.blockHash, 'Transaction and receipt name different blocks.'],
    [receipt.blockNumber === transaction.blockNumber, 'Transaction and receipt name different block numbers.'],
    [receipt.index === transaction.index, 'Transaction and receipt name different positions in the block.'],
    [receipt.from === transaction.from, 'Transaction and receipt name different senders.'],
    [!isTold || receipt.to === transaction.to, 'Transaction and receipt name different recipients.'],
  ];
  return claims.filter(([holds]) => !holds).map(([, otherwise]) => otherwise);
}
