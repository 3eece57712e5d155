/**
 * Overrides that say what they mean and not where it lies: variables by their
 * names, and amounts of tokens. Where they lie is found when the simulation
 * runs; what they became, a slot and a word each, is kept with it.
 */
import type { Address, Hash } from '../chain/primitives';
import { withoutGroups } from '../format/parse-amount';
import { fail, ok, type Result } from '../values/result';
import { quantityOf } from './read-fields';

/** `path` as a source would write it, `value` as typed. */
export type NamedVariable = { address: Address; path: string; value: string };

/** An amount in the smallest unit, in whole tokens as typed, or the most that a word holds. */
export type Amount = { units: bigint } | { tokens: string };

/** An amount that `holder` has of a token, or that `spender`, where given, may take of it. */
export type TokenAmount = { token: Address; holder: Address; spender?: Address; amount: Amount };

export type NamedOverrides = { variables: readonly NamedVariable[]; tokens: readonly TokenAmount[] };

/**
 * A named override as it is laid over the state: a word at a slot, before a block (`step` absent) or before a step of
 * it.
 */
export type PlacedOverride = {
  /** Number of the block in the plan, and of the step in the block. */
  block: number;
  step?: number | undefined;
  address: Address;
  key: Hash;
  value: Hash;
  /** Name and value of the override: `owner = 0x…`. */
  name: string;
};

/** Lines of one account. */
const MAX_VARIABLES = 200;
const MOST = 2n ** 256n - 1n;

/** Reads lines `path = value`. Their meaning is known only with a layout. */
export function readVariables(text: string): Result<readonly { path: string; value: string }[], string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MAX_VARIABLES) return fail(`At most ${MAX_VARIABLES} variables of an account can be changed.`);
  const read: { path: string; value: string }[] = [];
  for (const line of lines) {
    const [, path = '', value = ''] = LINE.exec(line.trim()) ?? [];
    if (path === '' || value === '')
      return fail(`“${line.trim().slice(0, 40)}” is not variable = value, as in balances[0x…] = 5.`);
    read.push({ path: path.trim(), value });
  }
  return ok(read);
}
/** An equals sign may stand in a key that is a text. */
const LINE = /^((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^="'])+)=\s*(.+)$/;

/** Reads a whole number of the smallest unit, `max`, or `1.5 tokens`, for which the token is asked how many decimals it has. */
export function readTokenAmount(text: string): Result<Amount, string> {
  if (/^max$/i.test(text)) return ok({ units: MOST });
  const [, whole, part = ''] = /^(\d+|\d{1,3}(?:[,_]\d{3})+)(\.\d{1,77})?\s*tokens?$/i.exec(text) ?? [];
  if (whole !== undefined) return ok({ tokens: withoutGroups(whole) + part });
  const units = quantityOf(withoutGroups(text));
  if (units === undefined || units > MOST)
    return fail('An amount is a whole number of the smallest unit, 1.5 tokens, or max.');
  return ok({ units });
}

/** Converts whole tokens to the smallest unit. */
export function unitsOf(amount: Amount, decimals: number): Result<bigint, string> {
  if ('units' in amount) return ok(amount.units);
  const [whole = '', part = ''] = amount.tokens.split('.');
  if (part.replace(/0+$/, '').length > decimals) return fail(`The token has ${decimals} decimals only.`);
  const units = BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
  return units > MOST ? fail('This is more than 256 bits hold.') : ok(units);
}
