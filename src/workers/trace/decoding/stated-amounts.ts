/** Amounts of tokens that a trace itself states, by which values elsewhere are known to be amounts. */
import { selectorOf as selectorOfSignature } from '../../../core/abi/signature';
import { bytesToHex } from '../../../core/chain/hex';
import type { Selector } from '../../../core/chain/primitives';
import { APPROVAL, TRANSFER, TRANSFER_OF_ID } from '../../../core/chain/token-standard';
import { inputOf, isLog, logOf, selectorOf } from '../../../core/trace/row-fields';
import { type RowIndex, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import { FUNCTIONS } from './amount-places';

/** Rows below a frame that are looked at for its own events. */
const MAX_ROWS = 500;

let places: ReadonlyMap<Selector, { inputs: readonly number[]; id?: number; orItem?: true }> | undefined;

/** The functions whose own contract is the token, by selector. */
function functionsOfTokens(): NonNullable<typeof places> {
  places ??= new Map(
    Object.entries(FUNCTIONS).flatMap(([signature, { inputs, token, id, orItem, ofCaller }]) =>
      inputs === undefined || token !== undefined || ofCaller
        ? []
        : [
            [
              selectorOfSignature(signature),
              { inputs, ...(id !== undefined && { id }), ...(orItem && { orItem }) },
            ] as const,
          ],
    ),
  );
  return places;
}

/**
 * Returns the amounts that the calldata of a frame and its own Transfer and Approval events state by ERC-20 or ERC-6909,
 * as digits, with the id of the item; undefined for none, and where one amount is stated of several items. Those that a
 * contract with items may mean as ids are left out where it `hasItems`.
 */
export function amountsIn(trace: Trace, frame: RowIndex, hasItems: boolean): ReadonlyMap<string, string | undefined> {
  const amounts = new Map<string, string | undefined>();
  const add = (amount: Uint8Array, item?: string) => {
    if (amount.length !== 32) return;
    const digits = BigInt(bytesToHex(amount)).toString();
    amounts.set(digits, amounts.has(digits) && amounts.get(digits) !== item ? undefined : item);
  };
  const { kind, parent, subtreeEnd } = trace.rows;
  const selector =
    kind[frame] === RowKind.create || kind[frame] === RowKind.create2 ? undefined : selectorOf(trace, frame);
  const stated = selector && functionsOfTokens().get(selector);
  const input = inputOf(trace, frame);
  const wordAt = (at: number) => input.subarray(4 + at * 32, 36 + at * 32);
  if (stated !== undefined && !(stated.orItem && hasItems) && input.length >= 4 + 32) {
    const item = stated.id === undefined ? undefined : BigInt(bytesToHex(wordAt(stated.id))).toString();
    for (const at of stated.inputs) add(wordAt(at), item);
  }
  for (let row = frame + 1; row < Math.min(subtreeEnd[frame], frame + MAX_ROWS); row++) {
    if (parent[row] !== frame || !isLog(trace, rowIndex(row))) continue;
    const { topics, data } = logOf(trace, rowIndex(row));
    // A topic holds the id of an item: no standard indexes an amount.
    if (topics.length === 3 && (topics[0] === TRANSFER || topics[0] === APPROVAL)) add(data);
    if (topics.length === 4 && topics[0] === TRANSFER_OF_ID) add(data.subarray(32), BigInt(topics[3] ?? 0).toString());
  }
  return amounts;
}
