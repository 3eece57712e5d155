/** What `forge script` writes of a run (`broadcast/…/run-latest.json`): its transactions in their order. */
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { emptyDraft } from '../draft';
import { firstOf, type Pasted, textOf } from './pasted';
import { stepOf } from './rpc-calls';

/** Returns whether the entries are those of a broadcast, not of another file with transactions. */
export function isBroadcast(transactions: readonly unknown[]): boolean {
  return transactions.some((each) => isFields(each) && isFields(each.transaction));
}

export function readBroadcast(file: Record<string, unknown>, network: string): Result<Pasted, string> {
  const listed = Array.isArray(file.transactions) ? file.transactions.filter(isFields) : [];
  const notes: string[] = [];
  const steps = listed.flatMap((each) => {
    if (!isFields(each.transaction)) return [];
    const called = firstOf(each, 'function').replace(/\(.*$/s, '');
    const label = [firstOf(each, 'contractName'), called].filter((part) => part !== '').join('.');
    return [{ ...stepOf(each.transaction, notes), label: label.slice(0, 200) }];
  });
  if (steps.length < listed.length)
    return fail(`Of ${listed.length} transactions of this broadcast ${listed.length - steps.length} have no fields.`);
  return ok({
    kind: `A broadcast of forge script with ${steps.length} ${steps.length === 1 ? 'transaction' : 'transactions'}`,
    draft: emptyDraft(textOf(file.chain) || network, steps),
    notes: [
      ...notes,
      ...(listed.some((each) => textOf(each.hash) !== '')
        ? ['It was sent already: choose the block before it, where its nonces are still free.']
        : []),
    ],
  });
}
