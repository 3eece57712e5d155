/** The stored form of a change of a virtual network: the values before and after, by address and key. */
import * as v from 'valibot';
import type { KeptAccount, KeptChange } from '../../core/virtual/kept-change';
import { type AllStored, address, hash, hex } from './fields';

const account = v.object({ balance: v.bigint(), nonce: v.bigint(), exists: v.boolean(), isWhole: v.boolean() });

export const storedChange = v.object({
  accounts: v.array(
    v.object({
      address,
      before: account,
      after: account,
      code: v.exactOptional(v.object({ before: hex, after: hex })),
    }),
  ),
  slots: v.array(v.object({ address, key: hash, before: hash, after: hash })),
  learnt: v.array(v.object({ address, key: hash })),
});

export type StoredChange = v.InferOutput<typeof storedChange>;

export function toStoredChange({ accounts, slots, learnt }: KeptChange): StoredChange {
  return {
    accounts: accounts.map(({ address, before, after, code }) => ({
      address,
      before: { ...before },
      after: { ...after },
      ...(code === undefined ? {} : { code: { before: code.before, after: code.after } }),
    })),
    slots: slots.map(({ address, key, before, after }) => ({ address, key, before, after })),
    learnt: learnt.map(({ address, key }) => ({ address, key })),
  };
}

true satisfies AllStored<KeptChange, StoredChange>;
true satisfies AllStored<KeptAccount, v.InferOutput<typeof account>>;
