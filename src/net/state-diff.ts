/** debug_traceTransaction with prestateTracer in diffMode: what a transaction changed, as a node executed it. */
import { check, nullish, number, object, pipe, record, transform, union } from 'valibot';
import type { Hash } from '../core/chain/primitives';
import type { Prestate, PrestateAccount } from '../core/replay/state-diff';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { ReadOptions } from './chain-reader';
import { address, bigQuantity, bytes, compact, quantity, word } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

/** Accounts of one side at most; a block's gas is enough for far fewer. */
const MAX_ACCOUNTS = 100_000;
const TRACER_TIMEOUT = 60_000;

const account = pipe(
  object({
    balance: nullish(bigQuantity),
    // geth writes a number, others a quantity.
    nonce: nullish(union([number(), quantity])),
    code: nullish(bytes),
    storage: nullish(record(word, word)),
  }),
  transform(
    ({ balance, nonce, code, storage }): PrestateAccount =>
      compact<PrestateAccount>({
        balance: balance === null || balance === undefined ? undefined : `0x${balance.toString(16)}`,
        nonce,
        code,
        storage: storage as PrestateAccount['storage'],
      }),
  ),
);
const side = pipe(
  record(address, account),
  check(
    (accounts) => Object.keys(accounts).length <= MAX_ACCOUNTS,
    'there are more accounts than a transaction can touch',
  ),
  // valibot has every value of a record with branded keys optional; those that are there are accounts.
  transform((accounts) => accounts as Prestate),
);
const diff = object({ pre: side, post: side });

/** Fetches the accounts that changed, before and after; see geth's prestateTracer. */
export function fetchStateDiff(
  rpc: Rpc,
  hash: Hash,
  options: ReadOptions = {},
): Promise<Result<{ pre: Prestate; post: Prestate }, Failure>> {
  const timeout = options.timeout ?? TRACER_TIMEOUT;
  const config = {
    tracer: 'prestateTracer',
    tracerConfig: { diffMode: true },
    timeout: `${Math.ceil(timeout / 1000)}s`,
  };
  return rpc.request('debug_traceTransaction', [hash, config], diff, { ...options, timeout });
}
