/** Entries of the list `internals` (`packed/list-names.ts`): the internal transactions of indexed blocks, by their places. */
import { INTERNAL_CALL_TYPES, type InternalCall } from '../../core/chain/internal-call';
import type { Address } from '../../core/chain/primitives';
import { readPlace } from '../packed/list-names';
import { PackedReader, packId, packInteger } from '../packed/packed-text';

/** The bit of a failed call in the first byte; the other bits are the type. */
const FAILED = 128;
/** The id of an absent address: no address has it. */
const NOBODY = 0;

export function packCall(call: InternalCall, idOf: (address: Address) => number): string {
  const { type, isFailed, from, to, transactionIndex, value } = call;
  return (
    String.fromCharCode(INTERNAL_CALL_TYPES.indexOf(type) + (isFailed ? FAILED : 0)) +
    packId(idOf(from)) +
    packId(to === undefined ? NOBODY : idOf(to)) +
    packInteger(transactionIndex) +
    packInteger(value)
  );
}

/** Returns the address ids that a packed call names; none where it is damaged. */
export function idsInCall(payload: string): readonly number[] {
  const reader = new PackedReader(payload, 1);
  return [reader.id(), reader.id()].filter((id) => id !== undefined).filter((id) => id !== NOBODY);
}

/** Returns the call of an entry; undefined where it is damaged or names an unknown address id. */
export function unpackCall(
  order: string,
  payload: string,
  addressOf: (id: number) => Address | undefined,
): InternalCall | undefined {
  const reader = new PackedReader(payload);
  const place = readPlace(order);
  const kind = reader.byte() ?? FAILED - 1;
  const type = INTERNAL_CALL_TYPES[kind % FAILED];
  const from = addressOf(reader.id() ?? NOBODY);
  const toId = reader.id();
  const to = toId === undefined ? undefined : addressOf(toId);
  const transactionIndex = reader.number();
  const value = reader.bigint();
  if (place === undefined || type === undefined || from === undefined) return undefined;
  if (transactionIndex === undefined || value === undefined || (toId !== NOBODY && to === undefined)) return undefined;
  return {
    blockNumber: place.blockNumber,
    position: place.index,
    transactionIndex,
    type,
    from,
    ...(to !== undefined && { to }),
    value,
    isFailed: kind >= FAILED,
  };
}
