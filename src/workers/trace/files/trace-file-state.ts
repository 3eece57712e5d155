/** The part of a trace file that lets the transaction be executed again: all it read of the state, as JSON. */

import * as v from 'valibot';
import type { Hex as ViemHex } from 'viem';
import { bytesToHex, hexToBytes } from '../../../core/chain/hex';
import type { Hex } from '../../../core/chain/primitives';
import type { Witness } from '../../../core/evm/state/witness';
import type { UsedRules } from '../../../core/proof/proof-level';
import { storedRules } from '../../../db/rows/trace-checks-row';

export type FileState = {
  /** How the state was had: from prestateTracer, or by plain calls and executing `earlier` transactions of the block. */
  origin: 'prestateTracer' | 'rpc';
  earlier: number;
  /** The rules that it was executed under, where they are not Ethereum's own. */
  rules?: UsedRules | undefined;
  witness: Witness;
};

const MAX_ACCOUNTS = 200_000;
const MAX_CODES = 20_000;
/** Hex digits of one code: no chain allows a megabyte. */
const MAX_CODE = 2 << 20;
const MAX_STORAGE = 64 << 20;
/** BLOCKHASH reaches 256 blocks back; EIP-2935 further, but from storage. */
const MAX_HASHES = 300;

export function stateToJson({ origin, earlier, rules, witness }: FileState): unknown {
  return {
    origin,
    earlier,
    rules,
    accounts: witness.accounts.map(({ address, balance, nonce, code, exists, storage }) => ({
      address: bytesToHex(address),
      balance: bytesToHex(balance),
      nonce: nonce.toString(),
      code,
      exists,
      storage: bytesToHex(storage),
    })),
    codes: witness.codes.map((code) => bytesToHex(code)),
    hashes: witness.hashes.map(({ number, hash }) => ({ number, hash: bytesToHex(hash) })),
  };
}

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));

/** Bytes as hex: whole units of so many, at most so many digits. The pattern holds no group, which would recurse. */
const bytes = (unit: number, mostDigits: number) =>
  v.pipe(
    v.string(),
    v.maxLength(mostDigits + 2),
    v.regex(/^0x[0-9a-f]*$/),
    v.check((hex) => (hex.length - 2) % (unit * 2) === 0, 'is cut'),
    v.transform((hex) => hexToBytes(hex as Hex)),
  );
const sized = (size: number) =>
  v.pipe(
    bytes(size, size * 2),
    v.check((value) => value.length === size, 'has another size'),
  );

export const stateSchema = v.pipe(
  v.object({
    origin: v.picklist(['prestateTracer', 'rpc']),
    earlier: count(1_000_000),
    rules: v.optional(storedRules),
    accounts: v.pipe(
      v.array(
        v.object({
          address: sized(20),
          balance: sized(32),
          nonce: v.pipe(
            v.string(),
            v.regex(/^\d{1,20}$/),
            v.transform((digits) => BigInt(digits)),
          ),
          code: count(MAX_CODES),
          exists: v.boolean(),
          storage: bytes(64, MAX_STORAGE),
        }),
      ),
      v.maxLength(MAX_ACCOUNTS),
    ),
    codes: v.pipe(v.array(bytes(1, MAX_CODE)), v.minLength(1), v.maxLength(MAX_CODES)),
    hashes: v.pipe(
      v.array(v.object({ number: count(Number.MAX_SAFE_INTEGER), hash: sized(32) })),
      v.maxLength(MAX_HASHES),
    ),
  }),
  v.check(
    ({ accounts, codes }) => accounts.every(({ code }) => code < codes.length),
    'an account has a code that is not there',
  ),
  v.check(({ accounts }) => {
    const addresses = new Set(accounts.map(({ address }): ViemHex => bytesToHex(address)));
    return addresses.size === accounts.length;
  }, 'an account is there twice'),
  v.transform(({ origin, earlier, ...witness }): FileState => ({ origin, earlier, witness })),
);
