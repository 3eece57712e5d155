/** Tells which creation code began some init code: behind it stand the constructor's arguments. */
import type { CodeMap } from '../../source/compiled/code-map';

/** Bytes at the start by which codes are looked for; linked addresses and metadata stand behind them. */
const HEAD = 4;

/** Returns a function that finds the longest creation code that init code begins with, holes aside; undefined for none. */
export function createCreationIndex(codes: readonly CodeMap[]): (init: Uint8Array) => CodeMap | undefined {
  const byHead = new Map<string, CodeMap[]>();
  for (const code of codes) {
    const list = byHead.get(headOf(code.bytes)) ?? [];
    byHead.set(headOf(code.bytes), list);
    list.push(code);
  }
  for (const list of byHead.values()) list.sort((a, b) => b.bytes.length - a.bytes.length);
  return (init) => byHead.get(headOf(init))?.find((code) => beginsWith(init, code));
}

function headOf(bytes: Uint8Array): string {
  return bytes.subarray(0, HEAD).join();
}

function beginsWith(init: Uint8Array, { bytes, holes }: CodeMap): boolean {
  if (init.length < bytes.length) return false;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] !== init[at] && !holes.some(({ start, length }) => at >= start && at < start + length)) return false;
  return true;
}
