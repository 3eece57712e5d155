/**
 * Slots of many accounts in few calls: eth_getStorageValues, which nodes offer
 * since 2026, else a program that eth_call runs in place of the accounts' code,
 * else eth_getStorageAt for each. Whether an endpoint has the first is found out
 * beside the first few slots, at the cost of no round trip; whether it runs the
 * program, when there are more slots than one batch carries.
 */
import { array, check, pipe, record } from 'valibot';
import type { Address, Hash } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { fetchStorageAt } from './account-reader';
import { blockParam, type ReadOptions } from './chain-reader';
import { failsAnyRequest } from './rpc/endpoint-failures';
import { address, word } from './rpc/fields';
import { batchSize, type Rpc } from './rpc/rpc';
import { isReadable, readSlots, type SlotKey } from './slot-reader';

export type SlotAt = SlotKey & { value: Hash };

type Answer<T> = Promise<Result<T, Failure>>;

/** Slots of one call, over all accounts: the bound that geth, Reth and Besu set. */
const SLOTS_PER_CALL = 1_024;
/**
 * Slots that are asked for both ways while it is not known whether the endpoint has the method, or runs the program.
 */
const TRIED = 20;
/** Slots that are tried at least, however few calls a batch carries: a single slot says little. */
const LEAST_TRIED = 5;

/** Whether the endpoints of a client answer eth_getStorageValues; false from the first question on, until they do. */
const answering = new WeakMap<Rpc, boolean>();
/** Whether the endpoints of a client ran the program, and it read the values that they state for each slot. */
const running = new WeakMap<Rpc, boolean>();

/** Fetches the values of the slots after `block`, in the order of `slots`. */
export async function fetchSlots(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions = {},
): Answer<readonly SlotAt[]> {
  if (slots.length === 0) return ok([]);
  if (answering.get(rpc) === true) {
    const together = await fetchTogether(rpc, slots, block, options);
    if (together.ok || failsAnyRequest(together.error)) return together;
  }
  // Nobody waits for the trial: what it finds out holds from the next question on.
  const trial = answering.has(rpc) ? undefined : fetchTogether(rpc, slots.slice(0, TRIED), block, options);
  const few = batchSize(rpc);
  if (slots.length <= few || running.get(rpc) === false) return fetchOneByOne(rpc, slots, block, options);
  if (running.get(rpc) === true) return fetchByProgram(rpc, slots, block, options);

  const tried = Math.min(TRIED, Math.max(few, LEAST_TRIED));
  const known = await tryProgram(rpc, slots.slice(0, tried), block, options);
  if (!known.ok) return known;
  await trial;
  const rest = slots.slice(tried);
  const others = running.has(rpc)
    ? await fetchSlots(rpc, rest, block, options)
    : await fetchOneByOne(rpc, rest, block, options);
  return others.ok ? ok([...known.value, ...others.value]) : others;
}

/** The slots one by one, and beside them by the program. That both are zero everywhere says nothing of it. */
async function tryProgram(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions,
): Answer<readonly SlotAt[]> {
  const [known, read] = await Promise.all([
    fetchOneByOne(rpc, slots, block, options),
    readSlots(rpc, slots.filter(isReadable), block, options),
  ]);
  if (!known.ok) return known;
  const stated = known.value.filter(isReadable).map(({ value }) => value);
  if (!read.ok) {
    if (!failsAnyRequest(read.error)) running.set(rpc, false);
  } else if (read.value.some((value, at) => value !== stated[at])) running.set(rpc, false);
  else if (stated.some((value) => BigInt(value) !== 0n)) running.set(rpc, true);
  return known;
}

async function fetchByProgram(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions,
): Answer<readonly SlotAt[]> {
  const [read, others] = await Promise.all([
    readSlots(rpc, slots.filter(isReadable), block, options),
    fetchOneByOne(
      rpc,
      slots.filter((slot) => !isReadable(slot)),
      block,
      options,
    ),
  ]);
  if (!others.ok) return others;
  if (!read.ok) {
    if (failsAnyRequest(read.error)) return read;
    running.set(rpc, false);
    return fetchOneByOne(rpc, slots, block, options);
  }
  const values = { read: read.value.values(), stated: others.value.map(({ value }) => value).values() };
  return ok(
    slots.map((slot) => ({ ...slot, value: (isReadable(slot) ? values.read : values.stated).next().value as Hash })),
  );
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
      if (!failsAnyRequest(answer.error)) answering.set(rpc, false);
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
  const answer = await rpc.request('eth_getStorageValues', [keys, blockParam(block)], schema, options);
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
