/** Values and logs as the truth writes them. */
import { type Abi, type AbiParameter, decodeEventLog, type Hex, toEventSelector } from 'viem';
import type { EventTruth, Value } from './truth';

export type RawLog = { address: Hex; topics: [Hex, ...Hex[]]; data: Hex };

export function lower(hex: string): Hex {
  return hex.toLowerCase() as Hex;
}

/** Converts a value to the form that viem takes and gives. */
export function toValue(value: unknown): Value {
  if (Array.isArray(value)) return value.map(toValue);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(toValue);
  return typeof value === 'string' && /^0x[\da-f]*$/i.test(value) ? value.toLowerCase() : String(value);
}

export function named(inputs: readonly AbiParameter[], values: readonly unknown[]): { name: string; value: Value }[] {
  return values.map((value, at) => ({ name: inputs[at]?.name ?? '', value: toValue(value) }));
}

/** Reads the log by an ABI; undefined where that has no such event. */
export function eventBy(abi: Abi, { topics, data }: RawLog): Omit<EventTruth, 'address'> | undefined {
  // Any first topic may be an anonymous event's, so those come last.
  const events = abi.filter((item) => item.type === 'event');
  for (const item of events.sort((a, b) => Number(a.anonymous ?? false) - Number(b.anonymous ?? false))) {
    const indexed = item.inputs.filter((input) => input.indexed === true).length;
    if (topics.length !== indexed + (item.anonymous ? 0 : 1)) continue;
    try {
      // viem takes the first topic for the event's own, which an anonymous one has not.
      const own = item.anonymous ? toEventSelector(item) : undefined;
      const { args } = decodeEventLog({ abi: [item], topics: own ? [own, ...topics] : topics, data });
      const values = Object.values(args ?? {});
      // viem gives those with names as fields, in the order of indexed ones first.
      const byName = args as unknown as Record<string, unknown>;
      return {
        name: item.name,
        args: item.inputs.map(({ name = '' }, at) => ({
          name,
          value: toValue(Array.isArray(args) || name === '' ? values[at] : byName[name]),
        })),
      };
    } catch {
      // Another event.
    }
  }
  return undefined;
}
