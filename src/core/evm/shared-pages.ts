/**
 * Copies of an array as it stands at several times. What did not change from
 * one copy to the next is shared between them, page by page, so that a copy of
 * much state costs little more than what was written since the last.
 */
const PAGE_WORDS = 256;

/** Pages of 1 KB, the last one shorter. Never written to. */
export type Pages = readonly Uint32Array[];

type Column = Uint8Array | Int32Array | Uint32Array | BigUint64Array;

/**
 * Keeps the first `length` items of the column, sharing pages with `previous`
 * where they are equal. The column's memory must begin and end at a multiple of
 * four bytes.
 */
export function keepPages(column: Column, length: number, previous: Pages | undefined): Pages {
  const words = new Uint32Array(column.buffer, column.byteOffset, Math.ceil((length * column.BYTES_PER_ELEMENT) / 4));
  const pages: Uint32Array[] = [];
  for (let start = 0; start < words.length; start += PAGE_WORDS) {
    const end = Math.min(start + PAGE_WORDS, words.length);
    const before = previous?.[pages.length];
    pages.push(before !== undefined && isEqual(before, words, start, end) ? before : words.slice(start, end));
  }
  return pages;
}

/** Writes the pages over the start of the column. */
export function restorePages(pages: Pages, column: Column): void {
  const words = new Uint32Array(column.buffer, column.byteOffset, column.byteLength >> 2);
  pages.forEach((page, i) => {
    words.set(page, i * PAGE_WORDS);
  });
}

/** Returns the bytes of pages that are not among `counted` yet, references included; adds them. */
export function countPages(pages: Pages, counted: Set<Uint32Array>): number {
  let size = 0;
  for (const page of pages) {
    size += 8;
    if (counted.has(page)) continue;
    counted.add(page);
    size += page.byteLength;
  }
  return size;
}

function isEqual(page: Uint32Array, words: Uint32Array, start: number, end: number): boolean {
  if (page.length !== end - start) return false;
  for (let i = start; i < end; i++) if (page[i - start] !== words[i]) return false;
  return true;
}
