/** Fields of simulations and of changed transactions as they are typed, each with a sentence for what it cannot mean. */
import { parseAddress } from '../chain/address';
import { ADDRESS_PROBLEMS } from '../chain/address-shape';
import { wordHex } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import { GWEI, WEI } from '../chain/units';
import { parseAmount, withoutGroups } from '../format/parse-amount';
import { fail, ok, type Result } from '../values/result';

const MAX_WORD = 2n ** 256n - 1n;
/** Slots of one account that an override names. */
const MAX_SLOTS = 2_000;
/** Decimals of the units that may stand behind an amount. */
const DECIMALS: Readonly<Record<string, number>> = { wei: WEI.decimals, gwei: GWEI.decimals, ether: 18, eth: 18 };

export function readAddress(text: string): Result<Address, string> {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed : fail(ADDRESS_PROBLEMS[parsed.error]);
}

/** Reads an amount in wei, or with a unit behind it: `1.5 ether`, `30 gwei`; hex is wei. */
export function readWei(text: string): Result<bigint, string> {
  const hex = quantityOf(text);
  if (hex !== undefined) return hex > MAX_WORD ? fail(TOO_MUCH) : ok(hex);
  const [, digits = '', unit = 'wei'] = /^([\d.,_e]+)\s*(wei|gwei|ether|eth)?$/i.exec(text) ?? [];
  const decimals = DECIMALS[unit.toLowerCase()] ?? 0;
  const amount = parseAmount(digits, { symbol: unit, decimals });
  if (!amount.ok)
    return fail(digits === '' ? 'An amount is a number of wei, or one with a unit: 1.5 ether, 30 gwei.' : amount.error);
  return amount.value > MAX_WORD ? fail(TOO_MUCH) : amount;
}
const TOO_MUCH = 'This is more than 256 bits hold.';

export function readWhole(text: string): Result<number, string> {
  const value = quantityOf(withoutGroups(text));
  return value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER)
    ? fail('This is a whole number, decimal or with 0x.')
    : ok(Number(value));
}

export function readBytes(text: string): Result<Hex, string> {
  const digits = text.replace(/\s/g, '').toLowerCase();
  return /^0x([0-9a-f]{2})*$/.test(digits) ? ok(digits as Hex) : fail('Data is 0x and an even number of hex digits.');
}

export function readWord(text: string): Result<Hash, string> {
  const value = quantityOf(text.trim());
  return value === undefined || value > MAX_WORD
    ? fail('This is a number of at most 32 bytes, decimal or with 0x.')
    : ok(wordHex(value));
}

/** Reads lines `slot = value`. */
export function readSlots(text: string): Result<Record<Hash, Hash>, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MAX_SLOTS) return fail(`At most ${MAX_SLOTS} slots can be changed.`);
  const slots: Record<Hash, Hash> = {};
  for (const line of lines) {
    const parts = line.split('=').map(readWord);
    const [key, value] = parts;
    if (parts.length !== 2 || !key?.ok || !value?.ok)
      return fail(`“${line.trim().slice(0, 40)}” is not slot = value, two numbers of at most 32 bytes.`);
    slots[key.value] = value.value;
  }
  return ok(slots);
}

/** Reads a decimal number or hex digits. */
export function quantityOf(text: string): bigint | undefined {
  return /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text) ? BigInt(text) : undefined;
}
