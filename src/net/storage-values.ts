/**
 * Slots of many accounts in few calls: eth_getStorageValues, which nodes offer
 * since 2026, else eth_getStorageAt for each. Whether an endpoint has it is
 * found out beside the first few slots, at the cost of no round trip.
 */
import { array, check, pipe, record } from 'valibot';
import type { Address, Hash } from '../core/chain/primitives';
import type { Failure, FailureCode } from '../core/failure';
import { fail, ok, type Result } from '../core/result';
import { fetchStorageAt, type ReadOptions } from './chain-reader';
import { address, word } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

export type SlotKey = { address: Address; key: Hash };
export type SlotAt = SlotKey & { value: Hash };

type Answer<T> = Promise<Result<T, Failure>>;

/** Of one call in all: the bound that geth, Reth and Besu set. */
const SLOTS_PER_CALL = 1_024;
/** So many are asked for both ways while it is not known whether the endpoint has the method. */
const TRIED = 20;

/** Whether the endpoints of a client answered the method; false from the first question on, until they do. */
const answering = new WeakMap<Rpc, boolean>();

/** Failures that say nothing of the method: asking otherwise would meet them as well. */
const OTHERWISE_TOO: readonly FailureCode[] = ['noEndpoint', 'endpointDown', 'wrongChain', 'rateLimited', 'cancelled'];

/** What the slots hold after `block`, in the order of `slots`. */
export async function fetchSlots(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions = {},
): Answer<readonly SlotAt[]> {
  if (slots.length === 0) return ok([]);
  if (answering.get(rpc) === true) {
    const together = await fetchTogether(rpc, slots, block, options);
    if (together.ok || OTHERWISE_TOO.includes(together.error.code)) return together;
  }
  // Nobody waits for the trial: what it finds out holds from the next question on.
  if (!answering.has(rpc)) void fetchTogether(rpc, slots.slice(0, TRIED), block, options);
  return fetchOneByOne(rpc, slots, block, options);
}

async function fetchTogether(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions,
): Answer<readonly SlotAt[]> {
  if (!answering.has(rpc)) answering.set(rpc, false);
  const parts: SlotKey[][] = [];
  for (let start = 0; start < slots.length; start += SLOTS_PER_CALL) {
    parts.push(slots.slice(start, start + SLOTS_PER_CALL));
  }
  const answers = await Promise.all(parts.map((part) => fetchValues(rpc, part, block, options)));
  const known: SlotAt[] = [];
  for (const answer of answers) {
    if (!answer.ok) {
      if (!OTHERWISE_TOO.includes(answer.error.code)) answering.set(rpc, false);
      return answer;
    }
    known.push(...answer.value);
  }
  answering.set(rpc, true);
  return ok(known);
}

/** eth_getStorageValues of at most 1,024 slots. */
async function fetchValues(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions,
): Answer<readonly SlotAt[]> {
  const keys: Record<Address, Hash[]> = {};
  for (const { address: of, key } of slots) {
    const asked = keys[of];
    if (asked === undefined) keys[of] = [key];
    else asked.push(key);
  }
  const schema = pipe(
    record(address, array(word)),
    check(
      (values) => Object.entries(keys).every(([of, asked]) => values[of as Address]?.length === asked.length),
      'a value for each slot was expected',
    ),
  );
  const answer = await rpc.request('eth_getStorageValues', [keys, `0x${block.toString(16)}`], schema, options);
  if (!answer.ok) return answer;
  const taken = new Map<Address, number>();
  return ok(
    slots.map((slot) => {
      const at = taken.get(slot.address) ?? 0;
      taken.set(slot.address, at + 1);
      return { ...slot, value: answer.value[slot.address]?.[at] as Hash };
    }),
  );
}

async function fetchOneByOne(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions,
): Answer<readonly SlotAt[]> {
  const answers = await Promise.all(
    slots.map(async (slot) => ({
      slot,
      value: await fetchStorageAt(rpc, slot.address, BigInt(slot.key), block, options),
    })),
  );
  const known: SlotAt[] = [];
  for (const { slot, value } of answers) {
    if (!value.ok) return fail(value.error);
    known.push({ ...slot, value: value.value });
  }
  return ok(known);
}
