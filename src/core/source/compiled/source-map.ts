/**
 * Source maps as solc writes them (Solidity docs, Source Mappings): one entry
 * `s:l:f:j:m` per instruction, separated by `;`, an empty or missing field
 * repeating that of the entry before.
 */

/** Jump type of an instruction. */
export const Jump = { regular: 0, into: 1, outOf: 2 } as const;
export type Jump = (typeof Jump)[keyof typeof Jump];

/** Columns over instructions; code past the last entry (data, metadata) has none. */
export type SourceMap = {
  length: number;
  start: Int32Array; // byte offset in the file
  size: Int32Array; // bytes
  file: Int32Array; // index of the source file, -1 for code without a source
  jump: Uint8Array; // Jump
};

/** More entries than this no code can have: a contract's creation code is bounded, and so are instructions. */
const MAX_ENTRIES = 2_000_000;

/** Parses a compressed source map; entries that are no numbers have no source. Linear. */
export function parseSourceMap(text: string): SourceMap {
  let entries = text === '' ? 0 : 1;
  for (let at = text.indexOf(';'); at >= 0; at = text.indexOf(';', at + 1)) entries++;
  const length = Math.min(entries, MAX_ENTRIES);
  const map: SourceMap = {
    length,
    start: new Int32Array(length),
    size: new Int32Array(length),
    file: new Int32Array(length).fill(-1),
    jump: new Uint8Array(length),
  };
  let start = 0;
  let size = 0;
  let file = -1;
  let jump: Jump = Jump.regular;
  let at = 0;
  for (let index = 0; index < length; index++) {
    let end = text.indexOf(';', at);
    if (end < 0) end = text.length;
    if (end > at) {
      const fields = text.slice(at, end).split(':', 4);
      start = numberOr(fields[0], start);
      size = numberOr(fields[1], size);
      file = numberOr(fields[2], file);
      if (fields[3]) jump = fields[3] === 'i' ? Jump.into : fields[3] === 'o' ? Jump.outOf : Jump.regular;
    }
    map.start[index] = start;
    map.size[index] = size;
    map.file[index] = start < 0 || size < 0 ? -1 : file;
    map.jump[index] = jump;
    at = end + 1;
  }
  return map;
}

function numberOr(text: string | undefined, before: number): number {
  if (!text) return before;
  const value = Number(text);
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : -1;
}
