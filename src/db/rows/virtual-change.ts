/** The stored form of a change of a virtual network: the values before and after, by address and key. */
import * as v from 'valibot';
import type { KeptAccount, KeptChange } from '../../core/virtual/kept-change';
import { type AllStored, address, hash, hex, list } from './fields';

const account = v.object({ balance: v.bigint(), nonce: v.bigint(), exists: v.boolean(), isWhole: v.boolean() });

export const storedChange = v.object({
  accounts: list(
    v.object({
      address,
      before: account,
      after: account,
      code: v.exactOptional(v.object({ before: hex, after: hex })),
    }),
  ),
  slots: list(v.object({ address, key: hash, before: hash, after: hash })),
  learnt: list(v.object({ address, key: hash })),
});

true satisfies AllStored<KeptChange, v.InferOutput<typeof storedChange>>;
true satisfies AllStored<KeptAccount, v.InferOutput<typeof account>>;
