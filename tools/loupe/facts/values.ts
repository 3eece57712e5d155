/** Decoded values and names as JSON has them: a shape of its own, which stays as it is when the page's changes. */
import type { Decoded } from '../../../src/core/abi/decoded';
import { isUnlisted } from '../../../src/core/abi/mappings';
import { amountOf } from '../../../src/core/abi/value-text';
import type { Name } from '../../../src/core/chain/name';

/** A value of the ABI or of a variable. Integers are decimal text, addresses and bytes hex, arrays and tuples lists. */
export type ValueFact = {
  name: string;
  type: string;
  value: string | readonly ValueFact[];
  /** Characters or items of the whole, where `value` was cut. */
  length?: number;
  /** The member of an enum. */
  member?: string;
  /** For an address: the best name it is known by. */
  label?: string;
  /** For an integer that is an amount of a token: the amount in the token's units, with its symbol. */
  amount?: string;
  /** There is no value: `value` says why in words. */
  isUnknown?: true;
  /** For a mapping: none of its keys is known, so the empty list says nothing of what it holds. */
  isUnlisted?: true;
  /** For an indexed parameter: `value` is the keccak256 of what it was. */
  isHash?: true;
  /** The calls that these bytes hold. */
  calls?: readonly ValueFact[];
};

/** Returns the fact of a value. */
export function valueFact(decoded: Decoded): ValueFact {
  const { name, type, kind, text, length, items, member, known, unknown, hashed, nested } = decoded;
  const isList = (kind === 'array' || kind === 'tuple') && hashed !== true;
  const here = isList ? (items?.length ?? 0) : text.length;
  const amount = amountOf(decoded)?.exact;
  return {
    name,
    type,
    value: isList ? (items ?? []).map(valueFact) : text,
    ...(length > here && { length }),
    ...(member !== undefined && { member }),
    ...(known && { label: known.text }),
    ...(amount !== undefined && { amount }),
    ...(unknown && { isUnknown: true as const }),
    ...(isUnlisted(decoded) && { isUnlisted: true as const }),
    ...(hashed && { isHash: true as const }),
    ...(nested && { calls: nested.map(valueFact) }),
  };
}

/** A name, and who says so; a text that nobody vouches for. */
export type NameFact = { text: string; origin: Name['origin'] };

/** Returns the fact of a name in a field, or no field. */
export function named<Key extends string>(key: Key, name: Name | undefined): { [K in Key]?: NameFact } {
  return (name === undefined ? {} : { [key]: { text: name.text, origin: name.origin } }) as { [K in Key]?: NameFact };
}
