/** What two transactions did to the state, field by field, where they did not do the same. */
import type { Address, Hex } from '../chain/primitives';
import type { Prestate, PrestateAccount } from './state-diff';

/** What changed, in the shape of prestateTracer with diffMode. */
type Changes = { pre: Prestate; post: Prestate };

/** Before and after; undefined where a transaction left the field alone. Amounts and slots as hex, codes by their bytes. */
type Change = { before: string; after: string } | undefined;

export type StateDifference = {
  address: Address;
  field: 'balance' | 'nonce' | 'code' | 'storage';
  /** The slot, of storage. */
  slot?: Hex;
  a: Change;
  b: Change;
};

/** Returns the differences in the order of addresses, fields and slots. */
export function diffState(a: Changes, b: Changes): StateDifference[] {
  const addresses = new Set([...addressesOf(a), ...addressesOf(b)]);
  return [...addresses].sort().flatMap((address) => accountDifferences(address, a, b));
}

function addressesOf({ pre, post }: Changes): Address[] {
  return [...Object.keys(pre), ...Object.keys(post)] as Address[];
}

function accountDifferences(address: Address, a: Changes, b: Changes): StateDifference[] {
  const found: StateDifference[] = [];
  const compare = (field: StateDifference['field'], slot: Hex | undefined, one: Change, other: Change) => {
    if (one?.before === other?.before && one?.after === other?.after) return;
    found.push({ address, field, ...(slot === undefined ? {} : { slot }), a: one, b: other });
  };
  for (const field of ['balance', 'nonce', 'code'] as const) {
    compare(field, undefined, fieldChange(a, address, field), fieldChange(b, address, field));
  }
  const slots = new Set([...slotsOf(a, address), ...slotsOf(b, address)]);
  for (const slot of [...slots].sort())
    compare('storage', slot, slotChange(a, address, slot), slotChange(b, address, slot));
  return found;
}

const NOTHING = { balance: '0x0', nonce: '0', code: '0x' } as const;

function fieldChange({ pre, post }: Changes, address: Address, field: keyof typeof NOTHING): Change {
  const left = post[address];
  // An account without a `post` was destructed: all it had is gone.
  const gone = left === undefined && pre[address] !== undefined;
  const after = gone ? NOTHING[field] : left?.[field];
  if (after === undefined) return undefined;
  const before = String(pre[address]?.[field] ?? NOTHING[field]);
  return before === String(after) ? undefined : { before, after: String(after) };
}

function slotsOf({ pre, post }: Changes, address: Address): Hex[] {
  return [storageOf(pre[address]), storageOf(post[address])].flatMap((storage) => Object.keys(storage) as Hex[]);
}

function slotChange({ pre, post }: Changes, address: Address, slot: Hex): Change {
  const before = storageOf(pre[address])[slot] ?? ZERO;
  const after = storageOf(post[address])[slot] ?? ZERO;
  return before === after ? undefined : { before, after };
}
const ZERO = `0x${'00'.repeat(32)}`;

function storageOf(account: PrestateAccount | undefined): Record<Hex, Hex> {
  return account?.storage ?? {};
}
