/** Receipts of a virtual network as its headers commit to them. */
import type { Receipt, SentTransaction } from '../chain/transaction';
import { encodeCeloReceipt } from '../evm/families/celo/celo-transactions';
import { encodeReceipt, receiptFields } from '../proof/receipts';

/** Returns the bytes of the receipt in the trie of receipts. */
export function receiptBytes(receipt: Receipt, { type }: Pick<SentTransaction, 'type'>): Uint8Array {
  return encodeCeloReceipt(receipt, { type }, receiptFields(receipt)) ?? encodeReceipt(receipt, type);
}
