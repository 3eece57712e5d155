/** The access list of a block, as nodes give it (eth_getBlockAccessList; execution-apis, block-access-list.yaml). */
import { array, check, type GenericSchema, maxLength, nullish, object, pipe, transform } from 'valibot';
import type { Hash } from '../core/chain/primitives';
import type { AccountAccess, BlockAccessList, Change } from '../core/proof/block-access-list';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { ReadOptions } from './chain-reader';
import { address, bigQuantity, bytes, quantity, word } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

/** Accounts of one block at most: its gas pays for touching far fewer, 2,600 and more for each (EIP-2929). */
const MAX_ACCOUNTS = 500_000;

function changes<T>(value: GenericSchema<unknown, T>): GenericSchema<unknown, readonly Change<T>[]> {
  return pipe(
    nullish(array(object({ index: quantity, value })), []),
    check(
      (list) => list.every(({ index }, at) => at === 0 || index > (list[at - 1]?.index ?? 0)),
      'changes in the order of their indexes were expected',
    ),
    transform((list): readonly Change<T>[] => list as Change<T>[]),
  );
}

const codeChanges = pipe(
  nullish(array(object({ index: quantity, code: bytes })), []),
  transform((list) => list.map(({ index, code }) => ({ index, value: code }))),
);

const accountAccess = pipe(
  object({
    address,
    storageChanges: nullish(array(object({ key: word, changes: changes(word) })), []),
    storageReads: nullish(array(word), []),
    balanceChanges: changes(bigQuantity),
    nonceChanges: changes(bigQuantity),
    codeChanges,
  }),
  transform((account): AccountAccess => account),
);

const list = pipe(array(accountAccess), maxLength(MAX_ACCOUNTS, 'fewer accounts were expected'));

/** Fetches eth_getBlockAccessList. Fails with `unsupported` where the endpoint does not have it, `notFound` where the block has none. */
export function fetchBlockAccessList(
  rpc: Rpc,
  block: Hash,
  options: ReadOptions = {},
): Promise<Result<BlockAccessList, Failure>> {
  return rpc.request('eth_getBlockAccessList', [block], list, { ...options, nullIsUnknown: true });
}
