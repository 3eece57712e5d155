/** Keeps what an endpoint said of a transaction, and its block. */

import { saveBlock } from '../../db/chain/save-block';
import { saveTransaction } from '../../db/chain/save-transaction';
import type { KeptTransaction } from '../../db/rows/transaction-row';
import { deleteTrace } from '../../db/traces/traces';
import type { Loaded } from './transaction-request';

/** Keeps it in place of `kept`. The trace of another inclusion goes. */
export async function keepTransaction(loaded: Loaded, kept: KeptTransaction | undefined): Promise<void> {
  const { transaction, receipt, block, fetchedAt } = loaded.record;
  const { networkId, hash } = transaction;
  if (kept?.receipt !== undefined && kept.receipt.blockHash !== receipt?.blockHash)
    await deleteTrace({ networkId, hash });
  const whole = await loaded.receipt(new AbortController().signal);
  const row = { networkId, hash, transaction, fetchedAt, ...(receipt === undefined ? {} : { receipt }) };
  await saveTransaction(row, whole.ok ? whole.value.logs : [], { block });
  if (block?.hash !== undefined && block.number !== undefined) {
    await saveBlock({ networkId, hash: block.hash, number: block.number, block, fetchedAt });
  }
}
