const LEADING = 6;
const TRAILING = 4;

/**
 * Shortens a text to `0x1234ab…cdef`: 6 leading and 4 trailing characters, the
 * prefix of hex not counted. A text that would not get shorter stays whole, and
 * one that would read like zero leaves its first zeros out: `0x…bb8000…0000`.
 */
export function shorten(text: string): string {
  const isHex = text.startsWith('0x');
  const leading = isHex ? LEADING + 2 : LEADING;
  if (text.length <= leading + TRAILING + 1) return text;
  const short = `${text.slice(0, leading)}…${text.slice(-TRAILING)}`;
  const first = isHex && /^0x0+…0+$/.test(short) ? text.search(/[1-9a-f]/i) : -1;
  return first < 0 ? short : `0x…${shorten(text.slice(first))}`;
}

/** Returns the start of `text` and `…` when it has more than `limit` characters; addresses and hashes are better served by `shorten`. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.charCodeAt(limit - 2);
  return `${text.slice(0, end >= 0xd800 && end < 0xdc00 ? limit - 2 : limit - 1)}…`;
}
