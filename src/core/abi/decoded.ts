import type { Name } from '../chain/name';

/**
 * A decoded ABI value in the shape the page shows it: text for leaves, items
 * for arrays and tuples.
 *
 * Texts are cut at a bound of the call that made them; `length` always states
 * the whole.
 */
export type Decoded = {
  /** Parameter or component name; unnamed ones are named by position (`arg0`). */
  name: string;
  /** ABI type, `uint256[2][]`, `tuple`. */
  type: string;
  /** A struct or an enum as the source calls it, `struct Lab.Order`. Untrusted text. */
  declared?: string;
  kind: 'address' | 'integer' | 'bool' | 'bytes' | 'string' | 'array' | 'tuple';
  /** Leaves: address and bytes as 0x hex, integers in decimal, text as it is. Arrays and tuples: '', but for a mapping without known keys (`mappings.ts`). May be cut. */
  text: string;
  /** Characters of the whole text, or items of the whole array. More than present means it was cut. */
  length: number;
  items?: readonly Decoded[];
  /** For bytes whose text is cut: their last four digits. */
  end?: string;
  /**
   * Whether the text is never shortened where there is less room: shortened, it would read like the value beside it.
   */
  full?: true;
  /** For an enum: the name of the member that the number in `text` stands for. Untrusted text. */
  member?: string;
  /** For bytes that are calldata of other calls: those calls, each a tuple of its arguments. */
  nested?: readonly Decoded[];
  /** Whether it is no argument, but the bytes behind the arguments of a call or an event. */
  rest?: boolean;
  /** There is no value: `text` is a few words that say why, to be shown in its place. */
  unknown?: boolean;
  /** Whether its word has bits set that its type has no room for: old contracts ignore them, others refuse the call. */
  dirty?: true;
  /** A parameter of an event that a topic holds. */
  indexed?: boolean;
  /** An indexed event parameter of a dynamic type: `text` is the keccak256 of the value (Solidity docs, Events). */
  hashed?: boolean;
  /** For an address, and for a function the address of its contract: the best name it is known by. */
  known?: Name;
  /**
   * For an integer that is an amount of a token by the token's standard: how to read it. `symbol` is untrusted text;
   * `unlimited` says that it is an allowance without end.
   */
  token?: { decimals: number; symbol?: string; unlimited?: true };
};

/** Returns the values with their texts, and those of the values in them, cut at `limit` characters; numbers stay whole. */
export function cutTexts(values: readonly Decoded[], limit: number): readonly Decoded[] {
  return values.map((value) => {
    const { kind, text, items, nested } = value;
    const isLong = (kind === 'bytes' || kind === 'string') && text.length > limit;
    if (!isLong && items === undefined && nested === undefined) return value;
    return {
      ...value,
      ...(isLong && { text: cutText(text, limit) }),
      ...(isLong && kind === 'bytes' && { end: value.end ?? text.slice(-4) }),
      ...(items && { items: cutTexts(items, limit) }),
      ...(nested && { nested: cutTexts(nested, limit) }),
    };
  });
}

/** Returns the first `limit` characters of `text`, one less where that would split a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit);
}
