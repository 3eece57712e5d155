/**
 * Slots that hold the address of the code that a contract hands calls on to, found by what it does: no source is needed,
 * and no standard. The singleton of a Safe stands so in slot 0.
 */
import type { Address, Hex } from '../chain/primitives';
import type { Prestate } from '../replay/state-diff';
import { RowKind, type Trace } from '../trace/rows';
import { type ChangedVariable, callsOf } from './subject';

/** Returns the slots among those that changed that held a code to which their contract delegated in this transaction. Linear in rows and slots. */
export function codeSlots(trace: Trace, pre: Prestate, post: Prestate): ChangedVariable[] {
  const handedOn = new Map<Address, Set<Address>>();
  for (const { kind, from, to } of callsOf(trace))
    if (kind === RowKind.delegatecall) handedOn.set(from, (handedOn.get(from) ?? new Set()).add(to));
  return [...handedOn].flatMap(([address, codes]) =>
    Object.entries(pre[address]?.storage ?? {}).flatMap(([key, before]): ChangedVariable[] => {
      const code = [...codes].find((each) => before.endsWith(each.slice(2)));
      const word = post[address]?.storage?.[key as Hex] ?? '';
      const after = `0x${word.slice(2).slice(-40).padStart(40, '0')}`;
      if (code === undefined || after === code) return [];
      return [
        { address, path: `slot ${BigInt(key) < 1n << 64n ? BigInt(key) : key}`, before: code, after, isCode: true },
      ];
    }),
  );
}
