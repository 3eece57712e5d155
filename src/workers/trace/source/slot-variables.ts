/** The slots that a transaction changed, named by the variables of the code that wrote them. */

import { isSameValue } from '../../../core/abi/same-value';
import { bytesToAddress, wordHex } from '../../../core/chain/hex';
import { accountIndex, type SlotIndex } from '../../../core/evm/state/slots';
import { LIMBS, toBigInt } from '../../../core/evm/words/words';
import { comparePathOrder } from '../../../core/source/values/storage-order';
import { RowKind } from '../../../core/trace/rows';
import type { SlotVariables } from '../source-trace.api';
import { LongTexts } from './long-texts';
import type { SourceTrace } from './source-trace';

const MAX_SLOTS = 20_000;

/**
 * Names each slot as its last write does, in the order of the variables and of
 * what is below each; slots without a name are left out. Linear in the rows,
 * and sorts the slots. A text of several slots is told at the first.
 */
export function slotVariables(source: SourceTrace): Omit<SlotVariables, 'names'>[] {
  const { kind, subject, length } = source.tree;
  const { accesses, execution } = source.replayed.replay;
  const { slots } = execution.state;
  const texts = new LongTexts(slots, source.mappingKeys);
  const lastWrite = new Map<SlotIndex, number>();
  for (let index = 0; index < length; index++) {
    if (kind[index] !== RowKind.storageWrite) continue;
    const { slot, transient } = accesses.at(subject[index]);
    if (!transient && (lastWrite.has(slot) || lastWrite.size < MAX_SLOTS)) lastWrite.set(slot, index);
  }
  const named = [...lastWrite].flatMap(([slot, index]) => {
    const words = { before: toBigInt(slots.original, slot * LIMBS), after: toBigInt(slots.current, slot * LIMBS) };
    if (words.before === words.after) return [];
    const { key, order, parts, values } = source.namedSlot(index, words);
    // Bytes that no variable has may change as well: such a slot has no name.
    if (values.every(({ before, after }) => isSameValue(before, after))) return [];
    const account = accountIndex(slots.account[slot]);
    const address = bytesToAddress(execution.state.addressBytes(account));
    const whole = texts.whole(account, key, parts, values);
    const named = { address, key: wordHex(key), values: whole };
    return [{ order, account, parts, slot: named }];
  });
  return named
    .sort((a, b) => comparePathOrder(a.order, b.order))
    .map(({ slot, account, parts }) => (texts.isTold(account, parts) ? { ...slot, values: [] } : slot));
}
