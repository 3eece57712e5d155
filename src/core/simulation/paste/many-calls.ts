/** Bodies of JSON-RPC methods that call several times on one state: eth_callMany and trace_callMany. */
import { isFields, readFieldsList } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { type BlockDraft, emptyBlock, emptyDraft } from '../draft';
import { decimal, firstOf, type Pasted } from './pasted';
import { accountsOf, blockOf, fieldsOf, stepOf } from './rpc-calls';

/** Reads Erigon's form: bundles of transactions, each a block, at a place in a block, with overrides of state before the first. */
export function readCallMany(params: readonly unknown[], network: string): Result<Pasted, string> {
  const [bundles, context, overrides] = params;
  const notes: string[] = [];
  const blocks = readFieldsList(bundles).map((bundle, at): BlockDraft => {
    const steps = readFieldsList(bundle.transactions).map((call) => ({ ...stepOf(call, notes), goesOn: true }));
    const fields = fieldsOf(firstRecord(bundle.blockOverride, bundle.blockOverrides), notes);
    return { ...emptyBlock(steps), ...fields, accounts: at === 0 ? accountsOf(overrides) : [] };
  });
  const count = blocks.reduce((sum, { steps }) => sum + steps.length, 0);
  if (count === 0) return fail('eth_callMany needs a list of bundles with transactions.');
  const place = isFields(context) ? context : {};
  const index = decimal(firstOf(place, 'transactionIndex'));
  const isInside = index !== '' && index !== '-1';
  return ok({
    kind: `${countText(count, 'call')} in ${countText(blocks.length, 'bundle')}, written for eth_callMany`,
    draft: {
      ...emptyDraft(network),
      block: blockOf(place.blockNumber, notes),
      ...(isInside && { place: 'before' as const, index }),
      blocks,
    },
    notes,
  });
}

/** Reads OpenEthereum's form: pairs of a call and the kinds of trace that are wanted of it, at the end of a block. */
export function readTraceCallMany(params: readonly unknown[], network: string): Result<Pasted, string> {
  const [pairs, block] = params;
  const notes: string[] = [];
  const calls = (Array.isArray(pairs) ? pairs : []).map((pair) => (Array.isArray(pair) ? pair[0] : pair));
  const steps = calls.filter(isFields).map((call) => ({ ...stepOf(call, notes), goesOn: true }));
  if (steps.length === 0) return fail('trace_callMany needs a list of calls, each with the kinds of trace.');
  return ok({
    kind: `${countText(steps.length, 'call')}, written for trace_callMany`,
    draft: { ...emptyDraft(network, steps), block: blockOf(block, notes) },
    notes,
  });
}

function firstRecord(...values: readonly unknown[]): unknown {
  return values.find(isFields);
}

function countText(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
