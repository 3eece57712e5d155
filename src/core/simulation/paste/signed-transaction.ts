/** A signed transaction: its fields, and who signed it. */

import type { Hex } from '../../chain/primitives';
import { decodeRawTransaction, senderOf, signedChainOf } from '../../chain/raw-transaction';
import { fail, ok, type Result } from '../../values/result';
import { emptyDraft, emptyStep } from '../draft';
import type { Pasted } from './pasted';

export async function readSignedTransaction(hex: string, network: string): Promise<Result<Pasted, string>> {
  const decoded = decodeRawTransaction(hex.toLowerCase() as Hex);
  if (!decoded.ok)
    return fail(`These hex digits are no signed transaction: ${decoded.error} Calldata belongs into the form below.`);
  const transaction = decoded.value;
  const from = await senderOf(transaction);
  const notes: string[] = [];
  if (from === undefined) notes.push('It is not signed, or its signature is invalid: fill in the sender.');
  if (transaction.blobVersionedHashes !== undefined) notes.push('Its blobs are left out.');
  const chain = signedChainOf(transaction);
  if (chain === undefined) notes.push('Its signature holds on any chain; the one of this page is taken.');
  const { to, value, input, gas, nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const { accessList, authorizationList } = transaction;
  const step = emptyStep({
    from: from ?? '',
    to: to ?? '',
    value: value === 0n ? '' : value.toString(),
    input: input === '0x' ? '' : input,
    gas: String(gas),
    nonce: String(nonce),
    gasPrice: maxFeePerGas === undefined ? (gasPrice ?? 0n).toString() : '',
    maxFee: maxFeePerGas?.toString() ?? '',
    tip: maxPriorityFeePerGas?.toString() ?? '',
    accessList: accessList === undefined || accessList.length === 0 ? '' : JSON.stringify(accessList),
    authorizations: authorizationList === undefined ? '' : JSON.stringify(authorizationList),
    manner: 'paid',
  });
  return ok({
    kind: `A signed transaction of type ${transaction.type}`,
    draft: emptyDraft(chain === undefined ? network : String(chain), [step]),
    notes,
  });
}
