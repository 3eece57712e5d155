/** The accounts that a transaction touched in the shape of geth's prestateTracer, plain and with diffMode. */
import { bytesToHex } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import type { AccountValues, TouchedAccount } from './touched-accounts';

/** An account as prestateTracer writes it: what is zero or empty is left out of `pre`, what did not change out of `post`. */
export type PrestateAccount = {
  balance?: Hex;
  nonce?: number;
  code?: Hex;
  codeHash?: Hex;
  storage?: Record<Hex, Hex>;
};
export type Prestate = Record<Address, PrestateAccount>;
/** geth's options; `code` and `storage` are true where its disableCode and disableStorage are not. */
export type PrestateOptions = { code: boolean; storage: boolean; empty: boolean };
const ALL: PrestateOptions = { code: true, storage: true, empty: false };

/** Returns the accounts before the transaction, as prestateTracer without diffMode states them. */
export function toPrestate(touched: readonly TouchedAccount[], options = ALL): Prestate {
  const prestate: Prestate = {};
  for (const account of touched) {
    if (!options.empty && isEmpty(account.before)) continue;
    prestate[account.address] = whole(
      account.before,
      account.storage.map(({ key, before }) => [key, before]),
      options,
    );
  }
  return prestate;
}

/**
 * Returns the changes as prestateTracer with diffMode states them: of an
 * account that changed, all it had before, and after it the fields that differ.
 * An account in `destructed` has no `post`, and keeps every slot touched in
 * `pre`.
 */
export function toStateDiff(
  touched: readonly TouchedAccount[],
  destructed: ReadonlySet<Address> = new Set(),
  options = ALL,
): { pre: Prestate; post: Prestate } {
  const pre: Prestate = {};
  const post: Prestate = {};
  for (const { address, before, after, storage } of touched) {
    const gone = destructed.has(address);
    const slots = options.storage ? storage.filter((slot) => slot.before !== slot.after) : [];
    const changes: PrestateAccount = {};
    if (after.balance !== before.balance) changes.balance = `0x${after.balance.toString(16)}`;
    if (after.nonce !== before.nonce) changes.nonce = Number(after.nonce);
    if (after.codeHash !== before.codeHash) {
      changes.codeHash = after.codeHash ?? EMPTY_HASH;
      if (options.code) changes.code = bytesToHex(after.code);
    }
    const written = slots.filter((slot) => slot.after !== ZERO).map(({ key, after }) => [key, after] as const);
    if (written.length > 0) changes.storage = Object.fromEntries(written);
    if (!gone && Object.keys(changes).length === 0 && slots.length === 0) continue;
    if (!gone) post[address] = changes;
    if (isEmpty(before) && !options.empty) continue;
    const kept = gone ? storage : slots.filter((slot) => slot.before !== ZERO);
    pre[address] = whole(
      before,
      kept.map(({ key, before }) => [key, before]),
      options,
    );
  }
  return { pre, post };
}

const ZERO: Hex = `0x${'0'.repeat(64)}`;
const EMPTY_HASH: Hex = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';

function isEmpty({ balance, nonce, code }: AccountValues): boolean {
  return balance === 0n && nonce === 0n && code.length === 0;
}

function whole(values: AccountValues, storage: readonly [Hex, Hex][], options: PrestateOptions): PrestateAccount {
  return {
    balance: `0x${values.balance.toString(16)}`,
    ...(values.nonce === 0n ? {} : { nonce: Number(values.nonce) }),
    ...(values.codeHash === undefined ? {} : { codeHash: values.codeHash }),
    ...(values.codeHash === undefined || !options.code ? {} : { code: bytesToHex(values.code) }),
    ...(storage.length === 0 || !options.storage ? {} : { storage: Object.fromEntries(storage) }),
  };
}
