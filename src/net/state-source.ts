/**
 * Accounts, slots and block hashes as nodes know them, for executing
 * transactions again. What is asked together travels together (src/net/rpc).
 */
import { array, check, minValue, nullish, number, object, pipe, record, safeInteger, transform, union } from 'valibot';
import type { Address, Hash } from '../core/chain/primitives';
import type { AccessListEntry, Transaction } from '../core/chain/transaction';
import { type Failure, failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { type AccountAt, fetchAccounts, type KnownOfAccounts } from './account-values';
import { blockParam, fetchBlock, type ReadOptions } from './chain-reader';
import { address, bigQuantity, bytes, quantity, word } from './rpc/fields';
import type { Rpc } from './rpc/rpc';
import type { SlotKey } from './slot-reader';
import { fetchSlots, type SlotAt } from './storage-values';

export type KnownState = { accounts: readonly AccountAt[]; slots: readonly SlotAt[] };
export type StateNeeds = { accounts: readonly Address[]; slots: readonly SlotKey[] };

type Answer<T> = Promise<Result<T, Failure>>;

/** Accounts and slots in one answer of prestateTracer at most. A block's gas is enough for far fewer. */
const MAX_ACCOUNTS = 100_000;
const MAX_SLOTS = 1_000_000;
/** Accounts, and slots, that are taken from an access list that a node made up; it is a hint only. */
const MAX_HINTS = 2_000;
const TRACER_TIMEOUT = 60_000;

/**
 * Fetches the accounts and slots as they are after `block`. Code
 * `stateUnavailable` when no endpoint keeps the state of that block.
 */
export async function fetchState(
  rpc: Rpc,
  block: number,
  needs: StateNeeds,
  options: ReadOptions = {},
  known: KnownOfAccounts = { nonces: new Map(), codes: new Map() },
): Answer<KnownState> {
  const [accounts, slots] = await Promise.all([
    fetchAccounts(rpc, needs.accounts, block, known, options),
    fetchSlots(rpc, needs.slots, block, options),
  ]);
  if (!accounts.ok) return fail(asGone(accounts.error));
  return slots.ok ? ok({ accounts: accounts.value, slots: slots.value }) : fail(asGone(slots.error));
}

/**
 * Fetches eth_createAccessList at `block`: what the transaction would touch
 * there beside its sender, its recipient and accounts without code. A hint, no
 * more: earlier transactions of its own block are not counted in.
 */
export async function fetchAccessList(
  rpc: Rpc,
  transaction: Transaction,
  block: number,
  options: ReadOptions = {},
): Answer<StateNeeds> {
  const { from, to, value, input, gas } = transaction;
  const call = {
    from,
    ...(to === undefined ? {} : { to }),
    value: `0x${value.toString(16)}`,
    data: input,
    gas: `0x${gas.toString(16)}`,
  };
  const schema = object({ accessList: array(object({ address, storageKeys: nullish(array(word)) })) });
  const answer = await rpc.request('eth_createAccessList', [call, blockParam(block)], schema, options);
  if (!answer.ok) return answer;
  return ok(
    needsOf(answer.value.accessList.map((entry) => ({ address: entry.address, storageKeys: entry.storageKeys ?? [] }))),
  );
}

/** Returns the accounts and slots that an access list names, at most 2,000 of each. */
export function needsOf(entries: readonly AccessListEntry[]): StateNeeds {
  return {
    accounts: entries.slice(0, MAX_HINTS).map((entry) => entry.address),
    slots: entries
      .flatMap((entry) => entry.storageKeys.map((key) => ({ address: entry.address, key })))
      .slice(0, MAX_HINTS),
  };
}

const tracedAccount = object({
  balance: nullish(bigQuantity),
  // geth writes a number, others a quantity.
  nonce: nullish(union([pipe(number(), safeInteger(), minValue(0)), quantity])),
  code: nullish(bytes),
  storage: nullish(record(word, word)),
});

const prestate = pipe(
  record(address, tracedAccount),
  check((accounts) => {
    const entries = Object.values(accounts);
    return entries.length > 0 && entries.length <= MAX_ACCOUNTS;
  }, 'accounts were expected'),
  transform((accounts): KnownState => {
    const known: { accounts: AccountAt[]; slots: SlotAt[] } = { accounts: [], slots: [] };
    for (const [key, account] of Object.entries(accounts)) {
      const { balance, nonce, code, storage } = account ?? {};
      known.accounts.push({ address: key as Address, balance: balance ?? 0n, nonce: nonce ?? 0, code: code ?? '0x' });
      for (const [slot, value] of Object.entries(storage ?? {}))
        if (value !== undefined) known.slots.push({ address: key as Address, key: slot as Hash, value });
    }
    return known;
  }),
  check((known) => known.slots.length <= MAX_SLOTS, 'there are more slots than a transaction can touch'),
);

/**
 * Fetches debug_traceTransaction with prestateTracer: all that the transaction
 * touches, as it stood right before it, also in the middle of a block. What is
 * not in the answer is empty or zero.
 */
export function fetchPrestate(rpc: Rpc, hash: Hash, options: ReadOptions = {}): Answer<KnownState> {
  const timeout = options.timeout ?? TRACER_TIMEOUT;
  const config = { tracer: 'prestateTracer', timeout: `${Math.ceil(timeout / 1000)}s` };
  return rpc.request('debug_traceTransaction', [hash, config], prestate, { ...options, timeout });
}

/** Fetches eth_getBlockByNumber, for its hash. */
export async function fetchBlockHash(rpc: Rpc, block: number, options: ReadOptions = {}): Answer<Hash> {
  const answer = await fetchBlock(rpc, block, options);
  if (!answer.ok) return answer;
  return answer.value.hash === undefined
    ? fail(failure('badAnswer', `Block ${block} was answered without its hash.`))
    : ok(answer.value.hash);
}

/**
 * Nodes of several chains (op-geth, BNB Smart Chain, Avalanche) do not find the header of a block whose state they dropped,
 * and still have the block.
 */
function asGone(error: Failure): Failure {
  return error.code === 'notFound' ? { ...error, code: 'stateUnavailable' } : error;
}
