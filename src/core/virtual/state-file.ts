/**
 * The state of a chain as Anvil writes it (`anvil_dumpState`): accounts with
 * their storage. Blocks and transactions are no part of what is read or
 * written here; of a fork only what was read of the parent or changed is known.
 */
import * as v from 'valibot';
import { bytesToAddress, bytesToHex, wordHex } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import { accountIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { isZero, LIMBS, toBigInt } from '../evm/words/words';
import { fail, ok, type Result } from '../values/result';
import type { GenesisAccount } from './genesis';

/** Accounts and slots of a file at most. */
const MAX_ACCOUNTS = 5_000;
const MAX_SLOTS = 50_000;

/** Writes a state as a file. Linear in what is known. */
export function writeStateFile(state: State): string {
  const accounts: Record<Address, { nonce: number; balance: Hex; code: Hex; storage: Record<Hash, Hash> }> = {};
  for (let account = accountIndex(0); account < state.length; account++)
    if (state.isKnown(account) && state.exists(account))
      accounts[bytesToAddress(state.addressBytes(account))] = {
        nonce: Number(state.nonce[account]),
        balance: `0x${toBigInt(state.balance, account * LIMBS).toString(16)}`,
        code: bytesToHex(state.codes[state.code[account]].bytes),
        storage: {},
      };
  const { slots } = state;
  for (let slot = 0; slot < slots.length; slot++) {
    if (slots.known[slot] === 0 || isZero(slots.current, slot * LIMBS)) continue;
    const holder = accounts[bytesToAddress(state.addressBytes(accountIndex(slots.account[slot])))];
    const word = (column: typeof slots.keys) => wordHex(toBigInt(column, slot * LIMBS));
    if (holder !== undefined) holder.storage[word(slots.keys)] = word(slots.current);
  }
  return JSON.stringify({ block: null, accounts, best_block_number: null, blocks: [], transactions: [] });
}

const quantity = v.pipe(
  v.union([
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.pipe(v.string(), v.regex(/^(0x[0-9a-f]{1,64}|\d{1,78})$/i)),
  ]),
  v.transform((value) => BigInt(value)),
);
const digits = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i));
const padded = (text: string): Hash => `0x${text.slice(2).toLowerCase().padStart(64, '0')}` as Hash;
const storage = v.pipe(
  v.record(digits, v.pipe(digits, v.transform(padded))),
  v.transform(
    (slots): Readonly<Record<Hex, Hex>> =>
      Object.fromEntries(Object.entries(slots).map(([key, value]) => [padded(key), value])),
  ),
);
const account = v.object({
  nonce: v.optional(v.pipe(quantity, v.maxValue(BigInt(Number.MAX_SAFE_INTEGER))), 0),
  balance: v.pipe(quantity, v.maxValue(2n ** 256n - 1n)),
  code: v.optional(v.pipe(v.string(), v.regex(/^0x([0-9a-f]{2})*$/i), v.maxLength(2 + (2 << 17))), '0x'),
  storage: v.optional(storage, {}),
});
const file = v.object({ accounts: v.record(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i)), account) });

/** Reads the accounts of a file; the error is a sentence. */
export function readStateFile(text: string): Result<ReadonlyMap<Address, GenesisAccount>, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('This is no state file: it is not JSON.');
  }
  const parsed = v.safeParse(file, json);
  if (!parsed.success) return fail('This is no state file as Anvil writes it: it needs accounts with their balances.');
  const entries = Object.entries(parsed.output.accounts);
  if (entries.length > MAX_ACCOUNTS) return fail(`The file has more than ${MAX_ACCOUNTS} accounts.`);
  const slots = entries.reduce((sum, [, { storage }]) => sum + Object.keys(storage).length, 0);
  if (slots > MAX_SLOTS) return fail(`The file has more than ${MAX_SLOTS} slots.`);
  return ok(
    new Map(
      entries.map(([address, { balance, nonce, code, storage }]) => [
        address.toLowerCase() as Address,
        { balance, nonce: Number(nonce), code: code.toLowerCase() as Hex, storage },
      ]),
    ),
  );
}
